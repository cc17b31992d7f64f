package compare

import (
	"slices"
	"strings"

	"promptctl/internal/audit"
	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Section is a section of World State that another prompt tells otherwise, or tells again.
type Section struct {
	ID       string
	Change   audit.ChangeKind
	Means    []Change     // what is the case now, in the section's own words
	Told     *audit.Place // where the second input tells it and the first does not, nil for nowhere
	Replaces *audit.Place // what told it before, in the second input too
}

// telling is a fragment of an input.
type telling struct {
	compile.Placed
	place audit.Place
}

// tellings are the fragments of an input, by section.
func tellings(b *Body) map[string][]telling {
	list := map[string][]telling{}
	for i, it := range b.Items {
		for _, f := range placed(it.ResponseItem) {
			list[f.Section] = append(list[f.Section], telling{f, audit.Place{Item: i, Part: f.Part}})
		}
	}
	return list
}

// placed leaves base instructions and their like alone.
func placed(it *history.ResponseItem) []compile.Placed {
	if encoded(it) {
		return nil
	}
	return compile.PlacedFragments(it)
}

// sections finds what became of World State.
func (d *Diff) sections(l *alignment) {
	was, now := tellings(d.A), tellings(d.B)
	var ids []string
	for id := range was {
		ids = append(ids, id)
	}
	for id := range now {
		ids = append(ids, id)
	}
	for _, b := range []*Body{d.A, d.B} {
		for _, s := range b.world().Sections() {
			ids = append(ids, s.ID)
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		s := Section{ID: id, Change: d.sectionChange(id, was[id], now[id])}
		s.place(now[id], func(item int) bool { return d.retold(l, item) })
		silent := s.Told == nil && s.Change != audit.Changed && (s.Change != audit.Removed || len(was[id]) == 0)
		if silent || s.Change == audit.Unchanged && s.Told == nil {
			continue
		}
		if s.Change != audit.Unchanged {
			s.Means = d.meaning(id, was[id], now[id])
		}
		d.Sections = append(d.Sections, s)
	}
}

// retold reports whether an item of the second input is another one than in the first, if only because it was recorded again.
func (d *Diff) retold(l *alignment, j int) bool {
	i := l.ofB[j]
	return i < 0 || !l.kept[j] || !same(d.A, i, d.B, j) || d.oneThread() && originKey(d.A, i) != originKey(d.B, j)
}

// oneThread reports whether both are requests of the same thread.
func (d *Diff) oneThread() bool {
	return d.A.Request != nil && d.B.Request != nil && d.A.Thread.Meta.ID == d.B.Thread.Meta.ID
}

// world is the state that a body was made with; one without a baseline where there is none.
func (b *Body) world() *history.World {
	if b.Request == nil || b.Request.Step.World == nil {
		return &history.World{}
	}
	return b.Request.Step.World
}

// sectionChange compares snapshots where both have one, and what is told last elsewhere.
func (d *Diff) sectionChange(id string, was, now []telling) audit.ChangeKind {
	old, current := d.A.world(), d.B.world()
	if old.Known() && current.Known() {
		before, _, hadIt := old.Section(id)
		after, _, hasIt := current.Section(id)
		return changeKind(hadIt, hasIt, rawjson.Equal(before, after))
	}
	equal := len(was) > 0 && len(now) > 0 && was[len(was)-1].Text == now[len(now)-1].Text
	return changeKind(len(was) > 0, len(now) > 0, equal)
}

func changeKind(before, after, equal bool) audit.ChangeKind {
	switch {
	case before && !after:
		return audit.Removed
	case after && !before:
		return audit.Added
	case !before || equal:
		return audit.Unchanged
	}
	return audit.Changed
}

// place finds where the section is told newly, and what told it before.
func (s *Section) place(told []telling, isNew func(item int) bool) {
	for i := len(told) - 1; i >= 0; i-- {
		if !isNew(told[i].place.Item) {
			continue
		}
		s.Told = &told[i].place
		if i > 0 {
			s.Replaces = &told[i-1].place
		}
		return
	}
}

// meaning says what changed: of the permissions what the settings say, since their snapshot is a hash; of other sections the
// snapshot, or the text where there is none.
func (d *Diff) meaning(id string, was, now []telling) []Change {
	if id == codex.SectionPermissions {
		if list := d.permissions(); len(list) > 0 {
			return list
		}
	}
	before, _, hadIt := d.A.world().Section(id)
	after, _, hasIt := d.B.world().Section(id)
	if hadIt && hasIt && !compile.ByHash(id) {
		return trimmed(changes("", before, after))
	}
	c := Change{Path: "text", Was: lastText(was), Now: lastText(now)}
	if string(c.Was) == string(c.Now) {
		return nil
	}
	return []Change{c}
}

func lastText(told []telling) jsontext.Value {
	if len(told) == 0 {
		return nil
	}
	return rawjson.AppendString(nil, told[len(told)-1].Text)
}

// permissions compares what the turns' settings allow.
func (d *Diff) permissions() (list []Change) {
	if d.A.Request == nil || d.B.Request == nil {
		return nil
	}
	was, now := d.A.Request.Step.Context, d.B.Request.Step.Context
	if was == nil || now == nil {
		return nil
	}
	for _, name := range []string{"sandbox_policy", "approval_policy", "approvals_reviewer"} {
		list = append(list, changes(name, was.Allowed(name), now.Allowed(name))...)
	}
	return list
}

// trimmed takes the id of the only environment out of paths, where it tells nothing.
func trimmed(list []Change) []Change {
	for i := range list {
		list[i].Path = strings.TrimPrefix(list[i].Path, "environments.local.")
	}
	return list
}
