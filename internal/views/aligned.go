package views

import (
	"cmp"
	"slices"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// Aligned is the four views of a step, row by row.
type Aligned struct {
	Request *compile.Request
	Rows    []*Row
}

// New lines the views of a request up. The replay that its step is of has to remember what left history.
func New(thread *rollout.Thread, r *compile.Request) (*Aligned, error) {
	l, err := readLines(thread, r.Step)
	if err != nil {
		return nil, err
	}
	l.matchScreen()
	l.undoShown()
	a := &Aligned{Request: r}
	a.history(l)
	a.request()
	return a, nil
}

// history puts the rows in the order of history. What is not in it any more stands where its line does.
func (a *Aligned) history(l *lines) {
	var inHistory []*Row
	taken := map[*Row]bool{}
	for i, it := range a.Request.Step.Items {
		row := l.byID[it.Identity()]
		if row == nil || taken[row] {
			row = &Row{Request: -1, Line: it.Origin, Kind: "history"}
			row.mark(Screen, Hidden, "a compaction wrote it", nil)
		}
		taken[row] = true
		row.Item, row.Head, row.History, row.Gone = it, headOf(it), i, false
		row.Marks = deleteMarks(row.Marks, History)
		inHistory = append(inHistory, row)
	}
	rest := slices.DeleteFunc(l.rows, func(r *Row) bool { return taken[r] })
	for _, row := range inHistory {
		for len(rest) > 0 && before(rest[0].Line, row.Line) {
			a.Rows = append(a.Rows, rest[0])
			rest = rest[1:]
		}
		a.Rows = append(a.Rows, row)
	}
	a.Rows = append(a.Rows, rest...)
}

// before orders lines, and the items of one line.
func before(a, b history.Origin) bool {
	return cmp.Or(cmp.Compare(a.Segment, b.Segment), cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Index, b.Index)) < 0
}

// request puts the items of the input to the rows of history, and makes rows of those that are in no other view.
func (a *Aligned) request() {
	places := map[history.Identity][]int{}
	for i, it := range a.Request.Input {
		places[it.Identity()] = append(places[it.Identity()], i)
	}
	placed := make([]bool, len(a.Request.Input))
	for _, row := range a.Rows {
		if row.History < 0 {
			continue
		}
		id := row.Item.Identity()
		if len(places[id]) == 0 {
			row.mark(Request, Dropped, string(history.OrphanOutput), nil)
			continue
		}
		row.Request = places[id][0]
		row.Item = a.Request.Input[row.Request]
		placed[row.Request] = true
		places[id] = places[id][1:]
	}
	a.insert(placed)
	a.ledger()
}

// insert makes rows of what was made up for the request, behind the item in front of it.
func (a *Aligned) insert(placed []bool) {
	at := 0
	for i, known := range placed {
		if known {
			for a.Rows[at].Request != i {
				at++
			}
			at++
			continue
		}
		it := a.Request.Input[i]
		row := &Row{Head: headOf(it), Item: it, Request: i, History: -1, Kind: "request"}
		row.mark(Request, Synthesised, string(it.Origin.Rule), nil)
		row.mark(Screen, Hidden, "it is made up for the request", nil)
		a.Rows = slices.Insert(a.Rows, at, row)
		at++
	}
}

// ledger marks what recording and normalization changed.
func (a *Aligned) ledger() {
	byRequest := map[int]*Row{}
	for _, row := range a.Rows {
		if row.Request >= 0 {
			byRequest[row.Request] = row
		}
	}
	for _, c := range a.Request.Ledger {
		row := byRequest[c.Item]
		if row == nil {
			continue
		}
		switch c.Rule {
		case history.OutputTruncated:
			row.mark(History, Truncated, string(c.Rule), nil)
		case history.MediaPrepared:
			row.mark(History, Stripped, string(c.Rule), nil)
		case history.ImageStripped, history.AudioStripped:
			row.mark(Request, Stripped, string(c.Rule), nil)
		}
	}
}

// Filter keeps the rows that a view has, and that have one of the roles, types and phases; none of a kind means any.
type Filter struct {
	View   View
	Roles  []string
	Types  []string
	Phases []string
}

// Keeps reports whether a row stays.
func (f Filter) Keeps(r *Row) bool {
	kind := ""
	if r.Head.Type != history.Other {
		kind = r.Head.Type.String()
	}
	shown := ""
	if r.Shown != nil {
		shown = string(r.Shown.Kind)
	}
	return (f.View == "" || r.Has(f.View)) && oneOf(f.Roles, r.Head.Role) && oneOf(f.Types, kind, shown) && oneOf(f.Phases, r.Head.Phase)
}

func oneOf(wanted []string, values ...string) bool {
	if len(wanted) == 0 {
		return true
	}
	return slices.ContainsFunc(values, func(v string) bool { return v != "" && slices.Contains(wanted, v) })
}
