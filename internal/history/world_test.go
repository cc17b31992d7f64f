package history_test

import (
	"path/filepath"
	"strings"
	"testing"

	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

func (s *script) world(full, state string) {
	s.line("world_state", `{"full":`+full+`,"state":`+state+`}`)
}

// worldTurn is a turn whose context told of a change.
func (s *script) worldTurn(input, full, state string) {
	s.begin("")
	s.world(full, state)
	s.item(message("user", "input_text", input))
	s.event("user_message", `,"message":"`+input+`"`)
	s.say("done with " + input)
}

// TestWorld follows the World State over everything that changes it. Each case wants the snapshot at each step, and behind
// the last line.
func TestWorld(t *testing.T) {
	for _, test := range []struct {
		name  string
		write func(s *script)
		want  []string
	}{
		{"none", func(s *script) { s.turn("a") }, []string{"-", "-"}},
		{"full and patch", func(s *script) {
			s.worldTurn("a", "true", `{"b":{"x":1},"a":true}`)
			s.worldTurn("b", "false", `{"b":{"x":null,"y":2}}`)
		}, []string{`{"a":true,"b":{"x":1}}`, `{"a":true,"b":{"y":2}}`, `{"a":true,"b":{"y":2}}`}},
		{"a patch without a baseline", func(s *script) { s.worldTurn("a", "false", `{"a":1}`) }, []string{"-", "-"}},
		{"compaction", func(s *script) {
			s.worldTurn("a", "true", `{"a":1}`)
			s.compact("a")
			s.worldTurn("b", "false", `{"a":2}`)
			s.worldTurn("c", "true", `{"a":3}`)
		}, []string{`{"a":1}`, `{"a":1}`, "-", `{"a":3}`, `{"a":3}`}},
		{"rollback", func(s *script) {
			s.worldTurn("a", "true", `{"a":1}`)
			s.worldTurn("b", "false", `{"a":2}`)
			s.turn("c")
			s.rollback(2)
			s.turn("d")
		}, []string{`{"a":1}`, `{"a":2}`, `{"a":2}`, `{"a":1}`, `{"a":1}`}},
		{"rollback of everything", func(s *script) {
			s.worldTurn("a", "true", `{"a":1}`)
			s.rollback(1)
			s.turn("b")
		}, []string{`{"a":1}`, "-", "-"}},
		{"rollback across a compaction", func(s *script) {
			s.worldTurn("a", "true", `{"a":1}`)
			s.begin("b")
			s.item(message("assistant", "output_text", "SUMMARY"))
			s.counted()
			s.line("compacted", `{"message":"SUMMARY","replacement_history":[`+message("user", "input_text", "b")+`]}`)
			s.world("true", `{"a":2}`)
			s.say("b")
			s.rollback(1)
		}, []string{`{"a":1}`, `{"a":1}`, `{"a":2}`, `{"a":1}`}},
		{"rollback of a compacted turn", func(s *script) {
			s.worldTurn("a", "true", `{"a":1}`)
			s.compact("a")
			s.worldTurn("b", "true", `{"a":2}`)
			s.rollback(1)
		}, []string{`{"a":1}`, `{"a":1}`, `{"a":2}`, "-"}},
		{"no snapshot", func(s *script) {
			s.worldTurn("a", "true", `{"a":1}`)
			s.worldTurn("b", "true", `[]`)
			s.worldTurn("c", `"yes"`, `{"a":1}`)
		}, []string{`{"a":1}`, `{"a":1}`, `{"a":1}`, `{"a":1}`}},
	} {
		var s script
		s.meta("0.145.0", "")
		test.write(&s)
		got := snapshots(t, s.out.String())
		if strings.Join(got, " ") != strings.Join(test.want, " ") {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

// snapshots are the World States at each step of a rollout, and behind its last line.
func snapshots(t *testing.T, content string) (list []string) {
	thread, err := open([]byte(content))
	if err != nil {
		t.Fatal(err)
	}
	show := func(w *history.World) {
		text := "-"
		if w.Known() {
			text = string(w.Snapshot())
		}
		list = append(list, text)
	}
	r := history.NewReplay(thread, history.Options{World: true}, func(s *history.Step) error {
		show(s.World)
		return nil
	})
	if err := r.Run(); err != nil {
		t.Fatal(err)
	}
	show(r.End().World)
	return list
}

// TestWorldSince: a section names the line that gave it its value, whatever was told about the others since.
func TestWorldSince(t *testing.T) {
	var s script
	s.meta("0.145.0", "")
	s.worldTurn("a", "true", `{"a":1,"b":{"x":1}}`) // line 4
	s.worldTurn("b", "false", `{"b":{"x":2}}`)      // line 12
	s.worldTurn("c", "true", `{"a":1,"b":{"x":2},"c":0}`)
	thread, err := open([]byte(s.out.String()))
	if err != nil {
		t.Fatal(err)
	}
	r := history.NewReplay(thread, history.Options{World: true}, func(*history.Step) error { return nil })
	if err := r.Run(); err != nil {
		t.Fatal(err)
	}
	changes := map[string]int{}
	for _, section := range r.End().World.Sections() {
		changes[section.ID] = section.Since.Line
	}
	lines := strings.Split(s.out.String(), "\n")
	for id, want := range map[string]string{"a": `"b":{"x":1}`, "b": `{"b":{"x":2}}`, "c": `"c":0`} {
		if line := changes[id]; line == 0 || !strings.Contains(lines[line-1], want) {
			t.Errorf("section %s: since line %d, want the one with %s", id, line, want)
		}
	}
}

// TestWorldOff: nobody pays for what was not asked for.
func TestWorldOff(t *testing.T) {
	var s script
	s.meta("0.145.0", "")
	s.worldTurn("a", "true", `{"a":1}`)
	thread, err := open([]byte(s.out.String()))
	if err != nil {
		t.Fatal(err)
	}
	r := history.NewReplay(thread, history.Options{}, func(s *history.Step) error {
		if s.World != nil || s.WorldChanges != nil || s.Reference != nil {
			t.Error("the World State was followed")
		}
		return nil
	})
	if err := r.Run(); err != nil {
		t.Fatal(err)
	}
}

// TestWorldTail: the end of a file tells the same state as the whole of it.
func TestWorldTail(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/captures/*/*/rollouts/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	told := 0
	for _, path := range paths {
		whole, _ := stateAtEnd(t, path, func(r *history.Replay) (bool, error) { return true, r.Run() })
		tail, ok := stateAtEnd(t, path, func(r *history.Replay) (bool, error) { return r.RunTail(true) })
		if !ok {
			continue
		}
		told++
		if whole != tail {
			t.Errorf("%s: the whole gives\n%s\nthe tail\n%s", path, whole, tail)
		}
	}
	if told == 0 {
		t.Error("no tail told")
	}
}

func stateAtEnd(t *testing.T, path string, run func(*history.Replay) (bool, error)) (string, bool) {
	thread, err := rollout.OpenThread(path, filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	defer thread.Close()
	r := history.NewReplay(thread, history.Options{World: true}, func(*history.Step) error { return nil })
	ok, err := run(r)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		return "", false
	}
	return string(r.End().World.Snapshot()), true
}

// TestAgentsMD finds the rules in force where no World State tells them.
func TestAgentsMD(t *testing.T) {
	var s script
	s.meta("0.124.0", "")
	s.begin("")
	s.item(message("user", "input_text", `# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nOld.\n</INSTRUCTIONS>`))
	s.item(message("user", "input_text", `# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nNew.\n</INSTRUCTIONS>`))
	s.item(message("user", "input_text", "hi"))
	s.say("ok")
	thread, err := open([]byte(s.out.String()))
	if err != nil {
		t.Fatal(err)
	}
	r := history.NewReplay(thread, history.Options{}, func(*history.Step) error { return nil })
	if err := r.Run(); err != nil {
		t.Fatal(err)
	}
	got, ok := r.End().AgentsMD()
	if !ok || !strings.Contains(got.Text, "New.") || got.Origin.Line != 7 {
		t.Errorf("got %+v, %v", got, ok)
	}
}
