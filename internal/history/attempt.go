package history

import "promptctl/internal/codex"

// attempt is a sampling attempt: one sending of a request. Releases that send a request again as it was mark where an attempt
// begins, by a turn_context, or by a token_count that tells nothing new.
//
// NOTE(codex): 0.104.0 to 0.120.0 the items that had come before a stream broke off stay in history, behind the request.
type attempt struct {
	begun bool // one has begun in this turn
	quiet bool // nothing came of it so far
	again int  // items in history when the request was first sent; 0 if this is the first time
}

// renew says that what comes is of a new request.
func (a *attempt) renew() { *a = attempt{begun: a.begun} }

// nextAttempt takes notice of a turn_context that stands in front of an attempt: of a new request, or of the same one again.
func (r *Replay) nextAttempt() error {
	if !r.Profile.Has(codex.TurnContextPerAttempt) || !r.turn.open {
		return nil
	}
	last := r.turn.attempt
	r.turn.attempt = attempt{begun: true, quiet: true}
	if r.response != nil && !r.response.ended {
		r.brokenOff()
	} else if last.begun && last.quiet {
		return r.failedAttempt(last)
	}
	return nil
}

// brokenOff takes notice that the newest response ended before it was whole. What follows answers the same request, unless
// there is something new to ask.
func (r *Replay) brokenOff() {
	if r.Profile.Has(codex.RetriesUnchanged) && r.response.sampled && !r.turn.input && !r.turn.outputs {
		r.turn.attempt.again = r.response.mark
	}
}

// failedAttempt emits an attempt that left nothing, and was made again.
func (r *Replay) failedAttempt(failed attempt) error {
	input, outputs := r.turn.input, r.turn.outputs
	next := attempt{begun: true, quiet: true, again: failed.again}
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
		made.mark = min(again, made.mark) // a rollback in an open turn, which no client makes, leaves less
	}
	return made
}
