package conformance

// errorScenarios: requests that fail, and what the client does about it.
func errorScenarios() []Scenario {
	cut := Reply{Cut: true, Items: items(Commentary("partial"), Shell("echo cut"))}
	return []Scenario{
		{Name: "errors", Short: true, Steps: []Step{
			Start{},
			Turn{Text: "This one fails", Replies: []Reply{Refuse(400, "bad", "bad request")}},
			Turn{Text: "This one works", Replies: []Reply{Answer(Message("ok"))}},
			Turn{Text: "Stream cut", Replies: []Reply{cut, Answer(Message("after cut")), Answer(Message("after cut 2")), Answer(Message("after cut 3"))}},
			Turn{Text: "Works again", Replies: []Reply{Answer(Message("fine"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "retries", OpenAI: true, Single: true, Steps: []Step{
			Start{},
			Turn{Text: "Busy", Replies: []Reply{Refuse(503, "busy", "try again"), Refuse(500, "oops", "broken"), Answer(Message("at last"))}},
			Turn{Text: "Cut and again", Replies: []Reply{cut, {Cut: true, Items: items(Reasoning("half a thought"))}, Answer(Message("whole"))}},
			Turn{Text: "Cut with deltas", Replies: []Reply{{Cut: true, Deltas: true, Items: items(Commentary("spoken"))}, {Cut: true}, Answer(Shell("echo on")), Answer(Message("whole"))}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "failed_responses", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Broken off", Replies: []Reply{{Failed: "invalid_prompt", Items: items(Commentary("so far"))}}},
			Turn{Text: "No quota", Replies: []Reply{{Failed: "insufficient_quota"}}},
			Turn{Text: "Bad prompt", Replies: []Reply{{Failed: "invalid_prompt"}}},
			Turn{Text: "Fails at the second request", Replies: []Reply{Answer(Shell("echo x")), Refuse(400, "bad", "bad request")}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{3},
			Turn{Text: "After rollback", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "context_overflow", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Too long", Replies: []Reply{{Failed: "context_length_exceeded", Items: items(Commentary("so far"))}}},
			Turn{Text: "Next", Replies: []Reply{forCompaction(Answer(Message("SUMMARY of too much"))), Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "rejected_image", Steps: []Step{
			Start{},
			Turn{Input: []Params{text("See"), picture(pixelURL)}, Replies: []Reply{Refuse(400, "invalid_image", "The image data you provided does not represent a valid image")}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "limit_reached", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Turn{Text: "Limited", Replies: []Reply{{Status: 429, Body: `{"error":{"type":"usage_limit_reached","message":"limit","plan_type":"plus","resets_at":1900000000}}`, Header: limits("100")}}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
		}},
	}
}
