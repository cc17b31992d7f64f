package history

import (
	"slices"

	"promptctl/internal/codex"
)

// ContextManager holds the items that the next request is made from, as a client's memory does.
type ContextManager struct {
	items   []*ResponseItem
	changes []recordChange
	tally   tally
	profile *codex.Profile
}

// recordChange remembers what recording did to an item, for the ledger.
type recordChange struct {
	rule   Rule
	origin Origin
	before int // items in history when it happened
	note   string
}

// Items are the items so far. The slice is only ever appended to until the next Replace or Rollback.
func (c *ContextManager) Items() []*ResponseItem { return c.items }

// Record appends an item, or refuses it; a tool output above the model's policy is shortened.
//
// NOTE(codex): 0.145.0 messages with role system, request-only items and unknown types never enter history.
func (c *ContextManager) Record(it *ResponseItem, policy codex.TruncationPolicy) {
	if !it.EntersHistory() {
		c.note(NotHistory, it, it.Type.String())
		return
	}
	kept := truncated(it, policy)
	if kept != it {
		c.note(OutputTruncated, it, "")
	}
	c.items = append(c.items, kept)
	c.tally.add(kept)
}

func (c *ContextManager) note(rule Rule, it *ResponseItem, text string) {
	c.changes = append(c.changes, recordChange{rule, it.Origin, len(c.items), text})
}

// EntersHistory reports whether recording takes the item.
func (it *ResponseItem) EntersHistory() bool {
	switch it.Type {
	case Message:
		return !it.isRole("system")
	case Other, CompactionTrigger, GhostSnapshot, ConfigurationUpdate:
		return false
	}
	return true
}

// Replace installs a compaction's history. Its items are neither truncated nor refused.
func (c *ContextManager) Replace(items []*ResponseItem) {
	c.items = items
	c.changes = nil
	c.tally.reset(items)
}

// Rollback drops the last n user turns, and says how many items went.
//
// NOTE(codex): 0.145.0 items before the first turn always survive; from 0.117 the context messages in front of the cut go
// with it.
func (c *ContextManager) Rollback(n int) (dropped int) {
	var turns []int
	for i, it := range c.items {
		if boundary(it) {
			turns = append(turns, i)
		}
	}
	if n <= 0 || len(turns) == 0 {
		return 0
	}
	cut := turns[max(len(turns)-n, 0)]
	if c.profile.Has(codex.RollbackTrimsContext) {
		for cut > turns[0] && (contextualDeveloper(c.items[cut-1], c.profile) || contextualUser(c.items[cut-1])) {
			cut--
		}
	}
	kept := c.items[:cut:cut]
	if cut == turns[0] && c.profile.Has(codex.RollbackStripsModelSwitch) {
		kept = withoutModelSwitch(kept, c.items[cut].TurnID())
	}
	dropped = len(c.items) - len(kept)
	c.items = kept
	c.tally.reset(kept)
	c.trimChanges()
	return dropped
}

// trimChanges forgets what happened to items that are gone.
func (c *ContextManager) trimChanges() {
	for i, change := range c.changes {
		if change.before > len(c.items) {
			c.changes = c.changes[:i:i] // steps that were handed out look at those behind
			return
		}
	}
}

// withoutModelSwitch drops the <model_switch> texts that a turn brought from developer messages.
func withoutModelSwitch(items []*ResponseItem, turnID string) []*ResponseItem {
	if turnID == "" {
		return items
	}
	var kept []*ResponseItem
	for _, it := range items {
		if it.Type != Message || !it.isRole("developer") || it.TurnID() != turnID || !it.mentions(codex.ModelSwitchStart) {
			kept = append(kept, it)
			continue
		}
		if left := it.withoutParts(func(text string) bool { return codex.IsModelSwitch(text) }); left != nil {
			kept = append(kept, left)
		}
	}
	return kept
}

// Reload is what reading history back from the rollout does to it, on a resume, a fork or a rollback: images are prepared
// again, and tool outputs are cut again, from the recorded text, under the policy now in force. load reads an item again
// as it was recorded.
func (c *ContextManager) Reload(policy codex.TruncationPolicy, load func(*ResponseItem) *ResponseItem) {
	old := c.items
	c.items = make([]*ResponseItem, 0, len(old))
	c.changes = slices.DeleteFunc(slices.Clone(c.changes), func(change recordChange) bool { return change.rule != NotHistory })
	for _, it := range old {
		if it.Lost {
			continue
		}
		whole := it
		if it.Truncated && it.Origin.Index < 0 {
			whole = load(it)
		}
		kept := whole
		if c.profile.Has(codex.PreparesMedia) {
			kept = prepared(whole)
		}
		if kept != whole {
			c.note(MediaPrepared, it, "")
		}
		if it.Origin.Index < 0 {
			shown := kept
			kept = truncated(shown, policy)
			if c.profile.Has(codex.TruncatesTwice) {
				kept = truncated(kept, policy)
			}
			if kept != shown {
				c.note(OutputTruncated, it, "")
			}
		}
		c.items = append(c.items, kept)
	}
	c.tally.reset(c.items)
	slices.SortStableFunc(c.changes, func(a, b recordChange) int { return a.before - b.before })
}
