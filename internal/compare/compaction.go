package compare

import (
	"cmp"
	"slices"
	"strings"

	"promptctl/internal/audit"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// CompactionKind says who made what a compaction leaves.
type CompactionKind string

const (
	LocalCompaction  CompactionKind = "local"  // a model was asked for a summary
	RemoteCompaction CompactionKind = "remote" // the server made one, which only it can read
	SilentCompaction CompactionKind = "silent" // nobody was asked
)

// Left is what a compaction did to history, and what the next request made of that.
type Left struct {
	Number    int // from 1
	Kind      CompactionKind
	Origin    history.Origin
	Stated    bool          // the line states what is left; else it was made from what was there
	Asked     *history.Step // the request for it, without its items; nil for none
	Before    Size
	After     Size
	Kept      Size
	Shortened []Cut
	Dropped   []Dropped
	Summary   *Summary
	Context   []Fragment // that the compaction itself put in; places in what is left
	Next      int        // the first request behind it, 0 for none yet
	Told      []Fragment // context that is told behind it, in that request
	Twice     []Twice    // in that request
	Items     *Diff      // what became of each item, from Before to After
}

// Size counts items.
type Size struct {
	Items  int `json:"items"`
	Tokens int `json:"estimated_tokens"`
}

func (s *Size) add(it *history.ResponseItem) {
	s.Items++
	s.Tokens += history.EstimateTokens(it)
}

// Cut is an item of which only a part is left.
type Cut struct {
	Origin   history.Origin // of what is left
	Was, Now int            // bytes
}

// Dropped counts what is gone, by what it was.
type Dropped struct {
	What string `json:"what"` // a type; the role of a message; context
	Size
}

// Summary is what stands for what is gone.
type Summary struct {
	Text      string
	Encrypted int // bytes, of one that only the server can read
}

// Fragment is a piece of context in a request.
type Fragment struct {
	Name    string // as a person knows it
	Section string // of World State, "" for other context
	Place   audit.Place
}

// Twice is context that a request holds more than once.
type Twice struct {
	Name   string
	Places []audit.Place
	Equal  bool // all of them say the same
	Bytes  int  // of all but the last
}

// NewLeft takes a compaction and the request that asked for it, nil for none.
func NewLeft(number int, c *history.Compacted, asked *history.Step, thread *rollout.Thread) *Left {
	l := &Left{Number: number, Kind: SilentCompaction, Origin: c.Origin, Stated: c.Replaced}
	if asked != nil {
		step := *asked
		step.Items = nil // a history that need not be kept
		l.Asked = &step
		l.Kind = LocalCompaction
		if asked.Remote {
			l.Kind = RemoteCompaction
		}
	}
	for _, it := range c.Before {
		l.Before.add(it)
	}
	for _, it := range c.After {
		l.After.add(it)
	}
	l.Items = New(ofItems(c.Before, thread), ofItems(c.After, thread), nil)
	l.sort(c)
	return l
}

// ofItems makes a body of a history, as it was recorded.
func ofItems(items []*history.ResponseItem, thread *rollout.Thread) *Body {
	b := &Body{Thread: thread, Members: []compile.Member{{Name: inputMember}}}
	for _, it := range items {
		b.Items = append(b.Items, Item{ResponseItem: it, sent: it.Raw})
	}
	return b
}

// sort says of each item what became of it.
func (l *Left) sort(c *history.Compacted) {
	gone := map[string]*Dropped{}
	for _, e := range l.Items.Entries {
		switch e.Kind {
		case Removed:
			it := c.Before[e.A]
			what := kindOf(it)
			if gone[what] == nil {
				gone[what] = &Dropped{What: what}
			}
			gone[what].add(it)
		case Added:
			l.came(c, e.B)
		default:
			l.kept(c.Before[e.A], c.After[e.B])
		}
	}
	for _, d := range gone {
		l.Dropped = append(l.Dropped, *d)
	}
	slices.SortFunc(l.Dropped, func(a, b Dropped) int {
		return cmp.Or(cmp.Compare(b.Tokens, a.Tokens), cmp.Compare(a.What, b.What))
	})
}

func (l *Left) kept(was, now *history.ResponseItem) {
	before, after := said(was), said(now)
	if len(after) < len(before) {
		l.Shortened = append(l.Shortened, Cut{now.Origin, len(before), len(after)})
		return
	}
	l.Kept.add(now)
}

func (l *Left) came(c *history.Compacted, j int) {
	it := c.After[j]
	switch {
	case it.Type == history.Compaction || it.Type == history.ContextCompaction:
		l.Summary = &Summary{Encrypted: len(it.Text(history.FieldEncryptedContent))}
	case it.Context():
		for i, p := range it.Content() {
			l.Context = append(l.Context, Fragment{Name: cmp.Or(p.Fragment, "text"), Place: audit.Place{Item: j, Part: i}})
		}
	case it.Type == history.Message && (it.Origin.Rule == history.Summary || j == len(c.After)-1 || said(it) == c.Message):
		l.Summary = &Summary{Text: said(it)}
	}
}

// said is the text of a message.
func said(it *history.ResponseItem) string {
	var texts []string
	for _, p := range it.Content() {
		texts = append(texts, p.Text)
	}
	return strings.Join(texts, "\n")
}

// kindOf names an item by its type, a message by who says it.
func kindOf(it *history.ResponseItem) string {
	switch {
	case it.Type != history.Message:
		return it.Type.String()
	case it.Context():
		return "context"
	}
	return it.Role() + " message"
}

// piece is a fragment with its text.
type piece struct {
	Fragment
	text string
}

// Sent takes the first request behind the compaction.
func (l *Left) Sent(r *compile.Request) {
	l.Next = r.Step.Number
	told := map[string][]piece{}
	var names []string
	for i, it := range r.Input {
		for _, p := range pieces(it, i) {
			if l.isBehind(it.Origin) {
				l.Told = append(l.Told, p.Fragment)
			}
			if told[p.Name] == nil {
				names = append(names, p.Name)
			}
			told[p.Name] = append(told[p.Name], p)
		}
	}
	for _, name := range names {
		l.twice(told[name])
	}
}

// isBehind reports whether a line stands behind the compaction.
func (l *Left) isBehind(o history.Origin) bool {
	return cmp.Or(cmp.Compare(l.Origin.Segment, o.Segment), cmp.Compare(l.Origin.Offset, o.Offset)) < 0
}

// pieces are the fragments in an item.
func pieces(it *history.ResponseItem, item int) (list []piece) {
	if encoded(it) || !it.Context() {
		return nil
	}
	sections := sectionsOf(it)
	for i, p := range it.Content() {
		if p.Fragment != "" {
			list = append(list, piece{Fragment{p.Fragment, sections[i], audit.Place{Item: item, Part: i}}, p.Text})
		}
	}
	return list
}

// sectionsOf are the sections that the entries of an item tell.
func sectionsOf(it *history.ResponseItem) map[int]string {
	sections := map[int]string{}
	for _, f := range placed(it) {
		sections[f.Part] = f.Section
	}
	return sections
}

// twice takes the pieces of one kind, if there is more than one. What tells no section may well stand there twice, unless it
// is the same.
func (l *Left) twice(list []piece) {
	t := Twice{Name: list[0].Name, Equal: true}
	for i, p := range list {
		t.Places = append(t.Places, p.Place)
		t.Equal = t.Equal && p.text == list[0].text
		if i < len(list)-1 {
			t.Bytes += len(p.text)
		}
	}
	if len(list) > 1 && (t.Equal || list[0].Section != "") {
		l.Twice = append(l.Twice, t)
	}
}
