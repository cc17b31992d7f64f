package history

import "promptctl/internal/codex"

// attempt is the sampling attempt that the last turn_context announced, in releases that announce each.
type attempt struct {
	quiet bool // nothing came of it so far
	again int  // items in history when the request was first sent; 0 if this is the first time
}

// nextAttempt takes notice of a turn_context that stands in front of an attempt: of a new request, or of the same one again.
//
// NOTE(codex): 0.104.0 an attempt whose stream breaks off is made again with the request as it was; the items that had come
// by then stay in history, behind it.
func (r *Replay) nextAttempt(sameTurn bool) error {
	if !r.Profile.Has(codex.TurnContextPerAttempt) {
		return nil
	}
	last := r.turn.attempt
	r.turn.attempt = attempt{quiet: true}
	cut := r.response != nil && !r.response.ended && r.response.sampled && !r.turn.input && !r.turn.outputs
	switch {
	case !sameTurn || !r.turn.open:
	case cut:
		r.turn.attempt.again = r.response.mark
	case last.quiet:
		return r.failedAttempt(last)
	}
	return nil
}

// failedAttempt emits an attempt that left nothing, and was made again.
func (r *Replay) failedAttempt(failed attempt) error {
	input, outputs := r.turn.input, r.turn.outputs
	next := failed
	if next.again == 0 {
		next.again = len(r.context.items)
	}
	r.turn.attempt = failed
	err := r.unanswered("the attempt failed and left no item; it was made again")
	r.turn.attempt = next
	r.turn.input, r.turn.outputs = input, outputs
	return err
}

// attempted is the request of the attempt.
func (r *Replay) attempted() *response {
	made := r.request()
	if again := r.turn.attempt.again; again > 0 {
		made.mark = again
	}
	return made
}
