package compile

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"

	"github.com/go-json-experiment/json/jsontext"
)

// line is one line of a small rollout.
func line(kind, payload string) string {
	return fmt.Sprintf(`{"timestamp":"2026-01-02T03:04:05.000Z","type":%q,"payload":%s}`+"\n", kind, payload)
}

func item(payload string) string { return line("response_item", payload) }

func said(phase string) string {
	return line("event_msg", `{"type":"agent_message","message":"m"}`) +
		item(`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"said"}]`+phase+`}`)
}

// session is a thread of one turn: what stands in front of its context, its input and its answer.
func session(context, input, answer string) string {
	return line("session_meta", `{"id":"019f0000-0000-7000-8000-00000000000a","timestamp":"2026-01-02T03:00:00.000Z","cwd":"/w","cli_version":"0.145.0","model_provider":"x","base_instructions":{"text":"BASE"}}`) +
		line("event_msg", `{"type":"task_started","turn_id":"t1"}`) + context +
		line("turn_context", `{"turn_id":"t1","cwd":"/w","approval_policy":"never","sandbox_policy":{"type":"read-only"},"model":"gpt-5.4","summary":"auto"}`) +
		input + answer + line("event_msg", `{"type":"token_count","info":null}`) + line("event_msg", `{"type":"task_complete","turn_id":"t1"}`)
}

func user(text string) string {
	return item(`{"type":"message","role":"user","content":[{"type":"input_text","text":` + string(rawjson.AppendString(nil, text)) + `}]}`)
}

