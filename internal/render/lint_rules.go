package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/audit"
)

// explainWidth is the widest that an explanation is set.
const explainWidth = 100

// LintRule explains one rule.
func LintRule(w *bufio.Writer, r audit.Rule, style Style) {
	fmt.Fprintf(w, "%s  %s\n%s\n\n", style.bold(string(r.ID)), r.Severity, r.Title)
	width := min(style.Width, explainWidth)
	if width == 0 {
		width = explainWidth // a pipe gets lines as well: they are for people
	}
	for _, text := range []string{r.Explain, "What to do: " + r.Fix} {
		fmt.Fprintf(w, "%s\n\n", strings.Join(wrap(text, width), "\n"))
	}
	var symptoms []string
	for _, s := range audit.Symptoms() {
		for _, id := range s.Rules {
			if id == r.ID {
				symptoms = append(symptoms, s.Name)
			}
		}
	}
	if len(symptoms) > 0 {
		fmt.Fprintf(w, "Looked at for --symptom %s\n", strings.Join(symptoms, ", "))
	}
}

// LintRules lists rules, one a line.
func LintRules(w *bufio.Writer, rules []audit.Rule) {
	width := 0
	for _, r := range rules {
		width = max(width, len(r.ID))
	}
	for _, r := range rules {
		fmt.Fprintf(w, "%-*s  %-7s  %s\n", width, r.ID, r.Severity, r.Title)
	}
}
