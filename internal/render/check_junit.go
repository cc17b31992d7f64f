package render

import (
	"bytes"
	"encoding/xml"
	"io"

	"promptctl/internal/drift"
)

// The part of the JUnit format that a report needs.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// CheckJUnit prints a report as JUnit XML: a test for each locked prompt, and one for each assertion.
func CheckJUnit(w io.Writer, r *CheckReport, base string) error {
	suite := junitSuite{Name: "promptctl check"}
	for _, c := range r.Comparisons {
		test := junitCase{Class: "lock", Name: caseTitle(c.Name, c.Step)}
		if c.Differs() && !r.Updated {
			test.Failure = &junitFailure{comparisonStatus(c), comparisonText(c, base)}
		}
		suite.add(test)
	}
	for _, a := range r.Results {
		test := junitCase{Class: caseTitle(a.Case, a.Step), Name: Plain(a.What)}
		if a.Failure != "" {
			place := a.Place
			place.File = relative(base, place.File)
			test.Failure = &junitFailure{Plain(a.Failure), Plain(place.String())}
		}
		suite.add(test)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(junitSuites{Tests: suite.Tests, Failures: suite.Failures, Suites: []junitSuite{suite}}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	s.Cases = append(s.Cases, c)
}

func comparisonText(c *drift.Comparison, base string) string {
	var text bytes.Buffer
	checkPrinter{w: &text, base: base}.comparison(c)
	return text.String()
}
