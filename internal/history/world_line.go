package history

import (
	"bytes"
	"fmt"

	"promptctl/internal/diag"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"

	"github.com/go-json-experiment/json/jsontext"
)

// WorldRule names what happened to the World State. The text is stable: it stands in JSON.
type WorldRule string

const (
	WorldFull       WorldRule = "full"       // a line states the whole snapshot
	WorldPatch      WorldRule = "patch"      // a line states what changed
	WorldIgnored    WorldRule = "ignored"    // a patch without a baseline
	WorldCompaction WorldRule = "compaction" // a compaction took the baseline away
	WorldRollback   WorldRule = "rollback"   // a rollback made it what it was before the turns that it cut
)

// WorldChange is one thing that happened to the World State, in the order of the lines.
type WorldChange struct {
	Rule   WorldRule
	Origin Origin
	Stated jsontext.Value // the snapshot or patch of a world_state line
	Before *World
	After  *World
}

// worlds follows the World State along the lines. It does nothing unless it is on.
type worlds struct {
	on        bool
	now       *World
	reference *TurnContext  // the settings that the next turn's are compared with, nil for none
	changes   []WorldChange // since the newest request that was handed out
	dropped   int           // those before
}

// followed begins with no state.
func followed(on bool) (w worlds) {
	if on {
		w = worlds{on: true, now: &World{}}
	}
	return w
}

// refer takes the settings that a turn states.
func (w *worlds) refer(c *TurnContext, payload []byte) {
	if w.on {
		c.Stated = bytes.Clone(payload)
		w.reference = c
	}
}

func (w *worlds) change(c WorldChange) {
	c.Before = w.now
	w.changes = append(w.changes, c)
	w.now = c.After
}

// seen counts the changes so far.
func (w *worlds) seen() int { return w.dropped + len(w.changes) }

// upTo hands out the changes up to a count, and forgets them.
func (w *worlds) upTo(count int) []WorldChange {
	n := max(count-w.dropped, 0)
	taken := w.changes[:n:n]
	w.changes = w.changes[n:]
	w.dropped += n
	return taken
}

// worldState takes a world_state line.
func (r *Replay) worldState(l *rollout.Line) {
	if !r.worlds.on {
		return
	}
	origin := r.origin(l, -1, "")
	c, err := worldChange(r.worlds.now, l.Payload, origin)
	if err != nil {
		r.Found.Add(diag.Warning, "undecodable-line", r.place(l), "world_state: %v", err)
		return
	}
	r.mark(mark{kind: markWorldState, origin: origin})
	r.worlds.change(c)
}

// worldChange is what a world_state line does to a state.
//
// NOTE(codex): 0.145.0 a patch without a baseline is ignored.
func worldChange(now *World, payload []byte, origin Origin) (WorldChange, error) {
	full, state := rawjson.Field(payload, "full"), rawjson.Field(payload, "state")
	switch {
	case string(full) != "true" && string(full) != "false":
		return WorldChange{}, fmt.Errorf("full is neither true nor false")
	case !rawjson.IsObject(state):
		return WorldChange{}, fmt.Errorf("state is no object")
	}
	c := WorldChange{Rule: WorldFull, Origin: origin, Stated: jsontext.Value(rawjson.Canonical(state)), After: now}
	switch {
	case string(full) == "true":
		c.After = now.stated(c.Stated, origin)
	case now.known:
		c.Rule, c.After = WorldPatch, now.patched(c.Stated, origin)
	default:
		c.Rule = WorldIgnored
	}
	return c, nil
}

// clearWorld takes notice of a compaction.
func (r *Replay) clearWorld(origin Origin) {
	if r.worlds.on {
		r.worlds.reference = nil
		r.worlds.change(WorldChange{Rule: WorldCompaction, Origin: origin, After: cleared(WorldCompaction, origin)})
	}
}

// rewindWorld takes notice of a rollback: the state is then what the lines of the turns that are left give.
//
// NOTE(codex): 0.145.0 a rollback reads the thread again as a resume does, and installs the state found so.
func (r *Replay) rewindWorld(l *rollout.Line) error {
	if !r.worlds.on {
		return nil
	}
	left := &worlds{now: &World{}}
	told := r.scan().told
	for i := len(told) - 1; i >= 0; i-- {
		if err := r.readWorld(left, r.index[told[i]]); err != nil {
			return err
		}
	}
	origin := r.origin(l, -1, "")
	if !left.now.known {
		left.now = cleared(WorldRollback, origin)
	}
	r.worlds.reference = left.reference
	r.worlds.change(WorldChange{Rule: WorldRollback, Origin: origin, After: left.now})
	return nil
}

// readWorld reads again what one line says of the World State and its reference.
func (r *Replay) readWorld(w *worlds, m mark) error {
	if m.kind == markCompacted {
		w.now, w.reference = cleared(WorldCompaction, m.origin), nil
		return nil
	}
	line, err := r.thread.Segments[m.origin.Segment].File.ReadLine(m.origin.Offset, m.origin.Length)
	if err != nil {
		return err
	}
	if m.kind == markTurnContext {
		c, err := parseTurnContext(line.Payload)
		if err == nil {
			c.Stated = bytes.Clone(line.Payload)
			w.reference = c
		}
		return err
	}
	c, err := worldChange(w.now, line.Payload, m.origin)
	if err == nil {
		w.now = c.After
	}
	return nil
}
