package conformance

// forkScenarios: threads that begin as copies.
func forkScenarios() []Scenario {
	return []Scenario{
		{Name: "fork", Short: true, Steps: []Step{
			Start{},
			Turn{Text: "Original", Replies: []Reply{Answer(Reasoning("r"), Shell("echo o")), Answer(Message("orig"))}},
			Fork{Params{"sandbox": "read-only"}},
			Turn{Text: "In the fork", Replies: []Reply{Answer(Message("forked"))}},
			Compact{},
			Turn{Text: "Fork after compaction", Replies: []Reply{Answer(Message("forked 2"))}},
			Return{0},
			Turn{Text: "In the original", Replies: []Reply{Answer(Message("orig 2"))}},
		}},
		{Name: "fork_of_fork", Steps: []Step{
			Start{},
			Turn{Text: "Original", Replies: []Reply{Answer(Shell("echo o")), Answer(Message("orig"))}},
			Fork{},
			Turn{Text: "Child", Replies: []Reply{Answer(Message("child"))}},
			Fork{Params{"model": "gpt-5.5"}},
			Turn{Text: "Grandchild", Replies: []Reply{Answer(Message("grandchild"))}},
			Restart{},
			Turn{Text: "Grandchild after resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "fork_after_compaction", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Compact{},
			Turn{Text: "Two", Replies: []Reply{Answer(Shell("echo 2")), Answer(Message("two"))}},
			Fork{},
			Turn{Text: "In the fork", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{2},
			Turn{Text: "After rollback in the fork", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "fork_then_rollback", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Two", Replies: []Reply{Answer(Message("two"))}},
			Rollback{1},
			Fork{},
			Rollback{1},
			Turn{Text: "Fresh in the fork", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "fork_paginated", Steps: []Step{
			Start{Params{"historyMode": "paginated"}},
			Turn{Text: "One", Replies: []Reply{Answer(Shell("echo 1")), Answer(Message("one"))}},
			Optional{Fork{}},
			Turn{Text: "In the fork", Replies: []Reply{Answer(Message("ok"))}},
			Compact{},
			Turn{Text: "After compaction", Replies: []Reply{Answer(Message("ok"))}},
			Return{0},
			Turn{Text: "In the original", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "fork_at_turn", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Two", Replies: []Reply{Answer(Message("two"))}},
			Optional{ForkAt{0}},
			Turn{Text: "After the first", Replies: []Reply{Answer(Message("ok"))}},
		}},
	}
}
