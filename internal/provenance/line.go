package provenance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// Line is what a line of the rollout is to the requests of the thread.
type Line struct {
	Origin history.Origin
	Kind   string // of the line, with an event's or item's own type
	What   LineUse
	Why    string // a detail of it
	Sent   []Span
	Left   *Leaving
}

// LineUse says what a line is for.
type LineUse string

const (
	LineSent        LineUse = "sent"         // a request holds its items
	LineUnsent      LineUse = "unsent"       // it is history, and no request was sent with it
	LineRefused     LineUse = "not history"  // the client keeps it out of history
	LineOrphan      LineUse = "orphan"       // a result whose call is gone: normalization leaves it out
	LineUndecodable LineUse = "undecodable"  // the client drops it
	LineWorld       LineUse = "world state"  // what the client believes that the model was told
	LineSettings    LineUse = "settings"     // of the requests behind it
	LineSession     LineUse = "session"      // who began the thread, and its base instructions
	LineUI          LineUse = "for the UI"   // and for nobody else
	LineNothing     LineUse = "not for this" // no part of what the model reads
)

// LineAt reads a line of the thread's own file and says what it is for; nil where there is no such line.
func (t *Trail) LineAt(number int) (*Line, error) {
	segment := t.thread.Own()
	lines := t.thread.Segments[segment].File.Read(0, 0, -1)
	for line := lines.Next(); line != nil && line.Number <= number; line = lines.Next() {
		if line.Number == number {
			line.Segment = segment
			return t.lineUse(line), nil
		}
	}
	for _, d := range lines.Found {
		if d.Place.Line == number {
			return &Line{Origin: history.Origin{Segment: segment, Line: number}, Kind: "damaged", What: LineUndecodable, Why: d.Message}, nil
		}
	}
	return nil, lines.Err()
}

func (t *Trail) lineUse(line *rollout.Line) *Line {
	l := &Line{Kind: line.Kind.String(), What: LineNothing}
	l.Origin = history.Origin{Segment: line.Segment, Line: line.Number, Offset: line.Offset, Length: line.Length, Index: -1, Time: strings.Clone(line.Time)}
	switch line.Kind {
	case rollout.ResponseItem, rollout.InterAgentCommunication:
		t.itemUse(l, line)
	case rollout.Compacted:
		l.What = LineUnsent
		t.use(l, func(id history.Identity) bool { return id.Index >= 0 })
	case rollout.EventMsg:
		l.What, l.Kind = LineUI, l.Kind+" "+line.Event
		if line.Event == "token_count" || line.Event == "thread_settings_applied" {
			l.What = LineNothing
		}
	case rollout.WorldState:
		l.What = LineWorld
	case rollout.TurnContext:
		l.What = LineSettings
	case rollout.SessionMeta:
		l.What = LineSession
	case rollout.Unknown:
		l.Kind, l.Why = line.Type, "a type of line that is not known"
	}
	return l
}

func (t *Trail) itemUse(l *Line, line *rollout.Line) {
	l.What = LineUnsent
	t.use(l, func(id history.Identity) bool { return id.Index < 0 && id.Rule == history.Recorded })
	if l.What == LineSent || line.Kind != rollout.ResponseItem {
		return
	}
	it, err := history.NewItem(slices.Clone(line.Payload), line.Loose, l.Origin)
	switch {
	case err != nil:
		l.What, l.Why = LineUndecodable, err.Error()
	case !it.EntersHistory():
		l.What, l.Why = LineRefused, it.Type.String()
		if it.Type == history.Message {
			l.Why = fmt.Sprintf("a message with the role %s", it.Role())
		}
	case it.Output() && t.sentBehind(l.Origin):
		l.What, l.Why = LineOrphan, it.CallID()
	}
	if l.Left == nil {
		l.Left = t.left(history.Identity{Segment: l.Origin.Segment, Offset: l.Origin.Offset, Index: -1, Rule: history.Recorded, Type: it.Type})
	}
}

// sentBehind reports whether the newest request holds what stands behind a line.
func (t *Trail) sentBehind(o history.Origin) bool {
	return len(t.input) > 0 && behind(t.input[len(t.input)-1].Origin, o)
}

// use collects what became of the line's items.
func (t *Trail) use(l *Line, own func(history.Identity) bool) {
	for _, id := range t.itemsOf(l.Origin) {
		if !own(id) {
			continue
		}
		if len(t.stays[id].spans) > 0 {
			l.What = LineSent
		}
		for _, span := range t.Sent(id) {
			l.Sent = addSpan(l.Sent, span)
		}
		if left := t.left(id); left != nil && (l.Left == nil || left.Step > l.Left.Step) {
			l.Left = left
		}
	}
}

// itemsOf are the items that a line holds, in its order.
func (t *Trail) itemsOf(line history.Origin) (ids []history.Identity) {
	for id := range t.stays {
		if id.Segment == line.Segment && id.Offset == line.Offset {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b history.Identity) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Rule, b.Rule))
	})
	return ids
}

// addSpan puts a run of requests among others.
func addSpan(spans []Span, span Span) []Span {
	spans = append(spans, span)
	slices.SortFunc(spans, func(a, b Span) int { return a.From - b.From })
	merged := spans[:1]
	for _, s := range spans[1:] {
		last := &merged[len(merged)-1]
		if s.From > last.To+1 {
			merged = append(merged, s)
			continue
		}
		last.To = max(last.To, s.To)
	}
	return merged
}
