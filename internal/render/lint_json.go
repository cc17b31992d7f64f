package render

import (
	"io"

	"promptctl/internal/audit"
	"promptctl/internal/diag"
)

type lintRecord struct {
	SchemaVersion int                 `json:"schema_version"`
	Symptom       string              `json:"symptom,omitzero"`
	Sessions      []lintSessionRecord `json:"sessions"`
	Errors        int                 `json:"errors"`
	Warnings      int                 `json:"warnings"`
	Notes         int                 `json:"notes"`
	Known         int                 `json:"known"` // findings that a baseline took out
}

type lintSessionRecord struct {
	Path      string              `json:"path"`
	ThreadID  string              `json:"thread_id"`
	Version   string              `json:"codex_version"`
	Steps     int                 `json:"steps"`
	Findings  []lintFindingRecord `json:"findings"`
	Unchecked []uncheckedRecord   `json:"unchecked"`
}

type lintFindingRecord struct {
	Rule        audit.Code    `json:"rule"`
	Severity    diag.Severity `json:"severity"`
	Message     string        `json:"message"`
	File        string        `json:"file"`
	Line        int           `json:"line"`   // from 1; 0 for the file as a whole
	Offset      int64         `json:"offset"` // of the line, in bytes
	Step        int           `json:"step"`   // the first request with it; 0 behind the last one
	Until       int           `json:"until"`  // the last one
	Fingerprint string        `json:"fingerprint"`
}

type uncheckedRecord struct {
	Rules []audit.Code `json:"rules"`
	Why   string       `json:"why"`
}

// JSON prints the findings for programs.
func (l *Lint) JSON(w io.Writer, symptom string) error {
	n := l.counts()
	record := lintRecord{
		SchemaVersion: SchemaVersion, Symptom: symptom, Sessions: []lintSessionRecord{},
		Errors: n[diag.Error], Warnings: n[diag.Warning], Notes: n[diag.Note], Known: l.Known,
	}
	for _, r := range l.Sessions {
		session := lintSessionRecord{l.Name(r.Path), r.ThreadID, r.Version, r.Steps, []lintFindingRecord{}, []uncheckedRecord{}}
		for i := range r.Findings {
			f := &r.Findings[i]
			session.Findings = append(session.Findings, lintFindingRecord{
				f.Code, f.Severity, f.Message, l.file(f), f.Place.Line, f.Place.Offset, f.Step, f.Until, r.Fingerprint(f),
			})
		}
		for _, u := range r.Unchecked {
			session.Unchecked = append(session.Unchecked, uncheckedRecord{u.Rules, u.Why})
		}
		record.Sessions = append(record.Sessions, session)
	}
	return JSON(w, record)
}
