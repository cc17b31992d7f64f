package conformance

import "strings"

// turnScenarios: turns and the ways in which a response can arrive.
func turnScenarios() []Scenario {
	return []Scenario{
		{Name: "basic", Short: true, Steps: []Step{
			Start{},
			Turn{Text: "List the files please", Replies: []Reply{
				Answer(Reasoning("looking"), Commentary("I will list."), Shell("ls")),
				Answer(Message("Done.")),
			}},
			Turn{Text: "And again", Replies: []Reply{Answer(Unphased("Nothing new."))}},
		}},
		{Name: "streamed", Short: true, Steps: []Step{
			Start{},
			Turn{Text: "Word by word", Replies: []Reply{
				{Deltas: true, Items: items(Reasoning("thinking aloud"), Commentary("First a look."), Shell("ls"), Patch(addFile("new.txt")))},
				{Deltas: true, Items: items(Reasoning("nearly"), Message("That was it."))},
			}},
			Turn{Text: "Once more", Replies: []Reply{{Deltas: true, Items: items(Message("Again."))}}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{{Deltas: true, Items: items(Message("Back."))}}},
		}},
		{Name: "rate_limits", Steps: []Step{
			Start{},
			Turn{Text: "Watch the limits", Replies: []Reply{
				{Header: limits("10"), Items: items(Shell("echo 1"))},
				{Header: limits("20"), Items: items(Shell("echo 2"), Shell("echo 3"))},
				{Header: limits("30"), Items: items(Message("watched"))},
			}},
			Turn{Text: "And on", Replies: []Reply{{Header: limits("40"), Items: items(Message("on"))}}},
			Compact{Replies: []Reply{{Header: limits("50"), Items: items(Message("SUMMARY under limits"))}}},
			Turn{Text: "After", Replies: []Reply{{Header: limits("60"), Items: items(Message("after"))}}},
		}},
		{Name: "many_steps", Steps: []Step{
			Start{},
			Turn{Text: "Go on for long", Replies: repeated(12, Answer(Reasoning("next"), Shell("echo step")))},
			Turn{Text: "Enough", Replies: []Reply{Answer(Message("stopped"))}},
		}},
		{Name: "parallel_calls", Short: true, Steps: []Step{
			Start{},
			Turn{Text: "All at once", Replies: []Reply{
				Answer(Shell("sleep 0.3; echo slow"), Shell("echo fast"), Shell("exit 3"), Patch(addFile("a.txt")), Call("no_such_tool", Params{"a": 1}),
					Shell("echo last"), Shell("seq 1 50")),
				Answer(Message("all done")),
			}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("next"))}},
		}},
		{Name: "quiet_responses", Steps: []Step{
			Start{},
			Turn{Text: "Say nothing", Replies: []Reply{Answer()}},
			Turn{Text: "Only think", Replies: []Reply{Answer(Reasoning("just a thought"))}},
			Turn{Text: "Say an empty text", Replies: []Reply{Answer(Message(""))}},
			Turn{Text: "Say two things", Replies: []Reply{Answer(Message("one"), Message("two"))}},
			Turn{Text: "Speak after the call", Replies: []Reply{Answer(Shell("echo x"), Commentary("spoken after")), Answer(Message("end"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "odd_texts", Short: true, Steps: []Step{
			Start{},
			Turn{Text: oddText, Replies: []Reply{
				Answer(Reasoning(oddText), Commentary(oddText), Shell("printf 'tab\\there \\\\ \"quoted\" \\033[31mred\\033[0m \\001 \\342\\200\\250 \\377 \\r\\n'")),
				Answer(Message(oddText)),
			}},
			Turn{Text: "  \n padded \n\n", Replies: []Reply{Answer(Message("\n\n"))}},
			Restart{},
			Turn{Text: "<environment_context>\nnot one</environment_context>", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{1},
			Turn{Text: "# AGENTS.md instructions for nobody", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{1},
			Turn{Text: "End", Replies: []Reply{Answer(Message("end"))}},
		}},
		{Name: "output_schema", Steps: []Step{
			Start{Params{"developerInstructions": "Answer in one line."}},
			Turn{Text: "Give JSON", With: Params{"outputSchema": Params{"type": "object", "properties": Params{"answer": Params{"type": "string"}},
				"required": []string{"answer"}, "additionalProperties": false}, "effort": "low"},
				Replies: []Reply{Answer(Message(`{"answer":"x"}`))}},
			Turn{Text: "Plain again", With: Params{"summary": "detailed"}, Replies: []Reply{Answer(Message("plain"))}},
			Turn{Text: "Without summary", With: Params{"summary": "none"}, Replies: []Reply{Answer(Message("plain"))}},
		}},
	}
}

// oddText holds what an encoder may escape or lose.
const oddText = "quotes \" and \\ back, <b>&amp;</b>, tab\t, del \x7f, bell \x07, nul-free, line\u2028para\u2029, é汉😀, \u200b\ufeff, {{braces}}, C:\\n"

func items(list ...Item) []Item { return list }

func repeated(n int, reply Reply) []Reply {
	var all []Reply
	for range n {
		all = append(all, reply)
	}
	return all
}

// limits are the headers from which a client learns its rate limits.
func limits(percent string) map[string]string {
	return map[string]string{
		"x-codex-primary-used-percent": percent, "x-codex-primary-window-minutes": "300", "x-codex-primary-reset-at": "1900000000",
		"x-codex-secondary-used-percent": percent, "x-codex-secondary-window-minutes": "10080",
	}
}

func addFile(name string) string {
	return strings.Join([]string{"*** Begin Patch", "*** Add File: " + name, "+hi", "*** End Patch", ""}, "\n")
}
