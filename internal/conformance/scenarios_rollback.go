package conformance

import "time"

// rollbackScenarios: turns that are taken back.
func rollbackScenarios() []Scenario {
	nested := map[string]string{"AGENTS.md": "# Root rules\n", "sub/AGENTS.md": "Sub rules\n"}
	return []Scenario{
		{Name: "rollback", Short: true, Files: nested, Steps: []Step{
			Start{},
			Turn{Text: "Turn one", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Turn two", With: Params{"cwd": "{workspace}/sub"}, Replies: []Reply{Answer(Shell("echo 2")), Answer(Message("two"))}},
			Turn{Text: "Turn three", Replies: []Reply{Answer(Message("three"))}},
			Rollback{2},
			Turn{Text: "Turn two bis", Replies: []Reply{Answer(Message("two bis"))}},
			Restart{Plain: true},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("resumed"))}},
			Rollback{3},
			Turn{Text: "From the start", Replies: []Reply{Answer(Message("fresh"))}},
		}},
		{Name: "rollback_too_far", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Rollback{9},
			Turn{Text: "Again", Replies: []Reply{Answer(Message("again"))}},
			Rollback{1},
			Rollback{1},
			Turn{Text: "And again", Replies: []Reply{Answer(Message("again"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "rollback_interrupted", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Stopped", Replies: []Reply{Answer(ShellWith("sleep 20", Params{"yield_time_ms": 20000}))}, Meanwhile: []Step{AwaitCommand{}, Pause{time.Second / 2}, Interrupt{}}},
			Rollback{1},
			Turn{Text: "Instead", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "rollback_then_compact", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Two", Replies: []Reply{Answer(Message("two"))}},
			Rollback{1},
			Compact{},
			Turn{Text: "Three", Replies: []Reply{Answer(Message("three"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "rollback_settings", Model: "gpt-5.4", OwnInstructions: true, Files: nested, Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Two, all else", With: Params{"model": "gpt-5.5", "cwd": "{workspace}/sub", "approvalPolicy": "on-request"}, Replies: []Reply{Answer(Message("two"))}},
			Rollback{1},
			Turn{Text: "Two bis", Replies: []Reply{Answer(Message("two bis"))}},
			Rollback{2},
			Turn{Text: "One bis", With: Params{"model": "gpt-5.4", "cwd": "{workspace}"}, Replies: []Reply{Answer(Message("one bis"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "revert", Files: nested, Steps: []Step{
			Start{Params{"historyMode": "paginated"}},
			Turn{Text: "Turn one", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Turn two", With: Params{"cwd": "{workspace}/sub"}, Replies: []Reply{Answer(Shell("echo 2")), Answer(Message("two"))}},
			Turn{Text: "Turn three", Replies: []Reply{Answer(Message("three"))}},
			Optional{Revert{1}},
			Turn{Text: "Turn two bis", Replies: []Reply{Answer(Message("two bis"))}},
			Restart{Plain: true},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("resumed"))}},
			Optional{Fork{}},
			Turn{Text: "In the fork of a reverted thread", Replies: []Reply{Answer(Message("forked"))}},
		}},
		{Name: "revert_over_compaction", Steps: []Step{
			Start{Params{"historyMode": "paginated"}},
			Turn{Text: "Turn one", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Turn two", Replies: []Reply{Answer(Message("two"))}},
			Compact{},
			Turn{Text: "Turn three", Replies: []Reply{Answer(Message("three"))}},
			Optional{Revert{1}},
			Turn{Text: "Turn two bis", Replies: []Reply{Answer(Message("two bis"))}},
			Compact{},
			Optional{Revert{0}},
			Turn{Text: "Turn one bis", Replies: []Reply{Answer(Message("one bis"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
	}
}
