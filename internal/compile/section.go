package compile

import (
	"promptctl/internal/codex"
	"promptctl/internal/history"

	"github.com/go-json-experiment/json/jsontext"
)

// Section is one part of the World State: what is the case now, and how it is told to a model that was told something before.
type Section interface {
	// ID is the section's persisted id.
	ID() string
	// Snapshot is its part of the recorded state, nil for none.
	Snapshot() jsontext.Value
	// Render is what has to be told, given what the model may have been told before.
	Render(before Previous) []Fragment
}

// Knowledge is what may be assumed of what the model was told of a section.
type Knowledge uint8

const (
	Absent  Knowledge = iota // nothing
	Unknown                  // something that no snapshot holds
	Known                    // what the snapshot says
)

// Previous is the state of a section before.
type Previous struct {
	Knowledge Knowledge
	Value     jsontext.Value // where Known
}

// previous finds out what the model was told of a section at the end of a history.
//
// NOTE(codex): 0.145.0 a snapshot counts only while the fragment that told it stands in history, for the sections that look;
// without one, a fragment in history makes the state unknown.
func previous(id string, world *history.World, items []*history.ResponseItem) Previous {
	value, _, known := world.Section(id)
	switch {
	case known && (!retains(id) || stands(id, value, items)):
		return Previous{Known, value}
	case !known && recalls(id) && stands(id, nil, items):
		return Previous{Knowledge: Unknown}
	}
	return Previous{}
}

// retains reports whether a section's snapshot counts only while its fragment stands in history. What never renders a
// fragment has none to lose.
func retains(id string) bool {
	switch id {
	case codex.SectionPermissions, codex.SectionCollaboration, codex.SectionRealtime, codex.SectionHostSkills, codex.SectionSkills,
		codex.SectionApps, codex.SectionPlugins, codex.SectionDeferred:
		return true
	}
	return false
}

// recalls reports whether a fragment in history counts for a section without a snapshot.
func recalls(id string) bool {
	switch id {
	case codex.SectionHostSkills, codex.SectionEnvironments, codex.SectionModel:
		return false
	}
	return true
}

// stands reports whether a fragment that tells the section is in history. A value that no fragment tells needs none.
func stands(id string, value jsontext.Value, items []*history.ResponseItem) bool {
	if value != nil && silent(value) {
		return true
	}
	kind, ok := codex.SectionFragment(id)
	if !ok {
		return false
	}
	for i := len(items) - 1; i >= 0; i-- {
		it := items[i]
		if it.Type != history.Message || it.Role() != kind.Role {
			continue
		}
		for _, part := range it.Content() {
			found, ok := codex.FragmentKindOf(kind.Role, part.Text)
			if ok && found.Start == kind.Start {
				return true
			}
		}
	}
	return false
}
