package provenance

import (
	"slices"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// Trail follows every item of a thread along its requests: in which it was sent, as a copy of which other, and what it told.
// The replay has to follow the World State and remember what left history.
type Trail struct {
	Steps int // requests so far

	thread   *rollout.Thread
	input    []*history.ResponseItem // of the newest request
	sent     []history.Identity      // the same, by identity
	stays    map[history.Identity]*stay
	copies   map[history.Identity]history.Identity // items that a compaction left, by the ones they were made from
	copied   map[history.Identity]history.Identity
	lengths  []int // of the inputs
	answered int   // the newest request that got an answer
	answers  map[history.Identity]int
	departed []history.Departed
	told     []told
	knew     map[string]bool // sections that were recorded once
	places   []place
	watch    func(*history.ResponseItem) bool
	watched  *history.ResponseItem
}

// Span is a run of neighbouring requests, by their numbers.
type Span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// stay is where an item was sent.
type stay struct {
	origin history.Origin
	spans  []Span // the last one has no end yet where open is above 0
	open   int    // places in the newest request
}

// NewTrail begins a trail. watch picks out items whose newest one is to be remembered; nil for none.
func NewTrail(thread *rollout.Thread, watch func(*history.ResponseItem) bool) *Trail {
	return &Trail{
		thread: thread, watch: watch, stays: map[history.Identity]*stay{}, answers: map[history.Identity]int{},
		copies: map[history.Identity]history.Identity{}, copied: map[history.Identity]history.Identity{}, knew: map[string]bool{},
	}
}

// Step takes the next request of the thread, at the cost of what is new in it.
func (t *Trail) Step(r *compile.Request) {
	shared := t.shared(r.Input)
	t.linkCopies(t.input[shared:], r.Input[shared:])
	for _, id := range t.sent[shared:] {
		t.stays[id].leave(t.Steps)
	}
	t.Steps = r.Step.Number
	t.sent = t.sent[:shared]
	for i, it := range r.Input[shared:] {
		id := it.Identity()
		t.sent = append(t.sent, id)
		if t.enter(it, id) {
			t.meet(it, id, t.Steps, shared+i)
		}
	}
	t.input = r.Input
	t.lengths = append(t.lengths, len(r.Input))
	t.behind(r.Step)
	if r.Step.Answered {
		t.answered = r.Step.Number
	}
}

// End takes the request that a resume would send. It is none of the thread's, but shows what the last lines did.
func (t *Trail) End(r *compile.Request) {
	for i, it := range r.Input {
		if id := it.Identity(); t.stays[id] == nil {
			t.stays[id] = &stay{origin: it.Origin}
			t.meet(it, id, 0, i)
		}
	}
	t.behind(r.Step)
}

func (t *Trail) behind(s *history.Step) {
	t.departed = s.Departed
	t.tellAll(s)
}

// shared counts the items that an input begins with as the one before it did.
func (t *Trail) shared(input []*history.ResponseItem) int {
	n := min(len(t.sent), len(input))
	for i := range n {
		if t.input[i] != input[i] && t.sent[i] != input[i].Identity() {
			return i
		}
	}
	return n
}

// enter notes that the newest request holds an item; first is true if none did before.
func (t *Trail) enter(it *history.ResponseItem, id history.Identity) (first bool) {
	s := t.stays[id]
	if s == nil {
		s = &stay{origin: it.Origin}
		t.stays[id] = s
		first = true
	}
	s.enter(t.Steps)
	return first
}

func (s *stay) enter(step int) {
	s.open++
	last := len(s.spans) - 1
	switch {
	case s.open > 1:
	case last >= 0 && s.spans[last].To >= step-1:
		s.spans[last].To = 0 // it only changed its place
	default:
		s.spans = append(s.spans, Span{From: step})
	}
}

func (s *stay) leave(last int) {
	if s.open--; s.open == 0 {
		s.spans[len(s.spans)-1].To = last
	}
}

// Sent lists the requests that held an item.
func (t *Trail) Sent(id history.Identity) []Span {
	s := t.stays[id]
	if s == nil {
		return nil
	}
	spans := append([]Span(nil), s.spans...)
	if s.open > 0 {
		spans[len(spans)-1].To = t.Steps
	}
	return spans
}

// meet takes an item that no request held before.
func (t *Trail) meet(it *history.ResponseItem, id history.Identity, step, index int) {
	if it.ModelMade() && it.Origin.Rule == history.Recorded {
		t.answers[id] = t.answered
	}
	if t.watch != nil && t.watch(it) {
		t.watched = it
	}
	for _, f := range compile.PlacedFragments(it) {
		t.places = append(t.places, place{f.Section, step, index, f.Part, it.Origin})
	}
}

// Watched is the newest item that was picked out, with the requests that held it; nil for none.
func (t *Trail) Watched() (*history.ResponseItem, []Span) {
	if t.watched == nil {
		return nil, nil
	}
	return t.watched, t.Sent(t.watched.Identity())
}

// linkCopies finds among the items that a compaction left those that say what one before it said. Of several that say the
// same, the newest is the one that is kept.
func (t *Trail) linkCopies(before, after []*history.ResponseItem) {
	var old map[string][]history.Identity
	for _, it := range slices.Backward(after) {
		if it.Origin.Index < 0 || it.Origin.Rule != history.Replaced && it.Origin.Rule != history.Rebuilt {
			continue
		}
		id := it.Identity()
		if _, known := t.copies[id]; known || t.stays[id] != nil {
			continue
		}
		if old == nil {
			old = map[string][]history.Identity{}
			for _, it := range before {
				old[it.Says()] = append(old[it.Says()], it.Identity())
			}
		}
		says := it.Says()
		if same := old[says]; len(same) > 0 {
			from := same[len(same)-1]
			old[says] = same[:len(same)-1]
			t.copies[id], t.copied[from] = from, id
		}
	}
}
