package history

import (
	"slices"

	"promptctl/internal/codex"
)

// freshContext is what a replay of an old release keeps to tell what a resumed process put in front of its history.
type freshContext struct {
	head    int             // items in front that stand in for initial context, since a compaction left none
	between []*ResponseItem // recorded since the last task ended
	newest  []*ResponseItem // the context that the newest process recorded so
}

// initialContext is what an initial context built now would be, as far as the lines tell: what the newest process recorded
// when it began, or what history begins with.
func (r *Replay) initialContext() []*ResponseItem {
	if r.fresh.newest != nil {
		return r.fresh.newest
	}
	items := r.context.items
	head := 0
	for head < len(items) && !boundary(items[head]) && !items[head].ModelMade() {
		head++
	}
	return items[:head]
}

// contextBetweenTasks reports whether initial context was recorded between tasks: in releases that rebuild it, only a resume
// does. What a user changes in a live process is recorded there too, but only that.
//
// NOTE(codex): 0.104.0 initial context always tells of the environment.
func (r *Replay) contextBetweenTasks() bool {
	return r.Profile.Has(codex.RebuildsContext) && slices.ContainsFunc(r.fresh.between, func(it *ResponseItem) bool {
		return it.Context() && it.mentions(codex.EnvironmentContextStart)
	})
}

// rebuildContext puts the initial context that a resumed process has built in front of a history that a compaction left
// without one of its own. The process recorded the same context behind that history.
func (r *Replay) rebuildContext() {
	if !r.contextBetweenTasks() {
		return
	}
	initial := slices.DeleteFunc(slices.Clone(r.fresh.between), func(it *ResponseItem) bool {
		return it.mentions(codex.ModelSwitchStart) // told to the model that takes over, and no part of it
	})
	r.fresh.newest = initial
	if r.fresh.head == 0 {
		return
	}
	before := r.context.items
	r.context.Replace(slices.Concat(initial, before[r.fresh.head:]))
	r.departures.note(before, r.context.items, ContextRebuilt, r.last)
	r.fresh.head = len(initial)
}
