package compile

import (
	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Update is what the client tells before a turn's input, and what it records of that.
type Update struct {
	Messages [][]Fragment
	Initial  bool           // the whole context: nothing that was told before counts any more
	Full     bool           // State is a whole snapshot, not a patch
	State    jsontext.Value // of the world_state line, nil for none
	Open     []string       // sections of which State cannot say what they come to
}

// update compares the context with what the thread was told.
//
// NOTE(codex): 0.145.0 without settings to compare with, everything is told anew. The line is whole where there was no state.
func (c *StepContext) update(s *history.Step) (u Update) {
	base := s.World
	if !s.Version.Has(codex.TellsWorldState) {
		base = &history.World{}
	}
	sections := c.sections(s, base)
	recorded := recordedSections(sections, s.Version)
	if s.Version.Has(codex.TellsWorldState) {
		known, open := settled(recorded, base)
		u.State, u.Full, u.Open = snapshotOf(known), !base.Known(), open
	}
	if u.State != nil && !u.Full {
		u.State = rawjson.MergePatch(base.Snapshot(), u.State)
	}
	if u.Initial = s.Reference == nil; u.Initial {
		u.Messages = c.initialContext(s, sections)
		return u
	}
	var told []Fragment
	for _, section := range recorded {
		told = append(told, section.Render(previous(section.ID(), base, s.Items))...)
	}
	settings := c.settingsUpdate(s)
	if !s.Version.Has(codex.TellsWorldState) {
		told = c.whereUpdate(s)
	}
	u.Messages = append(mergeFragments(settings, s.Version), mergeFragments(told, s.Version)...)
	return u
}

// settled puts what is recorded in place of sections whose text, and so their snapshot, is not at hand. open names those.
func settled(sections []Section, base *history.World) (list []Section, open []string) {
	for _, section := range sections {
		if unresolved(section) {
			value, _, _ := base.Section(section.ID())
			open = append(open, section.ID())
			section = Opaque{Name: section.ID(), Value: value}
		}
		list = append(list, section)
	}
	return list, open
}

func unresolved(section Section) bool {
	switch s := section.(type) {
	case Permissions:
		return s.Fragment.Unresolved
	case Opaque:
		return s.Value == nil && s.Fragment != nil && s.Fragment.Unresolved
	}
	return false
}

// recordedSections are the sections that the release keeps in its World State.
func recordedSections(sections []Section, p *codex.Profile) (list []Section) {
	for _, section := range sections {
		switch section.ID() {
		case codex.SectionPermissions, codex.SectionHostSkills, codex.SectionCollaboration:
			if !p.Has(codex.PermissionsInWorldState) {
				continue
			}
		case codex.SectionModel, codex.SectionMultiAgent:
			if !p.Has(codex.ModelInWorldState) {
				continue
			}
		}
		list = append(list, section)
	}
	return list
}

func (c *StepContext) model(value jsontext.Value, s *history.Step) Model {
	return Model{c.Settings.Model, c.Text, c.Text == "", previousModel(s), value}
}

// settingsUpdate is what another setting makes the client tell, where no section does: the model that takes over, other
// permissions, another personality.
//
// NOTE(codex): 0.143.0 another folder that may be written is another permission.
func (c *StepContext) settingsUpdate(s *history.Step) (told []Fragment) {
	before := settingsBefore(s)
	if !s.Version.Has(codex.ModelInWorldState) {
		told = append(c.model(nil, s).Render(Previous{}), c.agentsUpdate(before)...)
	}
	moved := before.CWD != c.Settings.CWD && c.Settings.Sandbox != nil && c.Settings.Sandbox.Mode == WorkspaceWrite
	allowed := !moved && c.Settings.Sandbox.same(before.Sandbox) && rawjson.Equal(c.Settings.Approval, before.Approval)
	if !allowed && !s.Version.Has(codex.PermissionsInWorldState) {
		told = append(told, c.prose(codex.SectionPermissions, never))
	}
	spoken := c.Settings.Personality == before.Personality || c.Settings.Personality == "" || c.Settings.Model != before.Model
	if !spoken && !s.Version.Has(codex.ModelInWorldState) {
		told = append(told, c.prose(codex.SectionPersonality, never))
	}
	return told
}

// never says that what the thread was told does not fit.
func never(Fragment) bool { return false }

// whereUpdate is how releases without a World State tell where the session runs.
//
// NOTE(codex): 0.124.0 the AGENTS.md rules are told once; another shell alone is not told.
func (c *StepContext) whereUpdate(s *history.Step) []Fragment {
	var old Environments
	for _, it := range s.Items {
		for _, f := range PlacedFragments(it) {
			if f.Section == codex.SectionEnvironments {
				old, _ = readEnvironmentContext(f.Text, old)
			}
		}
	}
	now := c.environments(old.Snapshot(), s)
	return now.Render(Previous{Known, old.Snapshot()})
}
