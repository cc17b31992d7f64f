package conformance

import "time"

// agentScenarios: threads that work for others.
func agentScenarios() []Scenario {
	return []Scenario{
		{Name: "subagents", Features: "multi_agent = true", Steps: []Step{
			Start{},
			Turn{Text: "Delegate", Replies: []Reply{
				Answer(CallIn("multi_agent_v1", "spawn_agent", Params{"message": "Count files"})),
				{For: "Count files", Items: items(Shell("ls"))},
				Answer(CallIn("multi_agent_v1", "wait_agent", Params{"timeout_ms": 10000, "targets": []string{}})),
				Answer(Message("delegated")),
			}},
			Pause{time.Second},
			Turn{Text: "And?", Replies: []Reply{Answer(Message("done"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "subagents_forked", Features: "multi_agent = true", Steps: []Step{
			Start{},
			Turn{Text: "First", Replies: []Reply{Answer(Shell("echo first")), Answer(Message("first"))}},
			Turn{Text: "Delegate with context", Replies: []Reply{
				Answer(CallIn("multi_agent_v1", "spawn_agent", Params{"message": "Count lines", "fork_context": true})),
				{For: "Count lines", Items: items(Message("42"))},
				Answer(Message("delegated")),
			}},
			Pause{time.Second},
			Turn{Text: "And?", Replies: []Reply{Answer(Message("done"))}},
		}},
		{Name: "agents_of_lite", Model: "gpt-5.6-sol", Steps: []Step{
			Start{},
			Turn{Text: "Delegate", Replies: []Reply{
				Answer(CallIn("collaboration", "spawn_agent", Params{"task_name": "counter", "message": "Count files"})),
				{For: "Count files", Items: items(Message("3 files"))},
				Answer(CallIn("collaboration", "wait_agent", Params{"timeout_ms": 10000})),
				Answer(Message("delegated")),
			}},
			Pause{time.Second},
			Turn{Text: "And?", Replies: []Reply{Answer(Message("done"))}},
		}},
		{Name: "review", Steps: []Step{
			Start{},
			Turn{Text: "Write", Replies: []Reply{Answer(Shell("echo x > x.txt")), Answer(Message("written"))}},
			Review{Params{"type": "custom", "instructions": "Look at x.txt"}, []Reply{
				Answer(Shell("cat x.txt")),
				Answer(Message(`{"findings":[],"overall_correctness":"patch is correct","overall_explanation":"fine","overall_confidence_score":0.9}`)),
			}},
			Turn{Text: "After the review", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
	}
}
