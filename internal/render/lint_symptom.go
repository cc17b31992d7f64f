package render

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"promptctl/internal/audit"
)

// Symptom prints what was looked at for a symptom, in order, and what came of it.
func (l *Lint) Symptom(w *bufio.Writer, s audit.Symptom) {
	found := 0
	for _, rule := range l.Rules {
		if len(l.of(rule.ID)) > 0 {
			found++
		}
	}
	verdict := fmt.Sprintf("%d of %d checks found something", found, len(l.Rules))
	if found == 0 {
		verdict = fmt.Sprintf("none of %d checks found anything", len(l.Rules))
	}
	fmt.Fprintf(w, "%s: %s, in %s, %s\n%s\n\n", l.Style.bold(s.Name), verdict, counted(len(l.Sessions), "session"), counted(l.steps(), "request"), l.Style.faint("when "+s.Says))
	width := 0
	for _, rule := range l.Rules {
		width = max(width, len(rule.ID))
	}
	for _, rule := range l.Rules {
		l.check(w, rule, width)
	}
	if worst := l.worst(); worst != "" {
		fmt.Fprintf(w, "\n%s\n", l.Style.faint("promptctl lint --explain "+string(worst)))
	}
}

// check prints one rule with what it found.
func (l *Lint) check(w *bufio.Writer, rule audit.Rule, width int) {
	found := l.of(rule.ID)
	switch why := l.unchecked(rule.ID); {
	case len(found) > 0:
		fmt.Fprintf(w, "%s %-*s  %s\n", l.Style.warning("!"), width, rule.ID, rule.Title)
		for _, f := range found {
			fmt.Fprintf(w, "  %*s  %s  %s\n", width, "", l.place(f), Plain(f.Message))
		}
	case why != "":
		fmt.Fprintf(w, "? %-*s  not checked: %s\n", width, rule.ID, Plain(why))
	default:
		fmt.Fprintf(w, "= %-*s  no %s\n", width, rule.ID, rule.Title)
	}
}

func (l *Lint) of(id audit.Code) (found []*audit.Finding) {
	l.each(func(_ *audit.Report, f *audit.Finding) {
		if f.Code == id {
			found = append(found, f)
		}
	})
	return found
}

// unchecked says why a rule could not be held to anything, "" when it could somewhere.
func (l *Lint) unchecked(id audit.Code) string {
	var why []string
	for _, r := range l.Sessions {
		text := r.Unchecked.Why(id)
		if text == "" {
			return ""
		}
		if !slices.Contains(why, text) {
			why = append(why, text)
		}
	}
	return strings.Join(why, "; ")
}
