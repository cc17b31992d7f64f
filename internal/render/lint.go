package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/audit"
	"promptctl/internal/diag"
)

// Lint is what lint found in some sessions, ready to be shown.
type Lint struct {
	Style    Style
	Sessions []*audit.Report
	Known    int                 // findings that a baseline took out
	Rules    []audit.Rule        // those that were asked for
	Name     func(string) string // what a path is called by
	FailOn   diag.Severity
}

// place is where a finding is, as text.
func (l *Lint) place(f *audit.Finding) string {
	p := diag.Place{File: l.file(f), Line: f.Place.Line}
	return Plain(p.String())
}

// file is the name of a finding's file.
func (l *Lint) file(f *audit.Finding) string { return l.Name(f.Place.File) }

// counts of findings by severity.
func (l *Lint) counts() (n [diag.Error + 1]int) {
	for _, r := range l.Sessions {
		for _, f := range r.Findings {
			n[f.Severity]++
		}
	}
	return n
}

func (l *Lint) steps() (n int) {
	for _, r := range l.Sessions {
		n += r.Steps
	}
	return n
}

// Text prints one finding a line, or as many as the terminal's width makes of it, and what it comes to.
func (l *Lint) Text(w *bufio.Writer) {
	places, codes := 0, 0
	l.each(func(_ *audit.Report, f *audit.Finding) {
		places, codes = max(places, len(l.place(f))), max(codes, len(f.Code))
	})
	l.each(func(_ *audit.Report, f *audit.Finding) {
		indent := places + codes + len("  warning    ")
		lines := []string{Plain(f.Message)}
		if l.Style.Width > 0 {
			lines = wrap(lines[0], l.Style.Width-indent)
		}
		fmt.Fprintf(w, "%-*s  %s  %-*s  %s\n", places, l.place(f), l.severity(f.Severity), codes, f.Code, lines[0])
		for _, line := range lines[1:] {
			fmt.Fprintf(w, "%*s%s\n", indent, "", line)
		}
	})
	fmt.Fprintln(w, l.summary())
}

func (l *Lint) each(visit func(*audit.Report, *audit.Finding)) {
	for _, r := range l.Sessions {
		for i := range r.Findings {
			visit(r, &r.Findings[i])
		}
	}
}

func (l *Lint) severity(s diag.Severity) string {
	text := fmt.Sprintf("%-7s", s)
	switch s {
	case diag.Error:
		return l.Style.failure(text)
	case diag.Warning:
		return l.Style.warning(text)
	}
	return l.Style.faint(text)
}

// summary says how much was found in how much, and where to read on.
func (l *Lint) summary() string {
	n := l.counts()
	var found []string
	for s := diag.Error; s >= diag.Note; s-- {
		if n[s] > 0 {
			found = append(found, counted(n[s], s.String()))
		}
	}
	what := strings.Join(found, ", ")
	if what == "" {
		what = "no findings"
	}
	text := fmt.Sprintf("%s in %s, %s", what, counted(len(l.Sessions), "session"), counted(l.steps(), "request"))
	text += l.known()
	if worst := l.worst(); worst != "" {
		text += "          " + l.Style.faint("promptctl lint --explain "+string(worst))
	}
	return text
}

// known says how many findings the baseline took out, "" for none.
func (l *Lint) known() string {
	if l.Known == 0 {
		return ""
	}
	return fmt.Sprintf("; %s more known from the baseline", count(l.Known))
}

// worst is the rule of the first finding of the worst severity, "" for none.
func (l *Lint) worst() (rule audit.Code) {
	severity := diag.Severity(-1)
	l.each(func(_ *audit.Report, f *audit.Finding) {
		if f.Severity > severity {
			severity, rule = f.Severity, f.Code
		}
	})
	return rule
}
