package history_test

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"
)

func open(content []byte) (*rollout.Thread, error) {
	file, err := rollout.OpenStream("test", bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return rollout.NewThread(file, "")
}

// bodyOf compiles a step, twice, and checks the result.
func bodyOf(s *history.Step) ([]byte, error) {
	var bodies [2]bytes.Buffer
	for i := range bodies {
		r := compile.New(s, compile.Options{})
		n, err := r.WriteTo(&bodies[i])
		if err != nil {
			return nil, err
		}
		if n != int64(bodies[i].Len()) {
			return nil, errors.New("WriteTo counts wrong")
		}
	}
	if !bytes.Equal(bodies[0].Bytes(), bodies[1].Bytes()) {
		return nil, errors.New("compiled twice, the bodies differ")
	}
	return bodies[0].Bytes(), rawjson.Check(bodies[0].Bytes())
}

// replayed holds what the whole of a rollout gives.
type replayed struct {
	bodies [][]byte
	end    []byte
}

func replay(thread *rollout.Thread) (got replayed, err error) {
	r := history.NewReplay(thread, history.Options{}, func(s *history.Step) error {
		body, err := bodyOf(s)
		got.bodies = append(got.bodies, body)
		return err
	})
	if err = r.Run(); err != nil {
		return got, err
	}
	got.end, err = bodyOf(r.End())
	return got, err
}

// tail is what the end of a rollout gives: its last body, or the one behind the last line. ok is false where it does not tell.
func tail(thread *rollout.Thread, end bool) (body []byte, ok bool, err error) {
	r := history.NewReplay(thread, history.Options{}, func(s *history.Step) error {
		body, err = bodyOf(s)
		return err
	})
	ok, err = r.RunTail(end)
	if ok && err == nil && end {
		body, err = bodyOf(r.End())
	}
	return body, ok, err
}

// compareTail reports how the end of a rollout and the whole of it disagree, "" where they do not.
func compareTail(content []byte) (difference string, told bool) {
	thread, err := open(content)
	if err != nil {
		return "", false
	}
	whole, err := replay(thread)
	if err != nil {
		return err.Error(), false
	}
	for _, end := range []bool{false, true} {
		body, ok, err := tail(thread, end)
		if err != nil {
			return err.Error(), true
		}
		if !ok {
			continue
		}
		told = true
		want := whole.end
		if !end {
			if len(whole.bodies) == 0 {
				return "the tail has a request, the whole has none", true
			}
			want = whole.bodies[len(whole.bodies)-1]
		}
		if !bytes.Equal(want, body) {
			return "whole: " + string(want) + "\n tail: " + string(body), true
		}
	}
	return "", told
}

func names() []string { return slices.Sorted(maps.Keys(sessions())) }

func TestTailEqualsWhole(t *testing.T) {
	told := map[string]bool{}
	for _, name := range names() {
		difference, ok := compareTail([]byte(sessions()[name]))
		if difference != "" {
			t.Errorf("%s:\n%s", name, difference)
		}
		told[name] = ok
	}
	for _, name := range []string{"compacted", "compacted twice, then nothing", "compacted in a turn", "long outputs"} {
		if !told[name] {
			t.Errorf("%s: the end alone should tell", name)
		}
	}
	for _, name := range []string{"plain", "rolled back", "compaction without a replacement", "late compaction without a replacement", "damaged compaction"} {
		if told[name] {
			t.Errorf("%s: the end alone cannot tell", name)
		}
	}
}

// TestTailOfDamagedFiles: where lines are lost, repeated, cut or out of order, the end of a file tells what the whole does.
func TestTailOfDamagedFiles(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, name := range names() {
		lines := strings.SplitAfter(strings.TrimSuffix(sessions()[name], "\n"), "\n")
		for range 40 {
			damaged := slices.Clone(lines)
			for range 1 + random.IntN(3) {
				damaged = damage(random, damaged)
			}
			content := strings.Join(damaged, "")
			if difference, _ := compareTail([]byte(content)); difference != "" {
				t.Fatalf("%s, damaged:\n%s\n%s", name, content, difference)
			}
		}
	}
}

// damage makes one change behind the first line.
func damage(random *rand.Rand, lines []string) []string {
	if len(lines) < 3 {
		return lines
	}
	i, j := 1+random.IntN(len(lines)-1), 1+random.IntN(len(lines)-1)
	switch random.IntN(4) {
	case 0:
		return slices.Delete(lines, i, i+1)
	case 1:
		return slices.Insert(lines, i, lines[j])
	case 2:
		lines[i] = lines[i][:random.IntN(len(lines[i]))] + "\n"
	case 3:
		lines[i], lines[j] = lines[j], lines[i]
	}
	return lines
}

// FuzzReplay: whatever the file holds, every request of it is valid JSON and the same each time.
func FuzzReplay(f *testing.F) {
	for _, name := range names() {
		f.Add([]byte(sessions()[name]))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		thread, err := open(content)
		if err != nil {
			return
		}
		first, err := replay(thread)
		if err != nil {
			t.Fatal(err)
		}
		again, err := replay(thread)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(first.bodies, again.bodies, bytes.Equal) || !bytes.Equal(first.end, again.end) {
			t.Fatal("replayed twice, the requests differ")
		}
		for _, end := range []bool{false, true} {
			if _, _, err := tail(thread, end); err != nil {
				t.Fatal(err)
			}
		}
	})
}
