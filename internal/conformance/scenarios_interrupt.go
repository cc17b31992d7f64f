package conformance

import "time"

// interruptScenarios: turns that are stopped.
func interruptScenarios() []Scenario {
	slow := ShellWith("sleep 20", Params{"yield_time_ms": 20000})
	midCommand := []Step{AwaitCommand{}, Pause{time.Second / 2}, Interrupt{}}
	return []Scenario{
		{Name: "interrupt", Short: true, Steps: []Step{
			Start{},
			Turn{Text: "Run something slow", Replies: []Reply{Answer(Reasoning("slow"), slow)}, Meanwhile: midCommand},
			Turn{Text: "What happened?", Replies: []Reply{Answer(Message("It was stopped."))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("Back."))}},
			Rollback{2},
			Turn{Text: "After rollback", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "interrupt_before_reply", Steps: []Step{
			Start{},
			Turn{Text: "Stopped at once", Replies: []Reply{{Hold: true, Items: items(Message("late"))}}, Meanwhile: []Step{AwaitRequest{}, Interrupt{}}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
			Turn{Text: "Stopped at the second request", Replies: []Reply{Answer(Shell("echo x")), {Hold: true}}, Meanwhile: []Step{AwaitRequest{2}, Interrupt{}}},
			Turn{Text: "Last", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "interrupt_parallel", Steps: []Step{
			Start{},
			Turn{Text: "Several, one slow", Replies: []Reply{Answer(Shell("echo quick"), slow, Shell("echo never"))}, Meanwhile: midCommand},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
			Fork{},
			Turn{Text: "In the fork", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "interrupt_then_compact", Steps: []Step{
			Start{},
			Turn{Text: "Run something slow", Replies: []Reply{Answer(Commentary("running"), slow)}, Meanwhile: midCommand},
			Compact{},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "interrupt_steered", Steps: []Step{
			Start{},
			Turn{Text: "Run something slow", Replies: []Reply{Answer(slow)}, Meanwhile: []Step{AwaitCommand{}, Steer{"Hurry"}, Pause{time.Second / 2}, Interrupt{}}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
		}},
	}
}
