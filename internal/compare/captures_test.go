package compare_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"promptctl/internal/codex"
	"promptctl/internal/compare"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"
)

const captures = "../../testdata/captures"

// TestNeighbours compares every request of every capture with the one behind it, in both directions.
func TestNeighbours(t *testing.T) {
	paths, err := filepath.Glob(captures + "/*/*/rollouts/*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	pairs := 0
	for _, path := range paths {
		t.Run(strings.TrimPrefix(filepath.ToSlash(path), captures+"/"), func(t *testing.T) {
			var last *compare.Body
			each(t, path, func(s *history.Step) {
				r := compile.New(s, compile.Options{})
				body := compare.OfRequest(r, nil)
				body.Thread = thread(t, path)
				if last != nil {
					pairs++
					name := fmt.Sprintf("steps %d and %d", s.Number-1, s.Number)
					check(t, name, last, body, s.WorldChanges)
					check(t, name+" reversed", body, last, s.WorldChanges)
				}
				check(t, fmt.Sprintf("step %d and itself", s.Number), body, body, nil)
				last = body
			})
		})
	}
	if pairs < 300 {
		t.Errorf("only %d pairs", pairs)
	}
}

// each replays a rollout.
func each(t *testing.T, path string, visit func(*history.Step)) {
	t.Helper()
	var catalog *codex.Catalog
	if text, err := os.ReadFile(filepath.Join(filepath.Dir(path), "../catalog.json")); err == nil {
		if catalog, err = codex.ParseCatalog(text); err != nil {
			t.Fatal(err)
		}
	}
	replay := history.NewReplay(thread(t, path), history.Options{World: true, Catalog: catalog}, func(s *history.Step) error {
		visit(s)
		return nil
	})
	if err := replay.Run(); err != nil {
		t.Fatal(err)
	}
}

func thread(t *testing.T, path string) *rollout.Thread {
	t.Helper()
	thread, err := rollout.OpenThread(path, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { thread.Close() })
	return thread
}

func check(t *testing.T, name string, a, b *compare.Body, between []history.WorldChange) {
	t.Helper()
	d := compare.New(a, b, between)
	was, now := encoded(t, a), encoded(t, b)
	if d.Equal() != bytes.Equal(was, now) {
		t.Errorf("%s: equal %v, the bodies %v", name, d.Equal(), bytes.Equal(was, now))
	}
	if (d.CacheEnd() == "") != (d.Divergence == nil && d.Instructions == nil && len(d.Tools) == 0) {
		t.Errorf("%s: the cache ends at %q", name, d.CacheEnd())
	}
	checkDivergence(t, name, d, rawjson.Field(was, "input"), rawjson.Field(now, "input"))
	checkEntries(t, name, d)
	checkBytes(t, name, a, b, was, now)
}

// checkDivergence holds the named place against the first differing byte.
func checkDivergence(t *testing.T, name string, d *compare.Diff, was, now []byte) {
	t.Helper()
	if d.Divergence == nil {
		if !bytes.Equal(was, now) {
			t.Errorf("%s: no divergence of different inputs", name)
		}
		return
	}
	first := 0
	for first < min(len(was), len(now)) && was[first] == now[first] {
		first++
	}
	if d.Divergence.Offset != int64(first) {
		t.Errorf("%s: %s at byte %d, the inputs differ at %d", name, d.Divergence.Path, d.Divergence.Offset, first)
	}
	if bytes.Equal(d.Divergence.Was, d.Divergence.Now) || d.Divergence.Cause.Kind == "" {
		t.Errorf("%s: %+v", name, d.Divergence)
	}
	prefix := fmt.Sprintf("input[%d]", d.Prefix.Items)
	if d.Divergence.Item != d.Prefix.Items || !strings.HasPrefix(d.Divergence.Path, prefix) {
		t.Errorf("%s: %s behind %d equal items", name, d.Divergence.Path, d.Prefix.Items)
	}
	if !bytes.Contains(was, d.Divergence.Was) || !bytes.Contains(now, d.Divergence.Now) {
		t.Errorf("%s: values that the inputs do not have", name)
	}
}

// checkEntries: each item stands in the list once, in order, and what is called the same is.
func checkEntries(t *testing.T, name string, d *compare.Diff) {
	t.Helper()
	seenA, nextB := map[int]bool{}, 0
	for _, e := range d.Entries {
		if e.A >= 0 {
			if seenA[e.A] {
				t.Errorf("%s: item %d of the first input twice", name, e.A)
			}
			seenA[e.A] = true
		}
		if e.B >= 0 {
			if e.B != nextB {
				t.Errorf("%s: item %d of the second input where %d is due", name, e.B, nextB)
			}
			nextB++
		}
		alike := e.A >= 0 && e.B >= 0 && bytes.Equal(d.A.Sent(e.A), d.B.Sent(e.B))
		if e.Kind == compare.Same && !alike || e.Kind == compare.Changed && (alike || len(e.Changes) == 0) {
			t.Errorf("%s: %+v", name, e)
		}
	}
	if len(seenA) != len(d.A.Items) || nextB != len(d.B.Items) {
		t.Errorf("%s: %d and %d entries of %d and %d items", name, len(seenA), nextB, len(d.A.Items), len(d.B.Items))
	}
}

func checkBytes(t *testing.T, name string, a, b *compare.Body, was, now []byte) {
	t.Helper()
	d, err := compare.Bytes(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if d.Equal != bytes.Equal(was, now) {
		t.Errorf("%s: bytes equal %v", name, d.Equal)
	}
	if !bytes.Equal(was[:d.Offset], now[:d.Offset]) || !d.Equal && !bytes.HasPrefix(now[d.Offset:], []byte(d.Now)) {
		t.Errorf("%s: %+v", name, d)
	}
}

func encoded(t *testing.T, b *compare.Body) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := b.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestSavedBody: a step equals its own body, however that is spelled, and what no rollout holds does not count.
func TestSavedBody(t *testing.T) {
	paths, _ := filepath.Glob(captures + "/0.145.0-*/basic/rollouts/*")
	for _, path := range paths {
		each(t, path, func(s *history.Step) {
			a := compare.OfRequest(compile.New(s, compile.Options{}), nil)
			text := strings.Replace(string(encoded(t, a)), `{"model":`, `{"client_metadata": {"x": "y"}, "tools" : [], "model":`, 1)
			b, err := compare.OfSaved("body.json", []byte(` {"n": 1, "body": `+text+`} `))
			if err != nil {
				t.Fatal(err)
			}
			d := compare.New(a, b, nil)
			if !d.Equal() || d.Divergence != nil {
				t.Errorf("%s: step %d: %+v %+v", path, s.Number, d.Settings, d.Divergence)
			}
			if got := fmt.Sprint(d.Unresolved); got != "[client_metadata output_schema tools]" {
				t.Errorf("not compared: %s", got)
			}
		})
	}
}
