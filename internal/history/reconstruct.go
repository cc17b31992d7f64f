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
	markWorldState // only where it is followed
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
	if err := r.rewindWorld(l); err != nil {
		return err
	}
	before := r.context.items
	if err := r.cutBack(event.Turns, l); err != nil {
		return err
	}
	r.departures.note(before, r.context.items, RolledBack, r.origin(l, -1, ""))
	return nil
}

// cutBack makes the history that a rollback at the line l leaves.
func (r *Replay) cutBack(turns int, l *rollout.Line) error {
	if r.Profile.Has(codex.SegmentedReconstruction) && r.crossesCompaction() {
		return r.reconstruct(l)
	}
	r.context.Rollback(turns)
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
	left := r.scan()
	return left.base != newest || left.suffix != newest
}

// reconstruct makes the history anew from the file, up to and including the line l.
func (r *Replay) reconstruct(l *rollout.Line) error {
	base, suffix := r.scan().from()
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
