package audit_test

import (
	"path/filepath"
	"testing"

	"promptctl/internal/audit"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// auditFile audits the World State of a session.
func auditFile(t *testing.T, thread *rollout.Thread) *audit.World {
	w := audit.NewWorld(compile.Options{})
	r := history.NewReplay(thread, history.Options{World: true}, func(s *history.Step) error {
		w.Step(s)
		return nil
	})
	if err := r.Run(); err != nil {
		t.Fatal(err)
	}
	w.Step(r.End())
	return w
}

// TestCaptures: what a real client recorded agrees with what it told.
func TestCaptures(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/captures/*/*/rollouts/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	events := 0
	for _, path := range paths {
		thread, err := rollout.OpenThread(path, "")
		if err != nil {
			t.Fatal(err)
		}
		w := auditFile(t, thread)
		events += len(w.Events)
		for _, f := range w.Findings {
			t.Errorf("%s:%d: step %d: %s %s: %s", path, f.Origin.Line, f.Step, f.Code, f.Section, f.Message)
		}
		thread.Close()
	}
	if events == 0 {
		t.Error("no event was seen")
	}
}
