package history

import "promptctl/internal/codex"

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
	attempt    attempt
	counted    int // the turn whose steps are counted
	steps      int
}

func (t *turnState) begin(id string) {
	t.number++
	t.id = id
	t.input, t.outputs = false, false
	t.attempt = attempt{}
}
