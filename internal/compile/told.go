package compile

import (
	"cmp"
	"strings"

	"promptctl/internal/agentsmd"
	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Told is the value that a fragment gives its section, where the section had another one before; ok is false where the text
// does not tell it.
func Told(f Fragment, before jsontext.Value, p *codex.Profile) (value jsontext.Value, ok bool) {
	if ByHash(f.Section) {
		return toldByHash(f, before)
	}
	switch f.Section {
	case codex.SectionAgentsMD:
		told, ok := agentsmd.ParseFragment(strings.TrimSpace(f.Text))
		return AgentsMD(told).Snapshot(), ok
	case codex.SectionEnvironments:
		old, _ := readEnvironments(before)
		e, ok := readEnvironmentContext(f.Text, old)
		return e.Snapshot(), ok
	case codex.SectionHostSkills:
		h, ok := readHostSkills(f.Text)
		return h.Snapshot(), ok
	case codex.SectionTools:
		if Masked(f.Text) {
			return nil, false
		}
		old := DeferredTools{}
		for m := rawjson.Walk(before); m.Next(); {
			old[string(m.Name)] = rawjson.String(m.Value)
		}
		d, ok := readDeferredTools(f.Text, old)
		return d.Snapshot(), ok
	case codex.SectionApps, codex.SectionDeferred:
		return boolean(true), true
	}
	return nil, false
}

// ByHash reports whether a section's fragment tells a hash in its snapshot only: the rest is not in the text.
func ByHash(section string) bool {
	return section == codex.SectionPermissions || section == codex.SectionCollaboration
}

// toldByHash is a snapshot with the hash of a fragment in it. What a capture masked has another hash than the client's.
func toldByHash(f Fragment, before jsontext.Value) (jsontext.Value, bool) {
	kind, whole := codex.FragmentKindOf(f.Role, f.Text)
	if !whole || kind.End == "" || Masked(f.Text) {
		return nil, false
	}
	text := f.Text
	if f.Section == codex.SectionPermissions && rawjson.IsObject(before) {
		text, _ = withoutPrefixes(text)
	}
	hash := jsontext.Value(`"` + sectionHash(f.Role, text) + `"`)
	if !rawjson.IsObject(before) {
		return hash, f.Section == codex.SectionPermissions
	}
	patch := object{}
	patch.add("instructions", hash)
	return rawjson.Merge(before, patch.bytes()), true
}

// Placed is a context fragment where it stands.
type Placed struct {
	Fragment
	Item *history.ResponseItem
	Part int // index of its content entry
}

// PlacedFragments lists the registered fragments of an item that tell a section.
func PlacedFragments(it *history.ResponseItem) (list []Placed) {
	if !it.Context() {
		return nil
	}
	role := it.Role()
	for i, part := range it.Content() {
		kind, ok := codex.FragmentKindOf(role, part.Text)
		if part.Kind != "input_text" || !ok || kind.Section == "" {
			continue
		}
		f := Fragment{Role: role, Text: part.Text, Section: kind.Section, Separate: kind.Separate}
		list = append(list, Placed{f, it, i})
	}
	return list
}

// HasToTell reports whether the rules want a fragment for what became of a section. Where they leave it open, none is wanted.
func HasToTell(id string, before, after jsontext.Value) bool {
	if rawjson.Equal(before, after) {
		return false
	}
	switch id {
	case codex.SectionAgentsMD:
		return true
	case codex.SectionEnvironments:
		e, ok := readEnvironments(after)
		return ok && len(e.Render(Previous{Known, before})) > 0
	case codex.SectionPermissions:
		return hashIn(before) != hashIn(after)
	}
	return false
}

// Contradicts reports whether what a fragment tells and what is recorded of a section cannot both be. An environment's shell or
// status that only one of the two states is none.
func Contradicts(id string, told, recorded jsontext.Value) bool {
	if rawjson.Equal(told, recorded) {
		return false
	}
	t, ok := readEnvironments(told)
	r, known := readEnvironments(recorded)
	if id != codex.SectionEnvironments || !ok || !known {
		return true
	}
	for i := range t.List {
		if other, there := r.find(t.List[i].ID); there {
			t.List[i].Shell = cmp.Or(t.List[i].Shell, other.Shell)
			other.Shell = cmp.Or(other.Shell, t.List[i].Shell)
			other.Status = cmp.Or(other.Status, t.List[i].Status)
			r.put(other)
		}
	}
	return !rawjson.Equal(t.Snapshot(), r.Snapshot())
}
