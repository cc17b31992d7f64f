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
	fmt.Fprintf(w, "%s: %s, in %s, %s%s\n%s\n\n", l.Style.bold(s.Name), verdict, counted(len(l.Sessions), "session"), counted(l.steps(), "request"), l.known(), l.Style.faint("when "+s.Says))
	width := 0
	for _, rule := range l.Rules {
		width = max(width, len(rule.ID))
	}
	for i := 0; i < len(l.Rules); {
		i += l.check(w, l.Rules[i:], width)
	}
	if worst := l.worst(); worst != "" {
		fmt.Fprintf(w, "\n%s\n", l.Style.faint("promptctl lint --explain "+string(worst)))
	}
}

// check prints the first rule with what it found, and how many of those behind it were told with it.
func (l *Lint) check(w *bufio.Writer, rules []audit.Rule, width int) int {
	rule := rules[0]
	if found := l.of(rule.ID); len(found) > 0 {
		fmt.Fprintf(w, "%s %-*s  %s\n", l.Style.warning("!"), width, rule.ID, rule.Title)
		for _, f := range found {
			fmt.Fprintf(w, "  %*s  %s  %s\n", width, "", l.place(f), Plain(f.Message))
		}
		return 1
	}
	why := l.unchecked(rule.ID)
	if why == "" {
		fmt.Fprintf(w, "= %-*s  no %s\n", width, rule.ID, rule.Title)
		return 1
	}
	n := 1
	for n < len(rules) && len(l.of(rules[n].ID)) == 0 && l.unchecked(rules[n].ID) == why {
		n++
	}
	fmt.Fprintf(w, "? %-*s  not checked: %s\n", width, rule.ID, Plain(why))
	for _, other := range rules[1:n] {
		fmt.Fprintf(w, "? %s\n", other.ID)
	}
	return n
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
