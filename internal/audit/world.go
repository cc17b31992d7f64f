package audit

import (
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// World is the World State of a session along its requests: what is in force, since when, what was told, and what of that
// does not agree.
type World struct {
	Last     *history.Step // the newest step that was taken
	Events   []Event
	Findings []Finding

	options compile.Options
	from    position               // fragments behind it were not looked at yet
	seen    position               // of the newest item that was looked at
	world   *history.World         // of the newest step
	since   map[history.Origin]int // the first step that a line went into
	missing history.Origin         // what took away the baseline that was found missing
}

// SectionState is a section as the client believes that the model knows it.
type SectionState struct {
	ID    string
	Value jsontext.Value
	Since history.Origin // the line that gave it this value
	Step  int            // the first request with it
	Told  *Place         // the newest fragment that tells it, nil where there is none in the prompt
}

// Event is one change of the World State.
type Event struct {
	Step     int // the first request behind it; 0 for none yet
	Rule     history.WorldRule
	Origin   history.Origin
	Stated   jsontext.Value // the snapshot or patch as the line has it
	Known    bool           // there is a state behind it
	Sections []SectionChange
}

// ChangeKind says what became of a section.
type ChangeKind string

const (
	Added     ChangeKind = "added"
	Changed   ChangeKind = "changed"
	Removed   ChangeKind = "removed"
	Unchanged ChangeKind = "none" // told again as it was
)

// SectionChange is what an event did to one section.
type SectionChange struct {
	ID     string
	Change ChangeKind
	Told   *Place
}

// Place is a content entry of a request's input.
type Place struct {
	Item int
	Part int
}

// NewWorld begins an audit. The options are those that requests are compiled with, for the places in them.
func NewWorld(o compile.Options) *World {
	return &World{options: o, since: map[history.Origin]int{}}
}

// Step takes the next request. The replay has to follow the World State. A step that tells nothing new costs nothing much.
func (w *World) Step(s *history.Step) {
	w.take(s, func() *compile.Request { return compile.New(s, w.options) })
}

// Request is Step for a request that is compiled already.
func (w *World) Request(r *compile.Request) {
	w.take(r.Step, func() *compile.Request { return r })
}

func (w *World) take(s *history.Step, compiled func() *compile.Request) {
	w.Last = s
	if len(s.WorldChanges) > 0 || w.newContext(s) {
		places := placesOf(compiled(), w.from)
		w.changes(s, places)
		w.untold(s, places)
	}
	w.baseline(s)
	if s.World == w.world {
		return
	}
	w.world = s.World
	for _, section := range s.World.Sections() {
		if _, seen := w.since[section.Since]; !seen {
			w.since[section.Since] = s.Number
		}
	}
}

// newContext reports whether the history has context that was not looked at yet.
func (w *World) newContext(s *history.Step) (found bool) {
	seen := w.seen
	for i := len(s.Items) - 1; i >= 0; i-- {
		at := positionOf(s.Items[i].Origin)
		if at.compare(seen) <= 0 {
			break
		}
		if at.compare(w.seen) > 0 {
			w.seen = at
		}
		found = found || s.Items[i].Context()
	}
	return found
}

// Sections are the sections at the newest step.
func (w *World) Sections() (list []SectionState) {
	places := placesOf(compile.New(w.Last, w.options), position{index: -1})
	for _, section := range w.Last.World.Sections() {
		list = append(list, SectionState{
			ID: section.ID, Value: section.Value, Since: section.Since, Step: w.since[section.Since], Told: places.newest(section.ID),
		})
	}
	return list
}

// changes takes what happened to the state since the step before. What a rollback or a compaction cut away cannot be held
// against the history any more.
func (w *World) changes(s *history.Step, places *places) {
	cut := -1
	for i, c := range s.WorldChanges {
		if c.Rule == history.WorldRollback || c.Rule == history.WorldCompaction {
			cut = i
		}
	}
	for i, c := range s.WorldChanges {
		event := Event{Step: s.Number, Rule: c.Rule, Origin: c.Origin, Stated: c.Stated, Known: c.After.Known()}
		told := places.between(w.from, positionOf(c.Origin))
		switch {
		case c.Rule == history.WorldIgnored:
			w.find(s, c.Origin, BaselineMissing, "", "a patch, and nothing that it applies to: the client ignores it")
		case c.Rule == history.WorldFull || c.Rule == history.WorldPatch:
			event.Sections = sectionChanges(c, told)
			if i > cut {
				w.check(s, c, told)
			}
		}
		w.from = positionOf(c.Origin)
		if c.Rule == history.WorldCompaction {
			w.from.index = -1 // the items that it left are still to be looked at
		}
		w.Events = append(w.Events, event)
	}
}

// sectionChanges compares the states in front of a line and behind it.
func sectionChanges(c history.WorldChange, told []placed) (list []SectionChange) {
	for _, section := range c.After.Sections() {
		change := SectionChange{ID: section.ID, Change: Added, Told: newestOf(told, section.ID)}
		if old, _, ok := c.Before.Section(section.ID); ok {
			change.Change = Changed
			if rawjson.Equal(old, section.Value) {
				change.Change = Unchanged
			}
		}
		if change.Change != Unchanged || change.Told != nil {
			list = append(list, change)
		}
	}
	for _, section := range c.Before.Sections() {
		if _, _, ok := c.After.Section(section.ID); !ok {
			list = append(list, SectionChange{ID: section.ID, Change: Removed, Told: newestOf(told, section.ID)})
		}
	}
	return list
}

func (w *World) find(s *history.Step, origin history.Origin, code Code, section, message string) {
	w.Findings = append(w.Findings, Finding{Code: code, Section: section, Message: message, Step: s.Number, Origin: origin})
}
