package render

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"promptctl/internal/audit"
)

// The part of the JUnit report format that CI systems read.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Properties []junitProperty `xml:"properties>property,omitempty"`
		Cases      []junitCase     `xml:"testcase"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Skipped *junitSkipped `xml:"skipped,omitempty"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
)

// JUnit prints a suite for each session with a case for each rule. What is below the severity that fails a run is the output
// of a case that passed.
func (l *Lint) JUnit(w io.Writer) error {
	all := junitSuites{Name: "promptctl lint"}
	for _, r := range l.Sessions {
		s := l.suite(r)
		all.Tests, all.Failures, all.Skipped = all.Tests+s.Tests, all.Failures+s.Failures, all.Skipped+s.Skipped
		all.Suites = append(all.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (l *Lint) suite(r *audit.Report) junitSuite {
	s := junitSuite{Name: Plain(cmp.Or(r.ThreadID, l.Name(r.Path)))}
	if r.Version != "" {
		s.Properties = []junitProperty{{"codex_version", Plain(r.Version)}, {"requests", fmt.Sprint(r.Steps)}}
	}
	for _, rule := range l.Rules {
		c := l.testCase(r, rule)
		s.Tests++
		if c.Failure != nil {
			s.Failures++
		}
		if c.Skipped != nil {
			s.Skipped++
		}
		s.Cases = append(s.Cases, c)
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
		c.Failure = &junitFailure{rule.Title, rule.Severity.String(), strings.Join(append(failed, "", rule.Fix), "\n")}
	}
	c.Out = strings.Join(passed, "\n")
	return c
}
