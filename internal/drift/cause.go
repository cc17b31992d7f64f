package drift

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/diag"
)

func (c *Comparison) release() []Cause {
	if c.Locked.Codex == c.Prompt.Codex {
		return nil
	}
	return []Cause{{fmt.Sprintf("codex %s → %s", c.Locked.Codex, c.Prompt.Codex), c.Prompt.release}}
}

func (c *Comparison) model() []Cause {
	if c.Locked.Model == c.Prompt.Model {
		return nil
	}
	at := c.Prompt.model
	if s, ok := c.Prompt.setting("model"); ok && at == c.Prompt.At {
		at = s.Place
	}
	return []Cause{{fmt.Sprintf("model %s → %s", orNone(c.Locked.Model), orNone(c.Prompt.Model)), at}}
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// causes are what made a section another one: what is its own, then another model or release.
func (c *Comparison) causes(change *Change, s *Section) (list []Cause) {
	switch s.ID {
	case codex.SectionAgentsMD:
		list = c.agents(change, s)
	case SectionDeveloper:
		list = c.developer(change)
	case SectionInstructions:
		list = append(c.settings("model_instructions_file", "personality"), c.model()...)
	case SectionRequest, SectionFacts:
		list = append(c.settings("model_reasoning_effort", "model_reasoning_summary", "model_verbosity", "service_tier"), c.model()...)
	case SectionSettings:
		list = c.settings(slices.DeleteFunc(settingKeys(), shownElsewhere)...)
	case codex.SectionPermissions:
		list = c.settings("approval_policy", "approvals_reviewer", "sandbox_mode", "sandbox_workspace_write")
	}
	if len(list) == 0 {
		list = c.release()
	}
	if len(list) == 0 {
		list = append(list, Cause{"neither the settings nor the release: what the case is made from", c.Prompt.At})
	}
	return list
}

// settings are the given settings that changed.
func (c *Comparison) settings(keys ...string) (list []Cause) {
	for _, key := range keys {
		was, had := c.Locked.setting(key)
		now, has := c.Prompt.setting(key)
		if had != has || has && was != now.locked() {
			list = append(list, c.setting(key, had))
		}
	}
	return list
}

// setting is a change of one that was set before, or was not.
func (c *Comparison) setting(key string, had bool) Cause {
	now, has := c.Prompt.setting(key)
	switch {
	case !has:
		return Cause{key + " is not set any more", c.Prompt.At}
	case !had:
		return Cause{key + " is set now", now.Place}
	}
	return Cause{key + " changed", now.Place}
}

// developer names the setting that configured developer instructions come from. A session's come from wherever it was recorded.
func (c *Comparison) developer(change *Change) []Cause {
	if c.Prompt.Rules == nil {
		return nil
	}
	return []Cause{c.setting(SectionDeveloper, change.Was != nil)}
}

// rulesSettings are changed settings that decide which AGENTS.md files apply, and how much of them.
func (c *Comparison) rulesSettings(was, now *Rules) (list []Cause) {
	at := func(key string) diag.Place {
		if s, ok := c.Prompt.setting(key); ok {
			return s.Place
		}
		return c.Prompt.At
	}
	if was.Budget != now.Budget && (was.short() || now.short()) {
		list = append(list, Cause{fmt.Sprintf("project_doc_max_bytes %d → %d", was.Budget, now.Budget), at("project_doc_max_bytes")})
	}
	switch {
	case was.Root == now.Root:
	case !slices.Equal(was.Markers, now.Markers):
		list = append(list, Cause{fmt.Sprintf("project_root_markers %s → %s", listed(was.Markers), listed(now.Markers)), at("project_root_markers")})
	default:
		list = append(list, Cause{fmt.Sprintf("the project's root is %s, not %s", now.Root, was.Root), c.Prompt.At})
	}
	for _, f := range was.Files {
		name := path.Base(f.Path)
		if slices.Contains(was.Fallbacks, name) && !slices.Contains(now.Fallbacks, name) {
			list = append(list, Cause{fmt.Sprintf("project_doc_fallback_filenames has no %s any more", name), at("project_doc_fallback_filenames")})
		}
	}
	return list
}

func listed(names []string) string { return orNone(strings.Join(names, ", ")) }

// short reports whether the budget does not do for all files.
func (r *Rules) short() bool {
	return slices.ContainsFunc(r.Files, func(f File) bool { return f.Kept < f.Bytes })
}