// predict is the input of the request that a turn would send behind a session.
func predict(t *testing.T, content string, change func(*StepContext), parts ...Input) string {
	t.Helper()
	file, err := rollout.OpenStream("test", strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	thread, err := rollout.NewThread(file, "")
	if err != nil {
		t.Fatal(err)
	}
	replay := history.NewReplay(thread, history.Options{World: true}, func(*history.Step) error { return nil })
	if err := replay.Run(); err != nil {
		t.Fatal(err)
	}
	step := replay.Next()
	c := &StepContext{Settings: SettingsOf(step), Model: replay.Catalog.Lookup("gpt-5.4"), Memory: &Memory{}}
	c.Memory.See(step)
	if change != nil {
		change(c)
	}
	var body bytes.Buffer
	if _, err := Next(step, c, parts, Options{}).Request.WriteTo(&body); err != nil {
		t.Fatal(err)
	}
	return string(rawjson.Field(body.Bytes(), "input"))
}

// TestBehaviours shows, one by one, what becomes of what stands in a thread when its next request is made.
func TestBehaviours(t *testing.T) {
	hello := Input{Text: "hello"}
	switchModel := func(c *StepContext) { c.Settings.Model, c.Text = "gpt-5.5", "New model." }
	png := []byte("\x89PNG\r\n\x1a\n")
	for _, test := range []struct {
		name    string
		content string
		change  func(*StepContext)
		parts   []Input
		want    []string // in this order
		never   string
	}{
		{"a system message is dropped", session("", item(`{"type":"message","role":"system","content":[{"type":"input_text","text":"SYSTEM"}]}`)+user("one"), said("")), nil, []Input{hello}, []string{"one", "said", "hello"}, "SYSTEM"},
		{"an extension's policy is the developer's", "", func(c *StepContext) {
			c.Extensions = []Extension{{Slot: DeveloperPolicy, Text: "POLICY"}}
		}, []Input{hello}, []string{`"role":"developer","content":[{"type":"input_text","text":"POLICY"}`, "hello"}, ""},
		{"a model that takes over is told first", session("", user("one"), said("")), func(c *StepContext) {
			switchModel(c)
			c.AgentsMD = &AgentsMD{"/w", "RULES"}
		}, []Input{hello}, []string{"said", `"role":"developer","content":[{"type":"input_text","text":"<model_switch>`, "New model.", "RULES", "hello"}, ""},
		{"it is told first in a whole context too", session("", user("one"), said("")) + line("compacted", `{"message":"S","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"S"}]}]}`), func(c *StepContext) {
			switchModel(c)
			c.Developer = "CONFIGURED"
		}, []Input{hello}, []string{`"content":[{"type":"input_text","text":"<model_switch>`, "CONFIGURED", "hello"}, "one"},
		{"AGENTS.md is the user's context", session("", user("one"), said("")), func(c *StepContext) { c.AgentsMD = &AgentsMD{"/w", "RULES"} }, []Input{hello}, []string{`"role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /w`, "RULES", `"role":"user","content":[{"type":"input_text","text":"hello"`}, ""},
		{"a tag that looks like context is text", session("", user("<not_registered>x</not_registered>"), said("")), nil, []Input{{Text: "<skills>y</skills>"}}, []string{"<not_registered>x", "said", "<skills>y"}, ""},
		{"media stand in order", session("", user("one"), said("")), nil, []Input{{Text: "first"}, {Image: &Media{URL: "data:image/png;base64,AA=="}}, {Image: &Media{Path: "/w/a.png", Data: png}}, {Text: "last"}}, []string{
			"first", "data:image/png;base64,AA==", `<image name=[Image #2] path=\"/w/a.png\">`, "data:image/png;base64,iVBORw0KGgo=", `"</image>"`, "last",
		}, ""},
		{"a phase is kept", session("", user("one"), said(`,"phase":"final_answer"`)), nil, []Input{hello}, []string{`"phase":"final_answer"`, "hello"}, ""},
		{"an unknown phase is not made up", session("", user("one"), said("")), nil, []Input{hello}, []string{"said", "hello"}, "phase"},
		{"a call stands in front of its output", session("", user("one"), item(`{"type":"function_call","name":"f","arguments":"{}","call_id":"c"}`)), nil, []Input{hello}, []string{`"function_call"`, `"function_call_output"`, "aborted", "hello"}, ""},
	} {
		content := test.content
		if content == "" {
			content = session("", user("one"), said("")) + line("compacted", `{"message":"S","replacement_history":[]}`)
		}
		got := predict(t, content, test.change, test.parts...)
		rest := got
		for _, want := range test.want {
			_, after, found := strings.Cut(rest, want)
			if !found {
				t.Errorf("%s: no %q in its place in %s", test.name, want, got)
				break
			}
			rest = after
		}
		if test.never != "" && strings.Contains(got, test.never) {
			t.Errorf("%s: %q in %s", test.name, test.never, got)
		}
	}
}

// TestOverrides: settings as a client's command line takes them.
func TestOverrides(t *testing.T) {
	s := Settings{
		Model: `a"b`, Approval: jsontext.Value(`{"granular":{"rules":true,"x":null}}`), Reviewer: "user",
		Sandbox: &Sandbox{Mode: WorkspaceWrite, Network: true, Roots: []string{"/opt/x"}},
	}
	got := strings.Join(s.Overrides(), " ")
	want := `model="a\"b" approval_policy={"granular"={"rules"=true}} sandbox_mode="workspace-write" sandbox_workspace_write={network_access=true,exclude_slash_tmp=false,exclude_tmpdir_env_var=false,writable_roots=["/opt/x"]}`
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFilesystem writes what the environment context says of the file system.
func TestFilesystem(t *testing.T) {
	for _, test := range []struct {
		version string
		sandbox *Sandbox
		want    []string
	}{
		{"0.145.0", nil, nil},
		{"0.124.0", &Sandbox{Mode: ReadOnly}, nil},
		{"0.145.0", &Sandbox{Mode: FullAccess}, []string{`<root>/w</root></workspace_roots><permission_profile type="disabled"><file_system type="unrestricted" />`}},
		{"0.145.0", &Sandbox{Mode: WorkspaceWrite, Roots: []string{"/x"}, WithoutTmp: true}, []string{
			"<root>/w</root><root>/x</root>", `"write"><path>/w</path>`, `"write"><path>/x</path>`, ":tmpdir", "/w/.git", "/x/.git", "/w/.agents", "/x/.agents", "/w/.codex", "/x/.codex</path></entry></file_system>",
		}},
		{"0.171.0", &Sandbox{Mode: WorkspaceWrite}, []string{":slash_tmp", ":tmpdir", "/w/.codex", "/w/.aws</path></entry></file_system>"}},
	} {
		v, _ := codex.ParseVersion(test.version)
		got := Settings{CWD: "/w", Sandbox: test.sandbox}.filesystem(codex.ProfileOf(v))
		rest := got
		for _, want := range test.want {
			_, after, found := strings.Cut(rest, want)
			if !found {
				t.Errorf("%s: no %q in its place in %s", test.version, want, got)
			}
			rest = after
		}
		if test.want == nil && got != "" {
			t.Errorf("%s: got %s", test.version, got)
		}
	}
}
