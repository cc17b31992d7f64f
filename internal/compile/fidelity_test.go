package compile_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"
)

const captures = "../../testdata/captures"

// captured is one request that a real client sent, as a capture keeps it.
type captured struct {
	N        int             `json:"n"`
	Path     string          `json:"path"`
	ThreadID string          `json:"thread_id"`
	Kind     string          `json:"kind"`
	Body     json.RawMessage `json:"body"`
}

// compiled is what promptctl makes of one step.
type compiled struct {
	step       int
	kind       history.StepKind
	body       []byte
	unresolved []string
}

// score counts how requests compare. Captures are evidence: no count here is ever updated to make the test pass.
type score struct{ requests, exact, modulo, body int }

// TestFidelity rebuilds every captured request from its rollout alone and compares it byte for byte. Only what no rollout
// holds may differ: the prompt of a local compaction and the tools of Responses Lite.
func TestFidelity(t *testing.T) {
	dirs, err := filepath.Glob(captures + "/*/*/requests.jsonl")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	var total score
	for _, path := range dirs {
		dir := filepath.Dir(path)
		t.Run(strings.TrimPrefix(filepath.ToSlash(dir), captures+"/"), func(t *testing.T) {
			s := scoreCapture(t, dir)
			total.requests += s.requests
			total.exact += s.exact
			total.modulo += s.modulo
			total.body += s.body

		})
	}
	t.Logf("%d of %d requests exact, %d more but for parts that no rollout holds; whole body of %d of the exact ones",
		total.exact, total.requests, total.modulo, total.body)
	if 20*total.body < 19*total.exact {
		t.Errorf("whole body equal in %d of %d exact requests, want 95 %%", total.body, total.exact)
	}
}

func scoreCapture(t *testing.T, dir string) (s score) {
	threads := readRequests(t, filepath.Join(dir, "requests.jsonl"))
	for _, thread := range sortedKeys(threads) {
		rollouts := rolloutsOf(t, dir, thread)
		if len(rollouts) == 0 {
			continue // an ephemeral thread leaves none
		}
		var steps []compiled
		for _, path := range rollouts {
			steps = append(steps, compileAll(t, path, catalogOf(t, dir))...)
		}
		want := threads[thread]
		if len(steps) != len(want) {
			t.Errorf("thread %s: %d steps, want %d requests", thread, len(steps), len(want))
		}
		for i := range min(len(steps), len(want)) {
			s.requests++
			s.add(t, want[i], steps[i])
		}
	}
	return s
}

// add compares one request with one step.
func (s *score) add(t *testing.T, want captured, got compiled) {
	input, instructions := rawjson.Field(want.Body, "input"), rawjson.Field(want.Body, "instructions")
	gotInput := rawjson.Field(got.body, "input")
	same := bytes.Equal(instructions, rawjson.Field(got.body, "instructions"))
	if a, b := keyOrder(want.Body, got.body), keyOrder(got.body, want.Body); !slices.Equal(a, b) {
		t.Errorf("request %d: members in the order %v, want %v", want.N, b, a)
	}
	switch {
	case same && bytes.Equal(input, gotInput):
		s.exact++
		if difference := otherFields(want.Body, got.body); difference == "" {
			s.body++
		} else {
			t.Logf("request %d: other fields differ: %s", want.N, difference)
		}
	case same && bytes.Equal(known(input, got), known(gotInput, got)):
		s.modulo++
		if difference := otherFields(want.Body, got.body); difference != "" {
			t.Logf("request %d: other fields differ: %s", want.N, difference)
		}
	default:
		t.Errorf("request %d (%s), step %d:\n%s", want.N, want.Kind, got.step, firstDifference(input, gotInput))
	}
}

