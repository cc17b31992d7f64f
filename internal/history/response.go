package history

// response is one answer of the server as the lines show it: the items that came out of it, up to the mark that ends it.
type response struct {
	step      *Step
	mark      int  // items in history when the request was sent
	sampled   bool // something shows that a model made it; an assistant message alone may have been put there
	announced bool // the UI was told of an item in it
	summary   bool // its last item is an assistant message that the UI was not told of
	empty     bool // it holds no item at all
	ended     bool
}

// sampled takes notice of an item that a model may have made.
//
// NOTE(codex): 0.145.0 the UI event of an assistant message stands before its line; an inserted message has it behind, or
// none. Items recorded while no task runs belong to no request.
func (r *Replay) sampled(it *ResponseItem, announced bool) error {
	told := it.Type != Message || announced
	if r.turn.tasks && !r.turn.open && (r.response == nil || r.response.ended) {
		return nil
	}
	switch {
	case r.response == nil || r.response.ended:
		if err := r.flush(); err != nil {
			return err
		}
		r.response = r.request()
	case told && !r.response.sampled:
		r.response = r.request()
	}
	r.response.sampled = r.response.sampled || told
	r.response.announced = r.response.announced || announced
	r.response.summary = it.Type == Message && !announced
	r.response.step.Answered = true
	r.turn.input, r.turn.outputs = false, false
	return nil
}

// request is a request sent now, with the history as it stands.
func (r *Replay) request() *response {
	items := r.context.items
	return &response{
		mark: len(items),
		step: &Step{
			Turn: r.turn.number, TurnID: r.turn.id, Kind: KindTurn,
			Inherited: r.inherited(), Sent: r.last, Process: r.process,
			Version: r.Profile, Model: r.model(), Context: r.turn.context, Settings: r.settings,
			Base: r.base, Thread: r.thread.Meta, repairs: r.context.tally.repairs(),
		},
	}
}

// endResponse ends the newest response: what comes behind is of another.
func (r *Replay) endResponse() {
	if r.response != nil {
		r.response.ended = true
	}
}

// flush emits the newest response, if a model made it.
func (r *Replay) flush() error {
	done := r.response
	r.response = nil
	if done == nil || !done.sampled {
		return nil
	}
	return r.send(done)
}

// send hands a request out.
func (r *Replay) send(done *response) error {
	step := done.step
	r.steps++
	step.Number = r.steps
	if r.released != "" && !step.Inherited {
		step.Notes = append(step.Notes, r.released)
	}
	if r.turn.counted != step.Turn {
		r.turn.counted, r.turn.steps = step.Turn, 0
	}
	r.turn.steps++
	step.TurnStep = r.turn.steps
	step.Items = r.context.items[:done.mark:done.mark]
	step.changes = r.context.changes
	return r.emit(step)
}

// unanswered emits a request that left no item.
func (r *Replay) unanswered(notes ...string) error {
	if err := r.flush(); err != nil {
		return err
	}
	lost := r.request()
	for lost.mark > 0 && turnAborted(r.context.items[lost.mark-1]) {
		lost.mark-- // recorded after the request, when the turn was interrupted; a message, so the tally stands
	}
	lost.step.Notes = notes
	r.turn.input, r.turn.outputs = false, false
	return r.send(lost)
}
