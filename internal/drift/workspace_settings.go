package drift

import (
	"bufio"
	"os"
	"strings"

	"promptctl/internal/agentsmd"
	"promptctl/internal/compile"
	"promptctl/internal/config"
	"promptctl/internal/diag"
)

// settingKeys are the client's settings that decide what a model is told, as far as texts do not show them.
func settingKeys() []string {
	return []string{
		"approval_policy", "approvals_reviewer", "default_permissions", "developer_instructions", "include_apply_patch_tool",
		"include_environment_context", "include_permissions_instructions", "model", "model_instructions_file",
		"model_reasoning_effort", "model_reasoning_summary", "model_verbosity", "personality", "project_doc_fallback_filenames",
		"project_doc_max_bytes", "project_root_markers", "sandbox_mode", "sandbox_workspace_write", "service_tier", "web_search",
	}
}

// shownElsewhere are those that a section of their own shows by what they do.
func shownElsewhere(key string) bool {
	switch key {
	case "developer_instructions", "model", "project_doc_fallback_filenames", "project_doc_max_bytes", "project_root_markers":
		return true
	}
	return false
}

// settings are those that are set.
func (w *Workspace) settings() (list []Setting) {
	for _, key := range settingKeys() {
		if v, ok := w.config.Get(key); ok {
			list = append(list, Setting{key, v.String(), w.settingPlace(v)})
		}
	}
	return list
}

// settingPlace is where a setting is made: a line of a config.toml, or the case's key config.
func (w *Workspace) settingPlace(v config.Value) diag.Place {
	if v.From.Kind == config.Flag {
		return w.kase.place("config")
	}
	path := strings.TrimSuffix(v.From.Name, "]")
	path, _, _ = strings.Cut(path, " [profiles.")
	return diag.Place{File: path, Line: keyLine(path, v.Key)}
}

// keyLine finds the line of a config.toml that sets a key, 0 where no line begins with it.
func keyLine(path, key string) int {
	file, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		rest, ok := strings.CutPrefix(line, key)
		if ok && strings.HasPrefix(strings.TrimSpace(rest), "=") || line == "["+key+"]" {
			return n
		}
	}
	return 0
}

// instructions notes the file that the base instructions come from, without the white space around them.
func (w *Workspace) instructions(base *compile.Base) {
	if base == nil {
		return
	}
	first := 1
	if text, err := os.ReadFile(base.Source); err == nil {
		before, _, _ := strings.Cut(string(text), base.Text)
		first += strings.Count(before, "\n")
	}
	s := w.Prompt.section(SectionInstructions)
	s.sources = []source{{Lines: len(lines(s.Text)), Place: diag.Place{File: base.Source, Line: first}}}
}

// sourcesOf says which lines of the text as it is sent are those of which file.
func sourcesOf(c *agentsmd.Composition, sent string) (list []source) {
	around := strings.Index(sent, c.Text)
	for _, part := range c.Parts {
		text := c.Text[part.Start:part.End]
		list = append(list, source{
			First: strings.Count(sent[:around+part.Start], "\n"), Lines: len(lines(text)), Place: diag.Place{File: part.File.Path, Line: 1},
		})
	}
	return list
}