// known leaves out of an input what the step says it cannot know.
func known(input []byte, step compiled) []byte {
	var items [][]byte
	for m := rawjson.Walk(input); m.NextElement(); {
		if slices.Contains(step.unresolved, compile.Tools) && rawjson.String(rawjson.Field(m.Value, "type")) == "additional_tools" {
			continue
		}
		items = append(items, m.Value)
	}
	if slices.Contains(step.unresolved, compile.SummaryPrompt) && len(items) > 0 {
		items = items[:len(items)-1]
	}
	return bytes.Join(items, []byte(","))
}

// keyOrder is the names of a body's members, of those that the other body has too.
func keyOrder(body, other []byte) (names []string) {
	for m := rawjson.Walk(body); m.Next(); {
		if rawjson.Field(other, string(m.Name)) != nil {
			names = append(names, string(m.Name))
		}
	}
	return names
}

// otherFields names the members that differ, apart from those compared elsewhere and those that no rollout holds.
func otherFields(want, got []byte) string {
	var names []string
	for _, body := range [][]byte{want, got} {
		for m := rawjson.Walk(body); m.Next(); {
			name := string(m.Name)
			switch name {
			case "input", "instructions", "tools", "client_metadata":
				continue
			}
			a, b := rawjson.Field(want, name), rawjson.Field(got, name)
			if !bytes.Equal(a, b) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for i, name := range names {
		names[i] = name + " " + string(rawjson.Field(want, name)) + " became " + string(rawjson.Field(got, name))
	}
	return strings.Join(names, "; ")
}

func firstDifference(want, got []byte) string {
	a, b := rawjson.Walk(want), rawjson.Walk(got)
	for {
		x, y := a.NextElement(), b.NextElement()
		switch {
		case !x && !y:
			return "the inputs are equal; the instructions differ"
		case !x:
			return "too many items, from " + string(b.Value)
		case !y:
			return "too few items, from " + string(a.Value)
		case !bytes.Equal(a.Value, b.Value):
			return "want " + string(a.Value) + "\n got " + string(b.Value)
		}
	}
}

func readRequests(t *testing.T, path string) map[string][]captured {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	threads := map[string][]captured{}
	lines := bufio.NewReader(f)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var r captured
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if strings.HasSuffix(r.Path, "/responses") && r.ThreadID != "" {
				threads[r.ThreadID] = append(threads[r.ThreadID], r)
			}
		}
		if err != nil {
			return threads
		}
	}
}

func sortedKeys(m map[string][]captured) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// rolloutsOf lists a thread's files, oldest first: a reverted thread goes on in a second one.
func rolloutsOf(t *testing.T, dir, thread string) []string {
	paths, err := filepath.Glob(filepath.Join(dir, "rollouts", "*"+thread+"*"))
	if err != nil {
		t.Fatal(err)
	}
	paths = slices.DeleteFunc(paths, func(path string) bool {
		s, ok := rollout.ParseName(path)
		return !ok || s.ThreadID != thread
	})
	slices.Sort(paths)
	return paths
}

func catalogOf(t *testing.T, dir string) *codex.Catalog {
	text, err := os.ReadFile(filepath.Join(dir, "catalog.json"))
	if err != nil {
		return nil
	}
	c, err := codex.ParseCatalog(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// compileAll makes the requests that a file's own thread sent.
func compileAll(t *testing.T, path string, catalog *codex.Catalog) (steps []compiled) {
	thread, err := rollout.OpenThread(path, "")
	if err != nil {
		t.Fatal(err)
	}
	defer thread.Close()
	replay := history.NewReplay(thread, history.Options{Catalog: catalog}, func(s *history.Step) error {
		if s.Inherited {
			return nil
		}
		r := compile.New(s, compile.Options{})
		var body bytes.Buffer
		if _, err := r.WriteTo(&body); err != nil {
			return err
		}
		steps = append(steps, compiled{s.Number, s.Kind, body.Bytes(), r.Unresolved})
		return rawjson.Check(body.Bytes())
	})
	if err := replay.Run(); err != nil {
		t.Fatal(err)
	}
	return steps
}
