// Package history turns rollout lines into the history that a Codex process held, request by request.
//
// The stages, in the way of the data: a line's payload becomes a [ResponseItem] over its raw JSON; [ContextManager]
// records, truncates, replaces and rolls back items as the client does; [Replay] walks a thread, finds where one request
// ends and the next begins, and hands out each [Step] with the history that it was made from; [Normalize] makes the copy
// of that history which is legal to send, with a [Ledger] of what it changed.
//
// It knows nothing of requests as bodies, of models beyond their truncation policy and modalities, or of screens.
package history
