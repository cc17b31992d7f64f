package audit

import (
	"cmp"
	"slices"

	"promptctl/internal/compile"
	"promptctl/internal/history"
)

// position orders lines and the items in them.
type position struct {
	segment int
	offset  int64
	index   int // of an item in a compacted line
}

func positionOf(o history.Origin) position { return position{o.Segment, o.Offset, o.Index} }

// lineEnd is behind every item of a line.
const lineEnd = int(^uint(0) >> 1)

func (p position) compare(q position) int {
	return cmp.Or(cmp.Compare(p.segment, q.segment), cmp.Compare(p.offset, q.offset), cmp.Compare(p.index, q.index))
}

// placed is a fragment that tells a section, with where it stands.
type placed struct {
	compile.Placed
	at    position
	place Place
}

// places are the fragments of one request, in the order of its input.
type places struct{ list []placed }

// placesOf finds them. Those of the items that the request before began with too are known.
func (w *World) placesOf(r *compile.Request) *places {
	kept := 0
	for n := min(len(w.input), len(r.Input)); kept < n && w.input[kept] == r.Input[kept]; {
		kept++
	}
	p := &w.places
	p.list = slices.DeleteFunc(p.list, func(f placed) bool { return f.place.Item >= kept })
	for i, it := range r.Input[kept:] {
		for _, f := range compile.PlacedFragments(it) {
			p.list = append(p.list, placed{f, positionOf(it.Origin), Place{kept + i, f.Part}})
		}
	}
	w.input = r.Input
	return p
}

// between lists the fragments behind one line and in front of another.
func (p *places) between(from, to position) (list []placed) {
	for _, f := range p.list {
		if f.at.compare(from) > 0 && f.at.compare(to) < 0 {
			list = append(list, f)
		}
	}
	return list
}

// newest is the last fragment that tells a section.
func (p *places) newest(section string) *Place { return newestOf(p.list, section) }

func newestOf(list []placed, section string) *Place {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Section == section {
			return &list[i].place
		}
	}
	return nil
}
