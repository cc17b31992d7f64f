package compile

import (
	"slices"

	"promptctl/internal/codex"
)

// sectionOrder is the order in which a release tells its sections.
//
// NOTE(codex): 0.145.0 and 0.171.0 core/src/context/world_state; the host's skills moved in front of the permissions.
func sectionOrder(p *codex.Profile) []string {
	order := []string{
		codex.SectionModel, codex.SectionPersonality, "context_window", codex.SectionGuidance,
		codex.SectionRealtime, codex.SectionAgentsMD, codex.SectionPermissions, "approved_command_prefixes",
		codex.SectionCollaboration, codex.SectionPersistent, codex.SectionEnvironments, codex.SectionDeferred,
		codex.SectionApps, codex.SectionPlugins, codex.SectionTools, codex.SectionSkills, "orchestrator_skills",
		codex.SectionHostSkills, codex.SectionAttribution, codex.SectionModelCatalog, codex.SectionUsageHint,
		codex.SectionMultiAgent, codex.SectionManaged,
	}
	if p.Has(codex.SkillsFirst) {
		order = slices.DeleteFunc(order, func(id string) bool { return id == codex.SectionHostSkills })
		order = slices.Insert(order, slices.Index(order, codex.SectionPermissions), codex.SectionHostSkills)
	}
	return order
}

// inOrder sorts section ids as they are told. Ids that are not known come last, by name.
func inOrder(ids []string, p *codex.Profile) []string {
	order := sectionOrder(p)
	rank := func(id string) int {
		if i := slices.Index(order, id); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.Sort(ids)
	slices.SortStableFunc(ids, func(a, b string) int { return rank(a) - rank(b) })
	return slices.Compact(ids)
}
