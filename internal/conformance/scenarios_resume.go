package conformance

import (
	"time"

	"promptctl/internal/codex"
)

const tornLine = `{"timestamp":"2026-11-30T00:00:00.000Z","type":"response_item","payload":{"type":"mess`

// emptyReasoning has a content without parts.
func emptyReasoning() Item {
	return Raw(`{"type":"reasoning","id":"rs_` + serial + `","summary":[],"content":[],"encrypted_content":"E` + serial + `"}`)
}

// resumeScenarios: a thread that another process goes on with.
func resumeScenarios() []Scenario {
	return []Scenario{
		{Name: "resume", Short: true, Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Reasoning("r"), Shell("echo 1")), Answer(Message("one"))}},
			Restart{Plain: true},
			Turn{Text: "Two", Replies: []Reply{Answer(Shell("echo 2")), Answer(Message("two"))}},
			Restart{},
			Restart{Plain: true},
			Turn{Text: "Three", Replies: []Reply{Answer(Message("three"))}},
		}},
		{Name: "resume_other_settings", Files: map[string]string{"AGENTS.md": "# Root\n", "sub/AGENTS.md": "# Sub\n"}, Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Restart{With: Params{"cwd": "{workspace}/sub", "sandbox": "read-only", "approvalPolicy": "on-request"}},
			Turn{Text: "Two", Replies: []Reply{Answer(Message("two"))}},
			Restart{With: Params{"model": "gpt-5.5"}},
			Turn{Text: "Three", Replies: []Reply{Answer(Message("three"))}},
		}},
		{Name: "resume_other_config", Config: "model_reasoning_effort = \"low\"", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Restart{Plain: true, Config: "model_reasoning_effort = \"high\"\ndeveloper_instructions = \"Newly configured.\""},
			Turn{Text: "Two", Replies: []Reply{Answer(Message("two"))}},
		}},
		{Name: "torn_tail", Short: true, Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Killed", Replies: []Reply{Answer(Commentary("never"), Shell("sleep 20"))}, Meanwhile: []Step{AwaitCommand{}, Pause{time.Second / 2}, Kill{}}},
			Tear{tornLine},
			Restart{},
			Turn{Text: "After a torn line", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "And again", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "killed_before_reply", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Never answered", Replies: []Reply{{Hold: true, Items: items(Message("late"))}}, Meanwhile: []Step{AwaitRequest{}, Pause{time.Second / 2}, Kill{}}},
			Restart{},
			Turn{Text: "After", Replies: []Reply{Answer(Message("ok"))}},
			Turn{Text: "Killed after outputs", Replies: []Reply{Answer(Shell("echo x")), {Hold: true}}, Meanwhile: []Step{AwaitRequest{2}, Pause{time.Second / 2}, Kill{}}},
			Restart{},
			Turn{Text: "After that", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "killed_mid_patch", Steps: []Step{
			Start{},
			Turn{Text: "Run slow and crash", Replies: []Reply{Answer(ShellWith("sleep 20", Params{"yield_time_ms": 20000}), Patch(addFile("n.txt")))},
				Meanwhile: []Step{AwaitCommand{}, Pause{time.Second / 2}, Kill{}}},
			Restart{},
			Turn{Text: "After the crash", Replies: []Reply{Answer(Message("Back."))}},
			Rollback{1},
			Turn{Text: "After rollback", Replies: []Reply{Answer(Message("Back."))}},
		}},
		{Name: "resume_unmarked", Unknowable: "a resume under the same settings leaves no mark, and reasoning without content is sent otherwise after it", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(emptyReasoning()), Answer(Message("one"))}},
			Restart{},
			Turn{Text: "Two", Replies: []Reply{Answer(Message("two"))}},
		}},
		{Name: "resume_plain", Unknowable: "a resume under the settings of the thread leaves no mark", Knowable: codex.Version{Minor: 160}, Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(emptyReasoning()), Answer(Message("one"))}},
			Restart{Plain: true},
			Turn{Text: "Two", Replies: []Reply{Answer(Message("two"))}},
		}},
		{Name: "resume_marked", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(emptyReasoning(), Shell("echo x")), Answer(Message("one"))}},
			Restart{With: Params{"sandbox": "read-only"}},
			Turn{Text: "Two", Replies: []Reply{Answer(emptyReasoning(), Message("two"))}},
			Restart{With: Params{"model": "gpt-5.5"}},
			Turn{Text: "Three", Replies: []Reply{Answer(Message("three"))}},
			Fork{},
			Turn{Text: "In the fork", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "archived", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Shell("echo 1")), Answer(Message("one"))}},
			Optional{Ask{"thread/archive", nil}},
			Optional{Ask{"thread/unarchive", nil}},
			Restart{Plain: true},
			Turn{Text: "Two", Replies: []Reply{Answer(Message("two"))}},
			Optional{Ask{"thread/archive", nil}},
		}},
		{Name: "legacy_mode", Steps: []Step{
			Start{Params{"historyMode": "legacy"}},
			Turn{Text: "One", Replies: []Reply{Answer(Reasoning("r"), Commentary("c"), Shell("echo 1")), Answer(Message("one"))}},
			Turn{Text: "Two", Replies: []Reply{Answer(Message("two"))}},
			Rollback{1},
			Turn{Text: "Two bis", Replies: []Reply{Answer(Message("two bis"))}},
			Compact{},
			Restart{Plain: true},
			Turn{Text: "Three", Replies: []Reply{Answer(Message("three"))}},
			Fork{},
			Turn{Text: "In the fork", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "resume_many", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Shell("echo 1"), Shell("echo 2")), Answer(Message("one"))}},
			Compact{},
			Restart{},
			Turn{Text: "Two", Replies: []Reply{Answer(Reasoning("three"), Shell("echo 3")), Answer(Message("two"))}},
			Restart{},
			Rollback{1},
			Turn{Text: "Two bis", Replies: []Reply{Answer(Message("two bis"))}},
			Restart{},
			Compact{},
			Restart{},
			Turn{Text: "Three", Replies: []Reply{Answer(Message("three"))}},
		}},
	}
}
