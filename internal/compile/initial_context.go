package compile

import (
	"slices"

	"promptctl/internal/codex"
	"promptctl/internal/history"
)

// initialContext is the whole context as messages: what the client renders, or what its parts give.
//
// NOTE(codex): 0.145.0 core/src/session: configured instructions, extensions, sections; then what stays apart; then what is
// told as the user. A model that takes over is told first.
func (c *StepContext) initialContext(s *history.Step, sections []Section) [][]Fragment {
	var groups [][]Fragment
	if c.Rendered != nil {
		groups = c.renderedGroups(s.Version)
	} else {
		groups = c.builtGroups(s.Version, sections)
	}
	groups = c.extend(groups)
	if told := c.model(nil, s).Render(Previous{}); len(told) > 0 {
		groups = inFront(groups, told, codex.RoleDeveloper)
	}
	return groups
}

// renderedGroups are the client's messages.
//
// NOTE(codex): 0.145.0 codex debug prompt-input tells the skills in front of the sections, where a thread has them last.
func (c *StepContext) renderedGroups(p *codex.Profile) (groups [][]Fragment) {
	for _, it := range c.renderedContext() {
		group := fragmentsOf([]*history.ResponseItem{it})
		if len(group) == 0 {
			continue
		}
		if p.Has(codex.TellsWorldState) && !p.Has(codex.SkillsFirst) {
			slices.SortStableFunc(group, func(a, b Fragment) int { return skillsLast(a) - skillsLast(b) })
		}
		groups = append(groups, group)
	}
	return groups
}

func skillsLast(f Fragment) int {
	if f.Section == codex.SectionHostSkills {
		return 1
	}
	return 0
}

// builtGroups are the messages that the sections give.
func (c *StepContext) builtGroups(p *codex.Profile, sections []Section) [][]Fragment {
	var developer, apart, user []Fragment
	if c.Developer != "" {
		developer = append(developer, Fragment{Role: codex.RoleDeveloper, Text: c.Developer})
	} else if c.Memory != nil {
		developer = append(developer, c.Memory.developer...)
	}
	for _, section := range sections {
		if section.ID() == codex.SectionModel {
			continue
		}
		for _, f := range section.Render(Previous{}) {
			switch {
			case f.Role == codex.RoleUser:
				user = append(user, f)
			case f.Separate && p.Has(codex.KeepsFragmentsApart):
				apart = append(apart, f)
			default:
				developer = append(developer, f)
			}
		}
	}
	groups := [][]Fragment{developer}
	for _, f := range apart {
		groups = append(groups, []Fragment{f})
	}
	groups = append(groups, user)
	return slices.DeleteFunc(groups, func(g []Fragment) bool { return len(g) == 0 })
}

// extend puts extensions in: developer context in front of the first section, contextual user context first.
func (c *StepContext) extend(groups [][]Fragment) [][]Fragment {
	var developer, user []Fragment
	var apart [][]Fragment
	for _, e := range c.Extensions {
		switch f := e.fragment(); {
		case f.Separate:
			apart = append(apart, []Fragment{f})
		case f.Role == codex.RoleUser:
			user = append(user, f)
		default:
			developer = append(developer, f)
		}
	}
	if len(user) > 0 {
		groups = inFront(groups, user, codex.RoleUser)
	}
	if len(developer) > 0 {
		groups = beforeSections(groups, developer)
	}
	if len(apart) > 0 {
		at := 0
		for at < len(groups) && groups[at][0].Role == codex.RoleDeveloper {
			at++
		}
		groups = slices.Insert(groups, min(at, 1), apart...)
	}
	return groups
}

// inFront puts fragments at the start of the first message of a role; they become it where there is none.
func inFront(groups [][]Fragment, list []Fragment, role string) [][]Fragment {
	for i, group := range groups {
		if group[0].Role == role {
			groups[i] = append(slices.Clip(list), group...)
			return groups
		}
	}
	if role == codex.RoleDeveloper {
		return slices.Insert(groups, 0, list)
	}
	return append(groups, list)
}

// beforeSections puts developer fragments behind the configured instructions, in front of what sections tell.
func beforeSections(groups [][]Fragment, list []Fragment) [][]Fragment {
	if len(groups) == 0 || groups[0][0].Role != codex.RoleDeveloper {
		return slices.Insert(groups, 0, list)
	}
	at := slices.IndexFunc(groups[0], func(f Fragment) bool { return f.Section != "" })
	if at < 0 {
		at = len(groups[0])
	}
	groups[0] = slices.Insert(slices.Clone(groups[0]), at, list...)
	return groups
}
