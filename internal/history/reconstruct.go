package history

import (
	"promptctl/internal/diag"
	"promptctl/internal/rollout"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"promptctl/internal/codex"
)

type markKind uint8

const (
	markItem markKind = iota // any response item
	markInput
	markTaskStarted
	markTaskComplete
	markTurnAborted
	markTurnContext
	markCompacted
	markRolledBack
)

// mark is what the reverse scan of a reconstruction has to know of one line.
type mark struct {
	kind     markKind
	replaced bool // a compacted line with a replacement history
	turns    int  // of a rollback
	turnID   string
	origin   Origin
}

func (r *Replay) mark(m mark) { r.index = append(r.index, m) }

// markItem notes that a turn has items. One mark stands for a run of them.
func (r *Replay) markItem(o Origin) {
	if n := len(r.index); n > 0 && (r.index[n-1].kind == markItem || r.index[n-1].kind == markInput) {
		return
	}
	r.mark(mark{kind: markItem, origin: o})
}

// rolledBack takes a rollback: the history is then what a reconstruction up to its marker gives.
func (r *Replay) rolledBack(l *rollout.Line) error {
	if err := r.flush(); err != nil {
		return err
	}
	var event struct {
		Turns int `json:"num_turns"`
	}
	if err := json.Unmarshal(l.Payload, &event, jsontext.AllowDuplicateNames(true)); err != nil {
		r.Found.Add(diag.Warning, "undecodable-event", r.place(l), "thread_rolled_back: %v", err)
		return nil
	}
	r.mark(mark{kind: markRolledBack, turns: event.Turns, origin: r.origin(l, -1, "")})
	if r.Profile.Has(codex.SegmentedReconstruction) && r.crossesCompaction() {
		return r.reconstruct(l)
	}
	r.context.Rollback(event.Turns)
	if r.Profile.Has(codex.SegmentedReconstruction) {
		r.context.Reload(r.policy(), r.load)
	}
	return nil
}

// crossesCompaction reports whether the newest compaction lies in a turn that is rolled back. Only then does the reverse
// scan start elsewhere than the history in memory did.
func (r *Replay) crossesCompaction() bool {
	newest := -1
	for i := len(r.index) - 1; i >= 0 && newest < 0; i-- {
		if r.index[i].kind == markCompacted {
			newest = i
		}
	}
	if newest < 0 {
		return false
	}
	base, suffix := r.scan()
	return base != newest || suffix != newest
}

// scan walks the marks from the newest to the oldest, as a resume does, and returns the indexes of the compaction that
// history begins with and of the one behind which the lines are replayed; -1 for the start of the thread.
//
// NOTE(codex): 0.145.0 the place to replay from is taken from every compaction met while none is found, even in a turn
// that turns out to be rolled back.
func (r *Replay) scan() (base, suffix int) {
	base, suffix = -1, -1
	var seg *scannedTurn
	pending := 0
	for i := len(r.index) - 1; i >= 0; i-- {
		m := &r.index[i]
		switch m.kind {
		case markRolledBack:
			pending += m.turns
			continue
		case markTurnAborted:
			if seg == nil && m.turnID == "" {
				continue
			}
		case markTaskStarted:
			if seg != nil && seg.fits(m.turnID) {
				seg.finish(&base, &pending)
				seg = nil
			}
			continue
		}
		if seg == nil {
			seg = &scannedTurn{base: -1}
		}
		switch m.kind {
		case markInput:
			seg.user = true
		case markTaskComplete, markTurnAborted, markTurnContext:
			if seg.id == "" {
				seg.id = m.turnID
			}
		case markCompacted:
			if m.replaced && seg.base < 0 && base < 0 {
				seg.base, suffix = i, i
			}
		}
	}
	if seg != nil {
		seg.finish(&base, &pending)
	}
	return base, suffix
}

// scannedTurn is one turn of the reverse scan.
type scannedTurn struct {
	id   string
	user bool
	base int
}

func (s *scannedTurn) fits(turnID string) bool { return s.id == "" || turnID == "" || s.id == turnID }

// finish closes a turn: a rolled-back one counts for nothing, and only turns with input use a rollback up.
func (s *scannedTurn) finish(base, pending *int) {
	if *pending > 0 {
		if s.user {
			*pending--
		}
		return
	}
	if *base < 0 {
		*base = s.base
	}
}

// reconstruct makes the history anew from the file, up to and including the line l.
func (r *Replay) reconstruct(l *rollout.Line) error {
	base, suffix := r.scan()
	again := r.beside(func(*Step) error { return nil })
	again.process.number, again.lineage.own = r.process.number, true
	again.turn.context = r.turn.context
	if base >= 0 {
		items, err := again.baseAt(r.index[base].origin)
		if err != nil {
			return err
		}
		again.context.Replace(items)
	}
	from := Origin{}
	if suffix >= 0 {
		from = r.index[suffix].origin
	}
	if err := again.replayLines(from, suffix >= 0, l); err != nil {
		return err
	}
	r.context = again.context
	return nil
}

// baseAt reads the replacement history of a compacted line.
func (r *Replay) baseAt(o Origin) ([]*ResponseItem, error) {
	line, err := r.thread.Segments[o.Segment].File.ReadLine(o.Offset, o.Length)
	if err != nil {
		return nil, err
	}
	line.Segment, line.Number = o.Segment, o.Line
	c, err := r.parseCompacted(line)
	if err != nil {
		return nil, err
	}
	return c.replacement, nil
}

// replayLines records the lines behind an origin up to and including a rollback marker, with nothing but their effect on
// history: no requests, and rollbacks as plain cuts.
func (r *Replay) replayLines(from Origin, behind bool, until *rollout.Line) error {
	for i := from.Segment; i <= until.Segment; i++ {
		offset, number := int64(0), 0
		if i == from.Segment && behind {
			offset, number = from.Offset+int64(from.Length)+1, from.Line
		}
		// What is wrong with the lines was found when they were met first.
		_, err := r.lines(i, offset, number, func(l *rollout.Line) error {
			if i == until.Segment && l.Offset > until.Offset {
				return ErrStop
			}
			return r.effect(l)
		})
		if unlessStopped(err) != nil {
			return err
		}
	}
	return nil
}

// effect applies what a line does to history on a reconstruction.
func (r *Replay) effect(l *rollout.Line) error {
	switch l.Kind {
	case rollout.ResponseItem:
		return r.item(l, false)
	case rollout.InterAgentCommunication:
		return r.mail(l)
	case rollout.Compacted:
		c, err := r.parseCompacted(l)
		switch {
		case err != nil:
			return nil // said when the line was met first
		case c.replaced:
			r.context.Replace(c.replacement)
		default:
			r.context.Replace(r.rebuilt(c.message, r.origin(l, 0, Rebuilt)))
		}
	case rollout.EventMsg:
		if l.Event == "thread_rolled_back" {
			var event struct {
				Turns int `json:"num_turns"`
			}
			if json.Unmarshal(l.Payload, &event, jsontext.AllowDuplicateNames(true)) == nil {
				r.context.Rollback(event.Turns)
			}
		}
	}
	return nil
}
