package audit_test

import (
	"bytes"
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

// FuzzWorld audits whatever a file holds.
func FuzzWorld(f *testing.F) {
	f.Add([]byte(`{"timestamp":"t","type":"session_meta","payload":{"id":"x","timestamp":"t","cwd":"/w","cli_version":"0.145.0"}}
{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions\n\n<INSTRUCTIONS>\nR\n</INSTRUCTIONS>"}]}}
{"timestamp":"t","type":"world_state","payload":{"full":true,"state":{"agents_md":{"text":"R"},"permissions":"h"}}}
{"timestamp":"t","type":"turn_context","payload":{"cwd":"/w","model":"m"}}
{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}}
{"timestamp":"t","type":"world_state","payload":{"full":false,"state":{"agents_md":null,"environments":{"environments":{}}}}}
{"timestamp":"t","type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}}
`))
	f.Fuzz(func(t *testing.T, content []byte) {
		file, err := rollout.OpenStream("fuzz", bytes.NewReader(content))
		if err != nil {
			return
		}
		thread, err := rollout.NewThread(file, "")
		if err != nil {
			return
		}
		defer thread.Close()
		w := auditFile(t, thread)
		for _, s := range w.Sections() {
			if s.Told != nil && (s.Told.Item < 0 || s.Told.Part < 0) {
				t.Fatalf("%s is told at %+v", s.ID, *s.Told)
			}
		}
	})
}
