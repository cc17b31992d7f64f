package compile

import (
	"path/filepath"
	"slices"
	"testing"

	"promptctl/internal/history"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"

	"github.com/go-json-experiment/json/jsontext"
)

// TestWorldStateLines recomputes every world_state line of the captures: the snapshot or patch that follows from the states
// in front of it and behind it, and the value of every section that a fragment tells.
func TestWorldStateLines(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/captures/*/*/rollouts/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	var lines, told int
	for _, path := range paths {
		thread, err := rollout.OpenThread(path, "")
		if err != nil {
			t.Fatal(err)
		}
		check := func(s *history.Step) error {
			for _, c := range s.WorldChanges {
				lines += checkLine(t, path, c)
				told += checkTold(t, path, s, c)
			}
			return nil
		}
		r := history.NewReplay(thread, history.Options{World: true}, check)
		if err := r.Run(); err != nil {
			t.Fatal(err)
		}
		check(r.End())
		thread.Close()
	}
	t.Logf("%d lines recomputed, %d values told by fragments", lines, told)
	if lines == 0 || told == 0 {
		t.Error("nothing was checked")
	}
}

func checkLine(t *testing.T, path string, c history.WorldChange) int {
	var want jsontext.Value
	switch c.Rule {
	case history.WorldFull:
		want = snapshotOf(opaque(c.After))
	case history.WorldPatch:
		want = rawjson.MergePatch(c.Before.Snapshot(), snapshotOf(opaque(c.After)))
	default:
		return 0
	}
	if string(want) != string(c.Stated) {
		t.Errorf("%s:%d: stated\n%s\ncomputed\n%s", path, c.Origin.Line, c.Stated, want)
	}
	return 1
}

func opaque(w *history.World) (list []Section) {
	for _, s := range w.Sections() {
		list = append(list, Opaque{Name: s.ID, Value: s.Value})
	}
	slices.Reverse(list) // the order of the sections is not that of a snapshot
	return list
}

// checkTold holds the fragments in front of a line to what it states.
func checkTold(t *testing.T, path string, s *history.Step, c history.WorldChange) (told int) {
	if c.Rule != history.WorldFull && c.Rule != history.WorldPatch {
		return 0
	}
	newest := map[string]Placed{}
	for _, it := range s.Items {
		if it.Origin.Segment == c.Origin.Segment && it.Origin.Offset < c.Origin.Offset {
			for _, f := range PlacedFragments(it) {
				newest[f.Section] = f
			}
		}
	}
	for id, f := range newest {
		after, _, ok := c.After.Section(id)
		if !ok {
			continue
		}
		value, ok := Told(f.Fragment, after, s.Version)
		if !ok {
			continue
		}
		told++
		if !rawjson.Equal(value, after) {
			t.Errorf("%s:%d: %s is\n%s\ntold as\n%s", path, c.Origin.Line, id, after, value)
		}
	}
	return told
}
