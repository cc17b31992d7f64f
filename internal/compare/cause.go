package compare

import (
	"strings"

	"promptctl/internal/history"
)

// CauseKind names why two inputs differ from some byte on. The text is stable: it stands in JSON.
type CauseKind string

const (
	Appended      CauseKind = "appended"      // the second goes on where the first ends
	Shortened     CauseKind = "shortened"     // the first goes on where the second ends
	Compaction    CauseKind = "compaction"    // a compaction replaced what was there
	Rollback      CauseKind = "rollback"      // a rollback cut what was there
	Normalization CauseKind = "normalization" // a rule applies to one of them only
	Encoding      CauseKind = "encoding"      // one is Responses Lite, or has its base instructions in the input
	Restart       CauseKind = "restart"       // another process read the item back
	Release       CauseKind = "release"       // another release of the client writes it otherwise
	WorldState    CauseKind = "world_state"   // a section is told there
	ModelSwitch   CauseKind = "model"         // another model takes other items
	OtherThread   CauseKind = "other_thread"  // they are not of one thread
	Unknown       CauseKind = "unknown"
)

// Cause is why two inputs begin to differ.
type Cause struct {
	Kind    CauseKind
	Rule    history.Rule    // of a normalization
	Section string          // of World State
	Origin  *history.Origin // the line that did it, nil where none did
}

func (d *Diff) cause(between []history.WorldChange) Cause {
	n := d.Divergence.Item
	a, b := d.A.Request, d.B.Request
	var x, y *history.ResponseItem
	if n < len(d.A.Items) {
		x = d.A.Items[n].ResponseItem
	}
	if n < len(d.B.Items) {
		y = d.B.Items[n].ResponseItem
	}
	switch {
	case x == nil:
		return Cause{Kind: Appended}
	case !d.oneThread():
		return Cause{Kind: OtherThread}
	case a.Encoding != b.Encoding, encoded(x) || y != nil && encoded(y):
		return Cause{Kind: Encoding}
	}
	if rule := d.ruleAt(n); rule != "" {
		return Cause{Kind: Normalization, Rule: rule}
	}
	if y != nil && originKey(d.A, n) == originKey(d.B, n) {
		return d.rewritten()
	}
	if newest := cut(between); newest != nil {
		kind := Compaction
		if newest.Rule == history.WorldRollback {
			kind = Rollback
		}
		return Cause{Kind: kind, Origin: &newest.Origin}
	}
	if y == nil {
		return Cause{Kind: Shortened}
	}
	if told := placed(y); len(told) > 0 {
		return Cause{Kind: WorldState, Section: told[0].Section}
	}
	if a.Step.Model.Slug != b.Step.Model.Slug {
		return Cause{Kind: ModelSwitch}
	}
	return Cause{Kind: Unknown}
}

func encoded(it *history.ResponseItem) bool {
	return it.Origin.Rule == history.LitePrefix || it.Origin.Rule == history.BaseMessage
}

// ruleAt is a rule that applies to an item of one request and not to that of the other.
func (d *Diff) ruleAt(n int) history.Rule {
	rules := func(b *Body) map[history.Rule]bool {
		set := map[history.Rule]bool{}
		for _, c := range b.Request.Ledger {
			if c.Item == n {
				set[c.Rule] = true
			}
		}
		return set
	}
	was, now := rules(d.A), rules(d.B)
	for _, list := range []history.Ledger{d.A.Request.Ledger, d.B.Request.Ledger} {
		for _, c := range list {
			if c.Item == n && was[c.Rule] != now[c.Rule] {
				return c.Rule
			}
		}
	}
	return ""
}

// rewritten is why one recorded item is sent in two ways.
func (d *Diff) rewritten() Cause {
	a, b := d.A.Request.Step, d.B.Request.Step
	switch {
	case a.Version.Version != b.Version.Version:
		return Cause{Kind: Release}
	case a.Process != b.Process:
		return Cause{Kind: Restart}
	case a.Model.Slug != b.Model.Slug:
		return Cause{Kind: ModelSwitch}
	case strings.HasSuffix(d.Divergence.Path, ".id"):
		return Cause{Kind: Release}
	}
	return Cause{Kind: Unknown}
}

// cut is the newest change that took something away from history.
func cut(between []history.WorldChange) *history.WorldChange {
	for i := len(between) - 1; i >= 0; i-- {
		if between[i].Rule == history.WorldCompaction || between[i].Rule == history.WorldRollback {
			return &between[i]
		}
	}
	return nil
}
