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
}

// update compares the context with what the thread was told.
//
// NOTE(codex): 0.145.0 without settings to compare with, everything is told anew. The line is whole where there was no state.
func (c *StepContext) update(s *history.Step) Update {
	base := s.World
	if !s.Version.Has(codex.TellsWorldState) {
		base = &history.World{}
	}
	sections := c.sections(s, base)
	u := Update{Initial: s.Reference == nil, Full: !base.Known()}
	now := snapshotOf(sections)
	if u.State = now; !u.Full {
		u.State = rawjson.MergePatch(base.Snapshot(), now)
	}
	if u.Initial {
		u.Messages = c.initialContext(s, sections)
		return u
	}
	var settings, told []Fragment
	for _, section := range sections {
		told = append(told, section.Render(previous(section.ID(), base, s.Items))...)
	}
	if !s.Version.Has(codex.ModelInWorldState) {
		settings = c.model(s).Render(Previous{})
	}
	if s.Version.Has(codex.TellsWorldState) {
		u.Messages = append(mergeFragments(settings, s.Version), mergeFragments(told, s.Version)...)
		return u
	}
	u.State = nil
	u.Messages = mergeFragments(append(settings, c.settingsUpdate(s)...), s.Version)
	return u
}

func (c *StepContext) model(s *history.Step) Model {
	return Model{Slug: c.Settings.Model, Instructions: c.Text, Unresolved: c.Text == "", Before: previousModel(s)}
}

// settingsUpdate is what releases without a World State tell: permissions that changed, and where the session runs.
//
// NOTE(codex): 0.124.0 the AGENTS.md rules are told once; another shell alone is not told.
func (c *StepContext) settingsUpdate(s *history.Step) (told []Fragment) {
	before := SettingsOf(s)
	if !c.Settings.Sandbox.same(before.Sandbox) || !rawjson.Equal(c.Settings.Approval, before.Approval) {
		p := c.prose(codex.SectionPermissions, func(Fragment) bool { return false })
		told = append(told, p)
	}
	var old Environments
	if last, ok := s.LastFragment("environment"); ok {
		old, _ = readEnvironmentContext(last.Text, Environments{})
	}
	now := c.environments(old.Snapshot(), s)
	return append(told, now.Render(Previous{Known, old.Snapshot()})...)
}
