package conformance

// outputScenarios: tool outputs that are long, strange or cut.
func outputScenarios() []Scenario {
	return []Scenario{
		{Name: "big_output", Model: "gpt-5.5", Steps: []Step{
			Start{},
			Turn{Text: "Print a lot", Replies: []Reply{
				Answer(Shell("seq 1 40000")), Answer(Shell("head -c 200000 /dev/zero | tr '\\0' 'x'")), Answer(Message("Printed.")),
			}},
			Turn{Text: "Unicode too", Replies: []Reply{
				Answer(Shell("for i in $(seq 1 6000); do printf '汉字é %s\\n' $i; done")), Answer(Message("Printed 2.")),
			}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "big_output_max_tokens", Steps: []Step{
			Start{},
			Turn{Text: "Print with limits", Replies: []Reply{
				Answer(ShellWith("seq 1 20000", Params{"max_output_tokens": 100}), ShellWith("seq 1 20000", Params{"max_output_tokens": 30000})),
				Answer(Message("Printed.")),
			}},
			Turn{Text: "Edge sizes", Replies: []Reply{
				Answer(Shell("head -c 39990 /dev/zero | tr '\\0' 'x'"), Shell("head -c 48010 /dev/zero | tr '\\0' 'y'"), Shell("head -c 9990 /dev/zero | tr '\\0' 'z'")),
				Answer(Message("Printed.")),
			}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "big_output_token_limit", Config: "tool_output_token_limit = 500", Steps: []Step{
			Start{},
			Turn{Text: "Print", Replies: []Reply{Answer(Shell("seq 1 20000")), Answer(Message("Printed."))}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "big_output_model_switch", Model: "gpt-5.5", Steps: []Step{
			Start{},
			Turn{Text: "Print", Replies: []Reply{Answer(Shell("seq 1 12000")), Answer(Message("Printed."))}},
			Turn{Text: "Print under the other", With: Params{"model": "gpt-5.2"}, Replies: []Reply{Answer(Shell("seq 1 12000")), Answer(Message("Printed."))}},
			Restart{With: Params{"approvalPolicy": "on-request"}},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
			Turn{Text: "Back", With: Params{"model": "gpt-5.5"}, Replies: []Reply{Answer(Message("ok"))}},
			Restart{With: Params{"sandbox": "read-only"}},
			Turn{Text: "After another resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "running_command", Steps: []Step{
			Start{},
			Turn{Text: "Start and poll", Replies: []Reply{
				Answer(ShellWith("echo begun; sleep 1; echo over", Params{"yield_time_ms": 250})),
				Answer(Call("write_stdin", Params{"session_id": 1000, "chars": "", "yield_time_ms": 2000})),
				Answer(Message("polled")),
			}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "many_outputs", Steps: []Step{
			Start{},
			Turn{Text: "Many and large", Replies: []Reply{
				Answer(Shell("seq 1 9000"), Shell("seq 1 9000 | tac"), Shell("seq 1 9000 | sed s/^/a/"), Shell("seq 1 300"), Shell("true"), Shell("seq 1 9000 >&2")),
				Answer(Shell("printf ''"), Shell("printf 'no newline'"), Shell("printf '\\n\\n\\n'")),
				Answer(Message("many")),
			}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
			Fork{},
			Turn{Text: "In the fork", Replies: []Reply{Answer(Message("ok"))}},
		}},
	}
}
