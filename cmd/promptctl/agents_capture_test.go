package main

import (
	"path/filepath"
	"testing"

	"promptctl/internal/agentsmd"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// TestAgentsMDInForce holds the AGENTS.md text that is read from a step's fragments against the snapshot that the client
// itself recorded, at every step of every capture that has one.
func TestAgentsMDInForce(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/captures/*/*/rollouts/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d captures: %v", len(paths), err)
	}
	compared, told := 0, 0
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			thread, err := rollout.OpenThread(path, "")
			if err != nil {
				t.Skipf("SKIP: the file needs others: %v", err)
			}
			defer thread.Close()
			replay := history.NewReplay(thread, history.Options{World: true}, func(s *history.Step) error {
				a := compile.NewAgentsMDInForce(s)
				if a.Previous != agentsmd.Known {
					return nil
				}
				compared++
				if a.Told.Text != "" {
					told++
				}
				if a.Told != a.Baseline {
					t.Errorf("step %d: fragments tell %+v, the snapshot %+v", s.Number, a.Told, a.Baseline)
				}
				return nil
			})
			if err := replay.Run(); err != nil {
				t.Fatal(err)
			}
		})
	}
	t.Logf("%d steps compared, %d of them with rules in force", compared, told)
	if told < 100 {
		t.Errorf("rules were in force in %d steps only", told)
	}
}
