package compile

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"promptctl/internal/agentsmd"
	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"
)

// TestNextCaptures predicts, at the start of each turn of the captures, what is told before its input, from the lines in front
// of it and what the workspace and the settings then were. The texts that are Codex's own are given where they are new.
func TestNextCaptures(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/captures/*/*/rollouts/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	turns, exact := 0, 0
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, actual := range firstSteps(t, content) {
			memory := &Memory{}
			pending := pendingAt(t, content, actual, memory)
			if pending == nil {
				continue
			}
			turns++
			want := newContext(actual, len(pending.Items))
			got := shown(Next(pending, contextOf(actual, pending, memory), nil, Options{}).Update.Messages)
			if got == want {
				exact++
			} else {
				t.Errorf("%s: turn %d:\nwant %s\n got %s", path, actual.Turn, want, got)
			}
		}
	}
	t.Logf("%d of %d turns predicted", exact, turns)
	if turns == 0 {
		t.Error("no turn was predicted")
	}
}

// firstSteps are the first requests of the turns of a thread's own, each with a history of its own.
func firstSteps(t *testing.T, content []byte) (list []*history.Step) {
	replay := replayOf(t, content, func(s *history.Step) error {
		if s.TurnStep == 1 && s.Kind == history.KindTurn && !s.Inherited && s.Version.Has(codex.TellsWorldState) {
			list = append(list, s)
		}
		return nil
	})
	if err := replay.Run(); err != nil {
		t.Fatal(err)
	}
	return list
}

func replayOf(t *testing.T, content []byte, emit func(*history.Step) error) *history.Replay {
	file, err := rollout.OpenStream("capture", bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	thread, err := rollout.NewThread(file, "")
	if err != nil {
		t.Fatal(err)
	}
	return history.NewReplay(thread, history.Options{World: true}, emit)
}

// pendingAt is the state in front of the turn of a step, nil where the lines there do not tell it.
func pendingAt(t *testing.T, content []byte, actual *history.Step, memory *Memory) *history.Step {
	at := bytes.Index(content, []byte(`"type":"task_started","turn_id":"`+actual.TurnID+`"`))
	if at < 0 || actual.Turn == 1 || actual.Thread.HistoryBase != nil {
		return nil
	}
	replay := replayOf(t, content[:bytes.LastIndexByte(content[:at], '\n')+1], func(s *history.Step) error {
		memory.See(s)
		return nil
	})
	if err := replay.Run(); err != nil {
		t.Fatal(err)
	}
	pending := replay.Next()
	if pending.Version != actual.Version && pending.Version.Version != actual.Version.Version || len(pending.Items) >= len(actual.Items) {
		return nil // another release goes on, or the turn begins with a compaction
	}
	return pending
}

// contextOf is what the client had when it sent a request.
func contextOf(actual, pending *history.Step, memory *Memory) *StepContext {
	c := &StepContext{Settings: SettingsOf(actual), Memory: memory, Templates: map[string]string{}}
	c.Resumed = actual.Process != pending.Process
	c.Memory.See(pending)
	if value, _, ok := actual.World.Section(codex.SectionAgentsMD); ok {
		c.AgentsMD = &AgentsMD{rawjson.String(rawjson.Field(value, "directory")), rawjson.String(rawjson.Field(value, "text"))}
	}
	for _, it := range actual.Items[len(pending.Items):] {
		for _, f := range PlacedFragments(it) {
			switch f.Section {
			case codex.SectionModel:
				_, text, _ := strings.Cut(f.Text, "\n\n")
				c.Text = strings.TrimSuffix(text, "\n"+codex.ModelSwitchEnd)
			case codex.SectionEnvironments:
				told, _ := readEnvironmentContext(f.Text, Environments{})
				c.Date, c.Timezone = told.Date, told.Timezone
			case codex.SectionAgentsMD:
				told, _ := agentsmd.ParseFragment(f.Text)
				c.AgentsMD = (*AgentsMD)(&told)
			default:
				c.Templates[f.Section] = f.Text
			}
		}
	}
	return c
}

// newContext is the context messages that a turn recorded in front of its input, as text.
func newContext(actual *history.Step, before int) string {
	var groups [][]Fragment
	for _, it := range actual.Items[before:] {
		if !it.Context() {
			break
		}
		groups = append(groups, fragmentsOf([]*history.ResponseItem{it}))
	}
	return shown(groups)
}

func shown(groups [][]Fragment) string {
	var out strings.Builder
	for _, group := range groups {
		out.WriteString("[" + group[0].Role)
		for _, f := range group {
			out.WriteString(" " + string(rawjson.AppendString(nil, f.Text)))
		}
		out.WriteString("]\n")
	}
	return strings.ReplaceAll(out.String(), modelSwitch, "~9a61a0716a") // as the captures mask it
}

// FuzzNext predicts a turn behind whatever a file holds.
func FuzzNext(f *testing.F) {
	rules := item(`{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nR\n</INSTRUCTIONS>"},{"type":"input_text","text":"<environment_context>\n  <cwd>/w</cwd>\n</environment_context>"}]}`)
	state := line("world_state", `{"full":true,"state":{"agents_md":{"directory":"/w","text":"R"},"environments":{"environments":{"local":{"cwd":"/w","status":"available"}}},"permissions":"h","tools":{"a":"b"},"model":"m","x":null}}`)
	f.Add([]byte(session(rules+state, user("one"), said(""))), "/w", "gpt-5.5")
	f.Add([]byte(session(rules+state, user("one"), said(""))+line("compacted", `{"message":"S","replacement_history":[]}`)), "/v", "")
	f.Fuzz(func(t *testing.T, content []byte, cwd, model string) {
		file, err := rollout.OpenStream("fuzz", bytes.NewReader(content))
		if err != nil {
			return
		}
		thread, err := rollout.NewThread(file, "")
		if err != nil {
			return
		}
		defer thread.Close()
		memory := &Memory{}
		replay := history.NewReplay(thread, history.Options{World: true}, func(s *history.Step) error {
			memory.See(s)
			return nil
		})
		if replay.Run() != nil {
			return
		}
		step := replay.Next()
		c := &StepContext{Settings: SettingsOf(step), Memory: memory, AgentsMD: &AgentsMD{cwd, model}}
		c.Settings.CWD, c.Settings.Model = cwd, model
		var body bytes.Buffer
		if _, err := Next(step, c, []Input{{Text: cwd}}, Options{}).Request.WriteTo(&body); err != nil {
			t.Fatal(err)
		}
		if err := rawjson.Check(body.Bytes()); err != nil {
			t.Fatalf("%s: %v", body.Bytes(), err)
		}
	})
}
