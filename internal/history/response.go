package history

import "promptctl/internal/codex"

// response is one answer of the server as the lines show it: the items that came out of it, up to the mark that ends it.
type response struct {
	step      *Step
	mark      int        // items in history when the request was sent
	sampled   bool       // something shows that a model made it; an assistant message alone may have been put there
	announced bool       // the UI was told of an item in it
	untold    *unsampled // the request as it was if all items of the response are its own; see compactionStep
	empty     bool       // it holds no item at all
	worlds    int        // changes of World State before the request
	ended     bool
}

// unsampled is a request whose response began with an assistant message that the UI was not told of: one that was put
// there, or the answer to a request for a summary.
type unsampled struct {
	step *Step
	mark int
}

// sampled takes notice of an item that a model may have made.
//
// NOTE(codex): 0.145.0 the UI event of an assistant message stands before its line; an inserted message has it behind, or
// none. Items recorded while no task runs belong to no request.
func (r *Replay) sampled(it *ResponseItem, announced bool) error {
	told := it.Type != Message || announced || !r.Profile.Has(codex.AnnouncesMessages)
	if r.turn.tasks && !r.turn.open && (r.response == nil || r.response.ended) {
		return nil
	}
	switch {
	case r.response == nil || r.response.ended:
		if err := r.flush(); err != nil {
			return err
		}
		r.response = r.attempted()
	case told && !r.response.sampled:
		before := r.response.untold
		r.response = r.attempted()
		r.response.untold = before
	}
	r.response.sentAt(it.SampledThrough, r.context.items)
	if !told && r.response.untold == nil {
		r.response.untold = &unsampled{r.response.step, r.response.mark}
	}
	r.response.sampled = r.response.sampled || told
	r.response.announced = r.response.announced || announced
	r.response.step.Answered = true
	r.turn.input, r.turn.outputs = false, false
	return nil
}

// sentAt moves the mark back to where the request was sent, if the item says which was the last one that it held. Input that
// came while the answer was on its way stands in front of the answer in the lines.
//
// NOTE(codex): 0.169.0 sampled_through_sequence of a sampled item names the last item of its request.
func (done *response) sentAt(through int64, items []*ResponseItem) {
	if through < 0 {
		return
	}
	for done.mark > 0 && items[done.mark-1].Sequence > through {
		done.mark--
	}
}

// request is a request sent now, with the history as it stands.
func (r *Replay) request() *response {
	items := r.context.items
	return &response{
		mark: len(items), worlds: r.worlds.seen(),
		step: &Step{
			Turn: r.turn.number, TurnID: r.turn.id, Kind: KindTurn,
			Inherited: r.inherited(), Sent: r.last, Process: r.process.number,
			Version: r.Profile, Model: r.model(), Context: r.turn.context, Settings: r.settings,
			Switching: r.switching(), Base: r.base, Thread: r.thread.Meta, repairs: r.context.tally.repairs(),
			World: r.worlds.now, Reference: r.worlds.reference, Announced: r.worlds.on && r.turn.applied,
		},
	}
}

// switching reports whether the turn is about to run another model than the one in force: it is announced, and no
// turn_context has stated it yet.
func (r *Replay) switching() bool {
	return r.turn.applied && r.settings != nil && r.turn.context != nil && r.settings.Model != "" && r.settings.Model != r.turn.context.Model
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
	for _, note := range []string{r.release.note, r.release.facts} {
		if note != "" && !step.Inherited {
			step.Notes = append(step.Notes, note)
		}
	}
	if r.turn.counted != step.Turn {
		r.turn.counted, r.turn.steps = step.Turn, 0
	}
	r.turn.steps++
	step.TurnStep = r.turn.steps
	step.Items = r.context.items[:done.mark:done.mark]
	step.Mailbox = mailbox(r.context.items[done.mark:])
	step.mixedPolicies = r.process.mixed
	step.changes = r.context.changes
	step.WorldChanges = r.worlds.upTo(done.worlds)
	step.Departed = r.departures.list
	return r.emit(step)
}

// unanswered emits a request that left no item.
func (r *Replay) unanswered(notes ...string) error {
	if err := r.flush(); err != nil {
		return err
	}
	lost := r.attempted()
	for lost.mark > 0 && r.recordedAfter(r.context.items[lost.mark-1]) {
		lost.mark-- // a message, so the tally stands
	}
	lost.step.Notes = notes
	r.turn.input, r.turn.outputs = false, false
	return r.send(lost)
}

// recordedAfter reports whether an item at the end of history came behind the request that got no answer: the note that the
// turn was interrupted, or what the next process recorded before its first turn.
func (r *Replay) recordedAfter(it *ResponseItem) bool {
	return turnAborted(it) || r.Profile.Has(codex.RebuildsContext) && it.Context()
}
