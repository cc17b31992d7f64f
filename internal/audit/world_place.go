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

// placesOf finds those behind a position. The input is in the order of the lines, so it is walked from its end.
func placesOf(r *compile.Request, from position) *places {
	p := &places{}
	input := r.Input
	for i := len(input) - 1; i >= 0; i-- {
		at := positionOf(input[i].Origin)
		if at.compare(from) <= 0 {
			break
		}
		fragments := compile.PlacedFragments(input[i])
		for j := len(fragments) - 1; j >= 0; j-- {
			p.list = append(p.list, placed{fragments[j], at, Place{i, fragments[j].Part}})
		}
	}
	slices.Reverse(p.list)
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
			place := list[i].place // a copy: the list holds on to the items of its request
			return &place
		}
	}
	return nil
}
