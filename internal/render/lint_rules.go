package render

import (
	"bufio"
	"fmt"
	"strings"
	"unicode/utf8"

	"promptctl/internal/audit"
)

// LintRule explains one rule.
func LintRule(w *bufio.Writer, r audit.Rule, style Style) {
	fmt.Fprintf(w, "%s  %s\n%s\n\n", style.bold(string(r.ID)), r.Severity, r.Title)
	fmt.Fprintf(w, "%s\n\n%s\n", wrapped(r.Explain, style.Width), wrapped("What to do: "+r.Fix, style.Width))
	var symptoms []string
	for _, s := range audit.Symptoms() {
		for _, id := range s.Rules {
			if id == r.ID {
				symptoms = append(symptoms, s.Name)
			}
		}
	}
	if len(symptoms) > 0 {
		fmt.Fprintf(w, "\nLooked at for --symptom %s\n", strings.Join(symptoms, ", "))
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

// wrapped breaks a text into lines of a terminal; a pipe gets it as it would fit most of them.
func wrapped(text string, width int) string {
	const usual = 100
	if width <= 0 || width > usual {
		width = usual
	}
	var out strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case column == 0:
		case column+1+n > width:
			out.WriteByte('\n')
			column = 0
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += n
	}
	return out.String()
}
