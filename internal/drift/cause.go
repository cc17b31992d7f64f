package drift

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/diag"
)

func (c *Comparison) release() []Cause {
	if c.Locked.Codex == c.Prompt.Codex {
		return nil
	}
	return []Cause{{fmt.Sprintf("codex %s → %s", c.Locked.Codex, c.Prompt.Codex), c.at("codex-version")}}
}

func (c *Comparison) model() []Cause {
	if c.Locked.Model == c.Prompt.Model {
		return nil
	}
	at := c.at("model")
	if s, ok := c.Prompt.setting("model"); ok && c.Prompt.Case.Model == "" {
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
		list = slices.Concat(c.settings("model_instructions_file", "personality"), c.model(), c.edited(change, s))
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
		list = append(list, c.source(change, s))
	}
	return list
}

// at is where the case has a key, or the case.
func (c *Comparison) at(key string) diag.Place { return c.Prompt.Case.place(key) }

// edited names the file that a text comes from, and the line that changed.
func (c *Comparison) edited(change *Change, s *Section) (list []Cause) {
	for file, lines := range changedPlaces(change, s) {
		list = append(list, Cause{fmt.Sprintf("%s changed at line %d", filepath.Base(file), lines[0]), diag.Place{File: file, Line: lines[0]}})
	}
	return list
}

// source is what a section is made from where neither a setting nor the release made it another one.
func (c *Comparison) source(change *Change, s *Section) Cause {
	key := "workspace"
	switch k := c.Prompt.Case; {
	case k.Session != "":
		key = "session"
	case s.ID == SectionTools && k.Tools != "":
		key = "tools"
	case s.Role != "" && k.Templates != "" && s.ID != codex.SectionEnvironments:
		key = "templates"
	}
	switch was, now := change.Was, change.Now; {
	case was != nil && was.Unresolved && key != "workspace" && key != "session":
		return Cause{"the key " + key + " gives the text now", c.at(key)}
	case now != nil && now.Unresolved:
		return Cause{"nothing gives the text any more", c.at(key)}
	}
	return Cause{"what the key " + key + " names is another one", c.at(key)}
}

// settings are the given settings that changed.
func (c *Comparison) settings(keys ...string) (list []Cause) {
	for _, key := range keys {
		was, had := c.Locked.setting(key)
		now, has := c.Prompt.setting(key)
		if had != has || has && was != now.Value {
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
		return Cause{key + " is not set any more", c.Prompt.Case.at}
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

// setting finds a setting that the lock has, in the section of settings.
func (l *Locked) setting(key string) (value string, ok bool) {
	if s := l.section(SectionSettings); s != nil {
		for _, line := range lines(string(s.Text)) {
			if value, ok := strings.CutPrefix(line, key+": "); ok {
				return value, true
			}
		}
	}
	return "", false
}

// rulesSettings are changed settings that decide which AGENTS.md files apply, and how much of them.
func (c *Comparison) rulesSettings(was, now *Rules) (list []Cause) {
	at := func(key string) diag.Place {
		if s, ok := c.Prompt.setting(key); ok {
			return s.Place
		}
		return c.Prompt.Case.at
	}
	if was.Budget != now.Budget && (was.short() || now.short()) {
		list = append(list, Cause{fmt.Sprintf("project_doc_max_bytes %d → %d", was.Budget, now.Budget), at("project_doc_max_bytes")})
	}
	switch {
	case was.Root == now.Root:
	case !slices.Equal(was.Markers, now.Markers):
		list = append(list, Cause{fmt.Sprintf("project_root_markers %s → %s", listed(was.Markers), listed(now.Markers)), at("project_root_markers")})
	default:
		list = append(list, Cause{fmt.Sprintf("the project's root is %s, not %s", now.Root, was.Root), c.Prompt.Case.at})
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
