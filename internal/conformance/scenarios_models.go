package conformance

// modelScenarios: models, their encodings and their moods.
func modelScenarios() []Scenario {
	mode := func(name string) Params {
		return Params{"collaborationMode": Params{"mode": name, "settings": Params{"model": "gpt-5.4", "reasoning_effort": "medium", "developer_instructions": nil}}}
	}
	return []Scenario{
		{Name: "resume_model_switch", Model: "gpt-5.4", OwnInstructions: true, Steps: []Step{
			Start{},
			Turn{Text: "First question", Replies: []Reply{Answer(Message("First answer"))}},
			Turn{Text: "Second on another model", With: Params{"model": "gpt-5.5"}, Replies: []Reply{Answer(Message("Second answer"))}},
			Restart{Plain: true},
			Turn{Text: "Third after resume", Replies: []Reply{Answer(Message("Third answer"))}},
			Turn{Text: "Fourth back", With: Params{"model": "gpt-5.4", "effort": "high"}, Replies: []Reply{Answer(Message("Fourth answer"))}},
			Rollback{1},
			Turn{Text: "Fourth bis", Replies: []Reply{Answer(Message("Fourth answer"))}},
			Compact{},
			Turn{Text: "After compaction", With: Params{"model": "gpt-5.5"}, Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "lite_model", Model: "gpt-5.6-luna", Short: true, Steps: []Step{
			Start{},
			Turn{Text: "Hello lite", Replies: []Reply{Answer(Reasoning("r"), Custom("exec", "text('hi')")), Answer(Message("Lite ok"))}},
			Turn{Input: []Params{text("image"), {"type": "image", "url": pixelURL, "detail": "high"}}, Replies: []Reply{Answer(Message("Lite image ok"))}},
			Compact{},
			Turn{Text: "After", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "lite_own_instructions", Model: "gpt-5.6-sol", OwnInstructions: true, Steps: []Step{
			Start{},
			Turn{Text: "Hello lite", Replies: []Reply{Answer(Message("Lite ok"))}},
			Turn{Text: "Another lite model", With: Params{"model": "gpt-5.6-terra"}, Replies: []Reply{Answer(Message("ok"))}},
			Rollback{1},
			Turn{Text: "After rollback", Replies: []Reply{Answer(Message("ok"))}},
			Fork{},
			Turn{Text: "In the fork", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "lite_and_back", Model: "gpt-5.5", OwnInstructions: true, Steps: []Step{
			Start{},
			Turn{Text: "Ordinary", Replies: []Reply{Answer(Shell("echo o")), Answer(Message("ok"))}},
			Turn{Text: "Lite", With: Params{"model": "gpt-5.6-luna"},
				Replies: []Reply{forCompaction(Answer(Message("SUMMARY to lite"))), Answer(Custom("exec", "text('hi')")), Answer(Message("ok"))}},
			Turn{Text: "Ordinary again", With: Params{"model": "gpt-5.5"},
				Replies: []Reply{forCompaction(Answer(Message("SUMMARY from lite"))), Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "plan_mode_and_personality", Model: "gpt-5.4", OwnInstructions: true,
			Config: "developer_instructions = \"Prefer small diffs.\"\npersonality = \"pragmatic\"", Steps: []Step{
				Start{},
				Turn{Text: "Plan it", With: mode("plan"), Replies: []Reply{Answer(Message("<proposed_plan>\n- step\n</proposed_plan>"))}},
				Turn{Text: "Do it", With: mode("default"), Replies: []Reply{Answer(Message("did"))}},
				Turn{Text: "Friendly now", With: Params{"personality": "friendly"}, Replies: []Reply{Answer(Message("hey"))}},
				Turn{Text: "None now", With: Params{"personality": "none"}, Replies: []Reply{Answer(Message("."))}},
				Restart{Plain: true},
				Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
				Rollback{3},
				Turn{Text: "After rollback", Replies: []Reply{Answer(Message("ok"))}},
			}},
		{Name: "unknown_model", Model: "llama-local", Steps: []Step{
			Start{},
			Turn{Text: "Hello", Replies: []Reply{Answer(Shell("seq 1 9000")), Answer(Message("hi"))}},
			Turn{Text: "A known one", With: Params{"model": "vendor/gpt-5.5"}, Replies: []Reply{Answer(Message("hi"))}},
			Turn{Text: "A longer name", With: Params{"model": "gpt-5.5-2099-01-01"}, Replies: []Reply{Answer(Message("hi"))}},
		}},
		{Name: "efforts", Model: "gpt-5.5", Config: "model_reasoning_effort = \"low\"", Steps: []Step{
			Start{},
			Turn{Text: "Low", Replies: []Reply{Answer(Message("hi"))}},
			Turn{Text: "High", With: Params{"effort": "high"}, Replies: []Reply{Answer(Message("hi"))}},
			Turn{Text: "Still high", Replies: []Reply{Answer(Message("hi"))}},
			Optional{Turn{Text: "Fast", With: Params{"serviceTier": "priority"}, Replies: []Reply{Answer(Message("hi"))}}},
			Compact{},
			Turn{Text: "After", Replies: []Reply{Answer(Message("hi"))}},
			Restart{Plain: true},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("hi"))}},
		}},
		{Name: "configured_words", Model: "gpt-5.5", Config: "model_verbosity = \"high\"\nmodel_reasoning_summary = \"concise\"",
			Untold: []string{"text", "reasoning"}, Steps: []Step{
				Start{},
				Turn{Text: "One", Replies: []Reply{Answer(Message("hi"))}},
				Turn{Text: "Two", With: Params{"effort": "high"}, Replies: []Reply{Answer(Message("hi"))}},
			}},
	}
}
