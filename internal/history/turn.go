package history

import (
	"time"

	"promptctl/internal/codex"
	"promptctl/internal/diag"
	"promptctl/internal/rollout"

	"github.com/google/uuid"
)

// turnState is what is known of the turn that the lines are in.
type turnState struct {
	number     int
	id         string
	tasks      bool // the thread marks its turns by task events
	open       bool // between task_started and its end
	input      bool // user input that no request has carried yet
	outputs    bool // tool outputs that no request has carried yet
	context    *TurnContext
	applied    bool // thread_settings_applied since the last turn_context
	repeated   bool // the last one changed nothing
	announced  bool // one stood in front of the turn's task_started
	modelFacts *codex.Model
	counted    int // the turn whose steps are counted
	steps      int
}

func (t *turnState) begin(id string) {
	t.number++
	t.id = id
	t.input, t.outputs = false, false
}

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
		settings, err := parseThreadSettings(l.Payload)
		if err != nil {
			r.Found.Add(diag.Warning, "undecodable-event", r.place(l), "thread_settings_applied: %v", err)
			return nil
		}
		r.turn.applied, r.turn.repeated = true, settings.same(r.settingsInForce())
		r.turn.announced = !r.turn.open
		r.settings = settings
		return nil
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

// settingsInForce are the last ones announced, or what they would be if nothing was.
func (r *Replay) settingsInForce() *ThreadSettings {
	if r.settings != nil {
		return r.settings
	}
	s := &ThreadSettings{ModelProviderID: r.thread.Meta.ModelProvider}
	if r.turn.context != nil {
		s.Model = r.turn.context.Model
	}
	return s
}

func (r *Replay) taskStarted(l *rollout.Line) error {
	if r.turn.number > 0 && r.anotherProcess() {
		r.restarted = true
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

// anotherProcess reports whether the task that starts shows by what is in front of it that it runs in another process.
//
// NOTE(codex): 0.145.0 and 0.171.0 nothing marks a resume. What gives it away: the task before never ended; codex exec
// runs one turn in each process; see also turnContext.
func (r *Replay) anotherProcess() bool {
	exec := string(r.thread.Meta.Source) == `"exec"` && r.own
	return r.turn.open || exec || r.contextBetweenTasks()
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

// tokenCount ends a response. Its sum grows with each request, so a sum that grew without an item tells of an empty answer.
func (r *Replay) tokenCount(l *rollout.Line) error {
	count := parseTokenCount(l.Payload)
	grew := count != nil && count.Total != r.total
	if grew {
		r.total = count.Total
	}
	if r.recorded {
		r.recorded = false // the count of a response that a token_usage_record has ended
		return nil
	}
	if r.response != nil && !r.response.ended {
		if grew {
			r.response.step.Reported = &count.Last
		}
		r.endResponse()
		return nil
	}
	if grew && r.turn.open && count.Last.InputTokens+count.Last.OutputTokens > 0 {
		if err := r.flush(); err != nil {
			return err
		}
		empty := r.emptyResponse()
		empty.step.Reported = &count.Last
		r.response = empty
		r.turn.input, r.turn.outputs = false, false
	}
	return nil
}

// turnContext takes the settings of the turn, and finds out whether they show that another process runs it.
func (r *Replay) turnContext(l *rollout.Line) error {
	c, err := parseTurnContext(l.Payload)
	if err != nil {
		r.Found.Add(diag.Warning, "undecodable-line", r.place(l), "turn_context: %v", err)
		return nil
	}
	r.endResponse() // where a torn line has swallowed what ends it
	r.mark(mark{kind: markTurnContext, turnID: c.TurnID, origin: r.origin(l, -1, "")})
	previous := r.turn.context
	if c.anotherProcess(previous, &r.turn, r.Profile) {
		r.restarted = true
	}
	r.turn.context = c
	if r.turn.id == "" {
		r.turn.id = c.TurnID
	}
	applied := r.turn.applied
	r.turn.applied = false
	if r.restarted && !r.resumed {
		r.restart()
	}
	if (r.restarted || r.resumed) && !applied {
		r.settings = nil // a process that says nothing has what its configuration says
	}
	r.notePolicy()
	if r.restarted || r.resumed {
		r.rebuildContext()
	}
	r.restarted, r.resumed = false, false
	return nil
}

// restart is what another process sees: the history as it is read from the rollout, under its own model's policy.
func (r *Replay) restart() {
	r.process++
	r.mixedPolicies = false
	r.context.Reload(r.policy(), r.load)
}

// notePolicy remembers whether history holds outputs that were cut by another policy than the turn's.
func (r *Replay) notePolicy() {
	policy := r.policy()
	if r.cutBy != (codex.TruncationPolicy{}) && r.cutBy != policy {
		r.mixedPolicies = true
	}
	r.cutBy = policy
}

// resumedHere notes that a process begins to write at this line: the stump in front of it is the last of the one before.
func (r *Replay) resumedHere() {
	r.restart()
	r.resumed, r.turn.open = true, false
}

// inherited reports whether the request being made belongs to another thread or an earlier file.
func (r *Replay) inherited() bool { return !r.own || r.file < r.thread.Own() }

// leaveFork finds the first turn of a fork's own among the lines that it copied: one that began after the thread did.
func (r *Replay) leaveFork(turnID, lineTime string) {
	if r.own {
		return
	}
	forked, ok := idTime(r.thread.Meta.ID)
	began, known := idTime(turnID)
	if !ok || !known {
		forked, _ = time.Parse(time.RFC3339, r.thread.Meta.Timestamp)
		began, _ = time.Parse(time.RFC3339, lineTime)
	}
	if began.Before(forked) {
		return
	}
	r.own = true
	r.restarted = true // a fork is read from the file as a resume is
}

// idTime is the time in a version 7 UUID.
func idTime(id string) (time.Time, bool) {
	u, err := uuid.Parse(id)
	if err != nil || u.Version() != 7 {
		return time.Time{}, false
	}
	sec, nsec := u.Time().UnixTime()
	return time.Unix(sec, nsec), true
}
