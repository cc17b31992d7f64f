package render

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"promptctl/internal/audit"
)

// JUnit prints a suite for each session with a case for each rule. What is below the severity that fails a run is the output
// of a case that passed.
func (l *Lint) JUnit(w io.Writer) error {
	all := junitSuites{Name: "promptctl lint"}
	for _, r := range l.Sessions {
		all.Suites = append(all.Suites, l.suite(r))
	}
	return writeJUnit(w, all)
}

func (l *Lint) suite(r *audit.Report) junitSuite {
	s := junitSuite{Name: Plain(cmp.Or(r.ThreadID, l.Name(r.Path)))}
	if r.Version != "" {
		s.Properties = &junitProperties{[]junitProperty{{"codex_version", Plain(r.Version)}, {"requests", fmt.Sprint(r.Steps)}}}
	}
	for _, rule := range l.Rules {
		s.add(l.testCase(r, rule))
	}
	return s
}

func (l *Lint) testCase(r *audit.Report, rule audit.Rule) junitCase {
	c := junitCase{Name: string(rule.ID), Class: "promptctl.lint"}
	var failed, passed []string
	for i := range r.Findings {
		f := &r.Findings[i]
		line := fmt.Sprintf("%s: %s: %s", l.place(f), f.Severity, Plain(f.Message))
		switch {
		case f.Code != rule.ID:
		case f.Severity >= l.FailOn:
			failed = append(failed, line)
		default:
			passed = append(passed, line)
		}
	}
	if why := r.Unchecked.Why(rule.ID); why != "" && len(failed)+len(passed) == 0 {
		c.Skipped = &junitSkipped{Plain(why)}
	}
	if len(failed) > 0 {
		c.Failure = &junitFailure{rule.Title, strings.Join(append(failed, "", rule.Fix), "\n")}
	}
	c.Out = strings.Join(passed, "\n")
	return c
}
