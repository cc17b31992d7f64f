package conformance

import "strings"

// compactionScenarios: summaries, by prompt or by trigger, and what follows them.
func compactionScenarios() []Scenario {
	summary := func(text string) Compact { return Compact{[]Reply{Answer(Message(text))}} }
	return []Scenario{
		{Name: "compact", Short: true, Steps: []Step{
			Start{},
			Turn{Text: "Explain the save button bug", Replies: []Reply{Answer(Reasoning("think"), Shell("echo one")), Answer(Message("It is the submit condition."))}},
			Turn{Text: "Fix it", Replies: []Reply{Answer(Shell("echo two")), Answer(Message("Fixed."))}},
			summary("SUMMARY: button fixed, tests pass."),
			Turn{Text: "Continue", Replies: []Reply{Answer(Shell("echo three")), Answer(Message("Continued."))}},
			summary("SUMMARY 2: all done."),
			Restart{Plain: true},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("Still here."))}},
		}},
		{Name: "compact_auto", Config: "model_auto_compact_token_limit = 5000", Steps: []Step{
			Start{},
			Turn{Text: "Work a lot", Replies: []Reply{
				{Tokens: 9000, Items: items(Shell("echo a"))}, Answer(Message("SUMMARY mid-turn")), {Tokens: 900, Items: items(Shell("echo b"))}, Answer(Message("finished")),
			}},
			Turn{Text: "More", Replies: []Reply{{Tokens: 9000, Items: items(Message("more done"))}}},
			Turn{Text: "Compaction before this turn", Replies: []Reply{Answer(Message("SUMMARY pre-turn")), Answer(Message("after"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "compact_auto_twice_in_a_turn", Config: "model_auto_compact_token_limit = 5000", Steps: []Step{
			Start{},
			Turn{Text: "Work a lot", Replies: []Reply{
				{Tokens: 9000, Items: items(Reasoning("a"), Shell("echo a"), Shell("echo aa"))}, Answer(Message("SUMMARY one")),
				{Tokens: 9000, Items: items(Shell("echo b"))}, Answer(Message("SUMMARY two")), Answer(Message("finished")),
			}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{1},
			Turn{Text: "Next bis", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "compact_twice_then_rollback", Short: true, Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Shell("echo 1")), Answer(Message("one"))}},
			Turn{Text: "Two", Replies: []Reply{Answer(Message("two"))}},
			summary("SUMMARY A"),
			Turn{Text: "Three", Replies: []Reply{Answer(Message("three"))}},
			summary("SUMMARY B"),
			Turn{Text: "Four", Replies: []Reply{Answer(Message("four"))}},
			Rollback{1},
			Turn{Text: "Four bis", Replies: []Reply{Answer(Message("four bis"))}},
			Rollback{2},
			Turn{Text: "Three bis", Replies: []Reply{Answer(Message("three bis"))}},
			Restart{},
			Rollback{1},
			Turn{Text: "Three ter", Replies: []Reply{Answer(Message("three ter"))}},
		}},
		{Name: "rollback_over_compaction", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Two", Replies: []Reply{Answer(Message("two"))}},
			summary("SUMMARY"),
			Rollback{1},
			Turn{Text: "Two bis", Replies: []Reply{Answer(Message("two bis"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{3},
			Turn{Text: "From the start", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "compact_first", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			summary(""),
			summary("SUMMARY of a summary"),
			Turn{Text: "Two", Replies: []Reply{Answer(Message("two"))}},
		}},
		{Name: "compact_long_inputs", Steps: []Step{
			Start{},
			Turn{Text: "first " + strings.Repeat("old words é ", 4000), Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "second " + strings.Repeat("new words ", 5000), Replies: []Reply{Answer(Shell("seq 1 3000")), Answer(Message("two"))}},
			Turn{Text: "third", Replies: []Reply{Answer(Message("three"))}},
			summary("SUMMARY long"),
			Turn{Text: "After", Replies: []Reply{Answer(Message("ok"))}},
			summary("SUMMARY longer"),
			Turn{Text: "After again", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "compact_fails", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Compact{[]Reply{forCompaction(Refuse(400, "bad", "no summary today"))}},
			Turn{Text: "After the failure", Replies: []Reply{Answer(Message("ok"))}},
			summary("SUMMARY at last"),
			Turn{Text: "After", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "compact_chatty", Single: true, Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Compact{[]Reply{Answer(Reasoning("summing up"), Commentary("Here it comes."), Unphased("SUMMARY in parts"))}},
			Turn{Text: "After", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "compact_calls_tool", Single: true, Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Compact{[]Reply{Answer(Commentary("Let me look first."), Shell("echo never run"))}},
			Turn{Text: "After", Replies: []Reply{Answer(Message("ok"))}},
			Compact{[]Reply{Answer()}},
			Turn{Text: "After an empty one", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "compact_settings_change", Model: "gpt-5.4", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			summary("SUMMARY"),
			Turn{Text: "Other settings", With: Params{"model": "gpt-5.5", "sandboxPolicy": Params{"type": "dangerFullAccess"}}, Replies: []Reply{Answer(Message("ok"))}},
			Rollback{1},
			Turn{Text: "After rollback", Replies: []Reply{Answer(Message("ok"))}},
			Fork{},
			Turn{Text: "In the fork", Replies: []Reply{Answer(Message("ok"))}},
		}},
	}
}

func forCompaction(reply Reply) Reply {
	reply.For = ForCompaction
	return reply
}
