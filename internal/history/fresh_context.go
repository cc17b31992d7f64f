package history

import (
	"slices"

	"promptctl/internal/codex"
)

// freshContext is what a replay of an old release keeps to tell what a resumed process put in front of its history.
type freshContext struct {
	head    int             // items in front that stand in for initial context, since a compaction left none
	between []*ResponseItem // recorded since the last task ended
}

// contextBetweenTasks reports whether context was recorded between tasks: in releases that rebuild it, only a resume does.
func (r *Replay) contextBetweenTasks() bool {
	return r.Profile.Has(codex.RebuildsContext) && slices.ContainsFunc(r.fresh.between, (*ResponseItem).Context)
}

// rebuildContext puts the initial context that a resumed process has built in front of a history that a compaction left
// without one of its own. The process recorded the same context behind that history.
func (r *Replay) rebuildContext() {
	if !r.contextBetweenTasks() || r.fresh.head == 0 {
		return
	}
	r.context.Replace(slices.Concat(r.fresh.between, r.context.items[r.fresh.head:]))
	r.fresh.head = len(r.fresh.between)
}
