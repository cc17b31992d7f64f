package history

import "promptctl/internal/rollout"

// event takes one event_msg line.
func (r *Replay) event(l *rollout.Line) error {
	switch l.Event {
	case "task_started", "turn_started":
		return r.taskStarted(l)
	case "task_complete", "turn_complete":
		return r.taskEnded(l, r.failedTask(l.Payload), false)
	case "turn_aborted":
		return r.taskEnded(l, false, true)
	case "token_count":
		return r.tokenCount(l)
	case "thread_rolled_back":
		return r.rolledBack(l)
	case "thread_settings_applied":
		r.settingsApplied(l)
	case "agent_message":
		r.announced = true
	case "item_completed":
		kind := completedType(l.Payload)
		r.announced = kind == "AgentMessage" || kind == "Plan" // a message that is all plan shows as nothing else
	case "user_message":
		r.mark(mark{kind: markInput, origin: r.origin(l, -1, "")})
	default:
		if !knownEvent(l.Event) {
			r.skip("event type "+l.Event, l)
		}
	}
	return nil
}

func (r *Replay) taskStarted(l *rollout.Line) error {
	if r.turn.number > 0 && r.anotherProcess() {
		r.process.restarted = true
	}
	if r.turn.open && r.turn.input {
		if err := r.unanswered("the process ended before an answer; the request may not have been sent"); err != nil {
			return err
		}
	}
	if err := r.flush(); err != nil {
		return err
	}
	id := turnIDOf(l.Payload)
	r.mark(mark{kind: markTaskStarted, turnID: id, origin: r.origin(l, -1, "")})
	r.turn.tasks, r.turn.open = true, true
	r.turn.begin(id)
	r.leaveFork(id, l.Time)
	return nil
}

// taskEnded closes the turn. A request that failed is in the lines only by what is missing.
//
// NOTE(codex): 0.145.0 a turn that fails or is interrupted after new input, without an item from a model, sent one request.
func (r *Replay) taskEnded(l *rollout.Line, failed, aborted bool) error {
	kind := markTaskComplete
	if aborted {
		kind = markTurnAborted
	}
	r.mark(mark{kind: kind, turnID: turnIDOf(l.Payload), origin: r.origin(l, -1, "")})
	err := r.lostRequest(failed, aborted)
	r.turn.announced = false
	r.turn.open, r.fresh.between = false, nil
	if err != nil {
		return err
	}
	return r.flush()
}

func (r *Replay) lostRequest(failed, aborted bool) error {
	reported := r.response == nil || r.response.step.Reported != nil
	switch {
	case r.response != nil && r.response.empty && r.response.step.Kind == KindCompaction:
		return nil // the turn failed before it asked
	case failed && (r.turn.input || r.turn.outputs && reported):
		return r.unanswered("the request failed and left no item")
	case aborted && r.turn.input:
		return r.unanswered("the turn was interrupted before an answer; the request may not have been sent")
	}
	return nil
}
