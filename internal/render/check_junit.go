package render

import (
	"bytes"
	"io"

	"promptctl/internal/drift"
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
	return writeJUnit(w, junitSuites{Suites: []junitSuite{suite}})
}

func comparisonText(c *drift.Comparison, base string) string {
	var text bytes.Buffer
	checkPrinter{w: &text, base: base}.comparison(c)
	return text.String()
}
