package audit

import (
	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// check holds one line to the fragments in front of it.
func (w *World) check(s *history.Step, c history.WorldChange, told []placed) {
	if c.Rule == history.WorldPatch && !rawjson.Equal(c.Stated, rawjson.MergePatch(c.Before.Snapshot(), c.After.Snapshot())) {
		w.find(s, c.Origin, PatchForm, "", "the patch states more than what changed")
	}
	values := map[string]jsontext.Value{}
	for _, f := range told {
		if value, ok := toldValue(f, c.Before, c.After, values, s.Version); ok {
			values[f.Section] = value
		}
	}
	for _, section := range c.After.Sections() {
		if value, told := values[section.ID]; told && compile.Contradicts(section.ID, value, section.Value) {
			w.find(s, c.Origin, SectionDiffers, section.ID, "the recorded state is not what the prompt tells")
		}
	}
	if c.Rule != history.WorldPatch {
		return
	}
	for _, section := range c.After.Sections() {
		before, _, known := c.Before.Section(section.ID)
		if known && newestOf(told, section.ID) == nil && compile.HasToTell(section.ID, before, section.Value) {
			w.find(s, c.Origin, PatchWithoutFragment, section.ID, "the recorded state changed, and nothing in the prompt tells it")
		}
	}
}

// toldValue is the value that a fragment gives its section, behind the fragments before it.
func toldValue(f placed, before, after *history.World, values map[string]jsontext.Value, p *codex.Profile) (jsontext.Value, bool) {
	if compile.ByHash(f.Section) {
		shape, _, _ := after.Section(f.Section)
		return compile.Told(f.Fragment, shape, p)
	}
	old, later := values[f.Section]
	if !later {
		old, _, _ = before.Section(f.Section)
	}
	return compile.Told(f.Fragment, old, p)
}

// untold looks at the fragments that no world_state line follows.
func (w *World) untold(s *history.Step, places *places) {
	end := position{segment: lineEnd}
	values := map[string]jsontext.Value{}
	for _, f := range places.between(w.from, end) {
		now, _, recorded := s.World.Section(f.Section)
		value, ok := toldValue(f, s.World, s.World, values, s.Version)
		if ok && recorded && !rawjson.Equal(value, now) {
			w.find(s, f.Item.Origin, FragmentWithoutPatch, f.Section, "the prompt tells a change that the recorded state does not have")
		}
		if ok {
			values[f.Section] = value
		}
		w.from = f.at
	}
}

// baseline looks for a state that should be there: releases that record one do so before a turn's first request.
func (w *World) baseline(s *history.Step) {
	why, origin := s.World.Why()
	lost := why == history.WorldCompaction || why == history.WorldRollback
	if s.World.Known() || !lost || s.Kind != history.KindTurn || s.Number == 0 || !s.Version.Has(codex.TellsWorldState) || w.missing == origin {
		return
	}
	w.missing = origin
	w.find(s, origin, BaselineMissing, "", "no state was recorded since the "+string(why)+", and a request was sent")
}
