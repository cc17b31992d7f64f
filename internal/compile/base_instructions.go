package compile

import (
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/history"
)

// instructions chooses the base instructions: an override, those the thread was created with, else the catalog's for the model.
//
// NOTE(codex): 0.145.0 an override given when a thread is resumed outranks both and is recorded nowhere.
func (p *Prompt) instructions(step *history.Step, o Options) {
	switch {
	case o.Base != nil:
		p.Instructions, p.Source = o.Base.Text, o.Base.Source
	case step.Base != nil:
		p.Instructions = step.Base.Text
		own := step.Base.Provenance != nil && step.Base.Provenance.Type == "model"
		if own && step.Version.Has(codex.StripsPlanGuidance) {
			p.Instructions = withoutPlanGuidance(p.Instructions)
		}
	case step.Model.BaseInstructions != "":
		p.Instructions = step.Model.BaseInstructions
	default:
		p.unresolved(Instructions)
	}
}

// ModelText is a model's own instructions as they are told: from a catalog that has texts, or what a thread began with if that
// was the model's. "" where neither has them.
func ModelText(m codex.Model, personality string, s *history.Step) string {
	text := m.Instructions(personality)
	if base := s.Base; text == "" && base != nil && base.Provenance != nil && base.Provenance.Type == "model" && base.Provenance.Model == m.Slug {
		text = base.Text
	}
	if s.Version.Has(codex.StripsPlanGuidance) {
		text = withoutPlanGuidance(text)
	}
	return text
}

// withoutPlanGuidance removes what base instructions say of the update_plan tool, which is off by default.
//
// NOTE(codex): 0.152.0 sections by heading, one progress note, and list entries with their indented lines; the request's
// copy only.
func withoutPlanGuidance(text string) string {
	lines := strings.SplitAfter(text, "\n")
	var kept strings.Builder
	for i := 0; i < len(lines); {
		if n := guidanceAt(lines[i:]); n > 0 {
			i += n
			continue
		}
		kept.WriteString(lines[i])
		i++
	}
	return kept.String()
}

// guidanceAt is the number of lines at the start that are plan guidance, 0 for none.
func guidanceAt(lines []string) int {
	first := strings.TrimRight(lines[0], " \t\r\n")
	switch first {
	case "## Planning":
		if n := sectionLength(lines); mentionsPlanTool(lines[:n]) {
			return n
		}
		return 0
	case "## `update_plan`", "## Plan tool", "## Plan Mode vs update_plan tool":
		return sectionLength(lines)
	case "Progress visibility:":
		if len(lines) < 2 || !strings.HasPrefix(lines[1], "If update_plan is available") {
			return 0
		}
		if len(lines) > 2 && strings.TrimSpace(lines[2]) == "" && lines[2] != "" {
			return 3
		}
		return 2
	}
	if !strings.HasPrefix(first, "- Use the plan tool ") && !strings.HasPrefix(first, "- If you create a checklist or task list,") {
		return 0
	}
	n := 1
	for n < len(lines) && (strings.HasPrefix(lines[n], " ") || strings.HasPrefix(lines[n], "\t")) {
		n++
	}
	return n
}

func sectionLength(lines []string) int {
	n := 1
	for n < len(lines) && !strings.HasPrefix(lines[n], "# ") && !strings.HasPrefix(lines[n], "## ") {
		n++
	}
	return n
}

func mentionsPlanTool(lines []string) bool {
	for _, line := range lines {
		if strings.HasPrefix(line, "You have access to an `update_plan` tool") ||
			strings.HasPrefix(line, "When `update_plan` is available, follow this section") {
			return true
		}
	}
	return false
}
