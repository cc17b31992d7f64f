package render

import (
	"io"

	"promptctl/internal/audit"
	"promptctl/internal/diag"
)

// GitHub prints the findings as annotations.
func (l *Lint) GitHub(w io.Writer) error {
	var found diag.List
	l.each(func(_ *audit.Report, f *audit.Finding) { found = append(found, l.diagnostic(f)) })
	return GitHub(w, found, "")
}

// SARIF prints the findings as a SARIF 2.1.0 log, each with the fingerprint that a baseline knows it by.
func (l *Lint) SARIF(w io.Writer) error {
	results := []sarifResult{}
	l.each(func(r *audit.Report, f *audit.Finding) {
		results = append(results, sarifResultOf(l.diagnostic(f), l.file(f), r.Fingerprint(f)))
	})
	return writeSARIF(w, results)
}

// diagnostic is a finding by the names that others know its file by.
func (l *Lint) diagnostic(f *audit.Finding) diag.Diagnostic {
	return diag.Diagnostic{
		Severity: f.Severity, Code: string(f.Code), Message: f.Message, Place: diag.Place{File: l.file(f), Line: f.Place.Line, Offset: f.Place.Offset},
	}
}
