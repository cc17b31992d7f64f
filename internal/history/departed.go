package history

import "slices"

// Departed is an item that was in history once and is not any more.
type Departed struct {
	Origin Origin
	Type   ItemType
	Rule   Rule    // what took it away: a compaction, a rollback, …
	By     *Origin // the line that did
}

// Identity is which item it was.
func (d *Departed) Identity() Identity { return identity(d.Origin, d.Type) }

// departures remembers what left history. It does nothing unless it is on.
type departures struct {
	on   bool
	list []Departed // never changed where a step may have it
}

// note compares the history in front of a line and behind it. A rollback to before a compaction brings items back.
func (d *departures) note(before, after []*ResponseItem, rule Rule, by Origin) {
	if !d.on {
		return
	}
	kept := make(map[Identity]bool, len(after))
	for _, it := range after {
		kept[it.Identity()] = true
	}
	back := func(gone Departed) bool { return kept[gone.Identity()] }
	if rule == RolledBack && slices.ContainsFunc(d.list, back) {
		d.list = slices.DeleteFunc(slices.Clone(d.list), back)
	}
	for _, it := range before {
		if id := it.Identity(); !kept[id] {
			d.list = append(d.list, Departed{it.Origin, it.Type, rule, &by})
			kept[id] = true // an old release may have it twice
		}
	}
}
