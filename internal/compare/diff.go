package compare

import (
	"slices"
	"strings"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Kind says what became of an item or a tool.
type Kind string

const (
	Same    Kind = "same"
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed"
	Moved   Kind = "moved"
)

// Entry is one item of either input, or the same item in both.
type Entry struct {
	Kind    Kind
	A, B    int      // indexes, -1 for none
	Changes []Change // inside a changed one, or one that moved
}

// Tool is a tool that is new, gone or differs.
type Tool struct {
	Kind    Kind     `json:"kind"`
	Name    string   `json:"name"`
	Changes []Change `json:"changes"`
}

// Diff is what differs between two bodies.
type Diff struct {
	A, B         *Body
	Prefix       Prefix
	Divergence   *Divergence // nil where the inputs are equal
	Settings     []Change    // members of the body beside those below
	Instructions *Change
	Tools        []Tool
	Sections     []Section
	Entries      []Entry  // in the order of the second input, what is gone in front of what came
	Unresolved   []string // parts that were not compared, since they are not known
}

// New compares two bodies. between are the changes of World State from the earlier one's step to that of the later one, if
// both are of one thread.
func New(a, b *Body, between []history.WorldChange) *Diff {
	d := &Diff{A: a, B: b}
	d.members()
	d.prefix()
	d.Divergence = diverge(a, b, d.Prefix)
	aligned := align(a, b, d.Prefix.Items)
	d.entries(aligned)
	slices.Sort(d.Unresolved)
	if !d.Equal() {
		d.sections(aligned)
	}
	if d.Divergence != nil {
		d.Divergence.Cause = d.cause(between)
	}
	return d
}

// Equal reports whether nothing that is known differs.
func (d *Diff) Equal() bool {
	differs := func(e Entry) bool { return e.Kind != Same }
	return len(d.Settings) == 0 && d.Instructions == nil && len(d.Tools) == 0 && !slices.ContainsFunc(d.Entries, differs)
}

// Partners reports whether two items are taken for the same one.
func (d *Diff) Partners(i, j int) bool {
	return slices.ContainsFunc(d.Entries, func(e Entry) bool { return e.A == i && e.B == j })
}

// CacheEnd is the first part of the prompt that is not what it was: a member that stands in front of the input, or an item.
// "" says that it all is.
func (d *Diff) CacheEnd() string {
	for _, c := range d.Settings {
		if c.Path == "model" || strings.HasPrefix(c.Path, "text.format") {
			return c.Path
		}
	}
	switch {
	case len(d.Tools) > 0:
		return "tools"
	case d.Instructions != nil:
		return "instructions"
	case d.Divergence != nil:
		return itemPath(d.Divergence.Item)
	}
	return ""
}

// prefix counts the items that both inputs begin with.
func (d *Diff) prefix() {
	for i := range min(len(d.A.Items), len(d.B.Items)) {
		if !same(d.A, i, d.B, i) && !d.open(i, i) {
			return
		}
		d.Prefix.Items++
		d.Prefix.Bytes += int64(d.A.Length(i))
		d.Prefix.Tokens += history.EstimateTokens(d.A.Items[i].ResponseItem)
	}
}

// members compares what stands around the input.
func (d *Diff) members() {
	for _, name := range d.names() {
		was, now := d.known(name)
		part := d.unknown(name)
		if part != "" {
			d.unresolved(part)
		}
		switch {
		case part == compile.OutputSchema:
			d.Settings = append(d.Settings, withoutFormat(was, now)...)
		case part != "", string(was) == string(now):
		case name == "tools":
			d.Tools = toolChanges(was, now)
		case name == "instructions":
			d.Instructions = &Change{name, was, now}
		case was == nil || now == nil:
			d.Settings = append(d.Settings, Change{name, was, now})
		default:
			d.Settings = append(d.Settings, changes(name, was, now)...)
		}
	}
	d.memberOrder()
}

// names are the members of either body, in the order of the first, and those that may be part of it.
func (d *Diff) names() (names []string) {
	for _, b := range []*Body{d.A, d.B} {
		for _, m := range b.Members {
			if m.Name != inputMember && !slices.Contains(names, m.Name) {
				names = append(names, m.Name)
			}
		}
	}
	for _, name := range []string{"instructions", "tools", "text"} {
		if d.unknown(name) != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// unknown is the part of a member that may have been sent, and nothing says how; "" for none.
func (d *Diff) unknown(name string) string {
	if part := d.A.unknown(name); part != "" {
		return part
	}
	return d.B.unknown(name)
}

// withoutFormat compares two text members but for their output format.
func withoutFormat(was, now jsontext.Value) []Change {
	empty := jsontext.Value("{}")
	if was == nil {
		was = empty
	}
	if now == nil {
		now = empty
	}
	return slices.DeleteFunc(changes("text", was, now), func(c Change) bool { return strings.HasPrefix(c.Path, "text.format") })
}

// known is a member of both bodies.
func (d *Diff) known(name string) (was, now jsontext.Value) {
	was, _ = d.A.member(name)
	now, _ = d.B.member(name)
	return was, now
}

// memberOrder takes notice of members that both have in another order.
func (d *Diff) memberOrder() {
	var orders [2][]byte
	for i, b := range []*Body{d.A, d.B} {
		other := []*Body{d.B, d.A}[i]
		for _, m := range b.Members {
			if _, both := other.member(m.Name); both && !slices.Contains(d.Unresolved, m.Name) {
				orders[i] = rawjson.AppendString(append(orders[i], ','), m.Name)
			}
		}
		orders[i] = append(append([]byte{'['}, orders[i][1:]...), ']')
	}
	if string(orders[0]) != string(orders[1]) {
		d.Settings = append(d.Settings, Change{"order of members", orders[0], orders[1]})
	}
}

// entries lists what became of the items.
func (d *Diff) entries(l *alignment) {
	next := 0
	gone := func(to int) {
		for ; next < to; next++ {
			if l.ofA[next] < 0 {
				d.Entries = append(d.Entries, Entry{Kind: Removed, A: next, B: -1})
			}
		}
	}
	upTo := l.nextKept()
	for j, i := range l.ofB {
		gone(upTo[j])
		switch {
		case i < 0:
			d.Entries = append(d.Entries, Entry{Kind: Added, A: -1, B: j})
		default:
			d.Entries = append(d.Entries, d.entry(i, j, l.kept[j]))
		}
	}
	gone(len(l.ofA))
}

func (d *Diff) entry(i, j int, kept bool) Entry {
	e := Entry{Kind: Same, A: i, B: j}
	if j >= d.Prefix.Items && !same(d.A, i, d.B, j) {
		e.Kind = Changed
		e.Changes = changes(itemPath(j), d.A.Sent(i), d.B.Sent(j))
	}
	if d.open(i, j) {
		e.Kind, e.Changes = Same, nil
	}
	if d.A.Items[i].Unknown && e.Kind == Same {
		d.unresolved(d.A.Items[i].holds())
	}
	if !kept {
		e.Kind = Moved
	}
	return e
}

// open reports whether a saved body has an item whose place alone is known of the request.
func (d *Diff) open(i, j int) bool {
	x, y := d.A.Items[i], d.B.Items[j]
	return x.Unknown && d.B.Request == nil && x.Type == y.Type && x.Role() == y.Role()
}

func (d *Diff) unresolved(part string) {
	if !slices.Contains(d.Unresolved, part) {
		d.Unresolved = append(d.Unresolved, part)
	}
}

// nextKept is, for each item of b, the item of a that the next pair in order ends the gap with.
func (l *alignment) nextKept() []int {
	list := make([]int, len(l.ofB))
	next := len(l.ofA)
	for j := len(l.ofB) - 1; j >= 0; j-- {
		if l.kept[j] {
			next = l.ofB[j]
		}
		list[j] = next
	}
	return list
}

// toolChanges compares two lists of tools by their names.
func toolChanges(was, now jsontext.Value) (list []Tool) {
	if !isArray(was) || !isArray(now) {
		return []Tool{{Kind: Changed, Name: "tools", Changes: []Change{{"tools", was, now}}}}
	}
	old, names := toolsByName(was)
	current, more := toolsByName(now)
	for _, name := range more {
		if old[name] == nil {
			names = append(names, name)
		}
	}
	for _, name := range names {
		a, b := old[name], current[name]
		switch {
		case b == nil:
			list = append(list, Tool{Kind: Removed, Name: name})
		case a == nil:
			list = append(list, Tool{Kind: Added, Name: name})
		case string(a) != string(b):
			list = append(list, Tool{Changed, name, changes("tools."+name, a, b)})
		}
	}
	if len(list) == 0 {
		list = []Tool{{Kind: Moved, Name: "tools", Changes: []Change{{"tools", was, now}}}}
	}
	return list
}

func toolsByName(tools jsontext.Value) (byName map[string]jsontext.Value, names []string) {
	byName = map[string]jsontext.Value{}
	for m := rawjson.Walk(tools); m.NextElement(); {
		name := rawjson.String(rawjson.Field(m.Value, "name"))
		if name == "" {
			name = rawjson.String(rawjson.Field(m.Value, "type"))
		}
		if byName[name] == nil {
			names = append(names, name)
		}
		byName[name] = m.Value
	}
	return byName, names
}
