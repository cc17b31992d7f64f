package audit

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Baseline is the findings that are known and do not count. Nothing in it depends on a machine.
type Baseline struct {
	SchemaVersion int     `json:"schema_version"`
	Findings      []Known `json:"findings"`

	known map[string]bool // by fingerprint
}

// Known is one of them. Only the fingerprint counts, the rest is for people.
type Known struct {
	Fingerprint string `json:"fingerprint"`
	Rule        Code   `json:"rule"`
	Thread      string `json:"thread_id,omitzero"`
	File        string `json:"file,omitzero"`
	Line        int    `json:"line,omitzero"`
}

const baselineVersion = 1

// NewBaseline knows the findings of some reports.
func NewBaseline(reports []*Report) *Baseline {
	b := &Baseline{SchemaVersion: baselineVersion, Findings: []Known{}}
	for _, r := range reports {
		for i := range r.Findings {
			f := &r.Findings[i]
			known := Known{Fingerprint: r.Fingerprint(f), Rule: f.Code, Thread: r.ThreadID, Line: f.Place.Line}
			switch {
			case f.Name != "":
				known.Thread, known.File, known.Line = "", f.Name, 0
			case r.ThreadID == "":
				known.File = filepath.Base(r.Path)
			}
			b.Findings = append(b.Findings, known)
		}
	}
	slices.SortFunc(b.Findings, func(x, y Known) int {
		return cmp.Or(cmp.Compare(x.Thread, y.Thread), cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line),
			cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Fingerprint, y.Fingerprint))
	})
	b.Findings = slices.Compact(b.Findings)
	return b
}

// ParseBaseline reads one.
func ParseBaseline(text []byte) (*Baseline, error) {
	var b Baseline
	if err := json.Unmarshal(text, &b); err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	if b.SchemaVersion != baselineVersion {
		return nil, fmt.Errorf("baseline: schema_version %d, and only %d is known", b.SchemaVersion, baselineVersion)
	}
	b.known = map[string]bool{}
	for _, k := range b.Findings {
		b.known[k.Fingerprint] = true
	}
	return &b, nil
}

// Text is the file's content: one finding a line, so that a change is easy to read.
func (b *Baseline) Text() ([]byte, error) {
	out := fmt.Appendf(nil, "{\"schema_version\": %d, \"findings\": [", b.SchemaVersion)
	for i, known := range b.Findings {
		line, err := json.Marshal(known, json.Deterministic(true), jsontext.SpaceAfterComma(true), jsontext.SpaceAfterColon(true))
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, "\n  "...), line...)
	}
	return append(out, "\n]}\n"...), nil
}

// Drop takes the findings out of a report that the baseline, as it was read, knows, and counts them.
func (b *Baseline) Drop(r *Report) int {
	before := len(r.Findings)
	r.Keep(func(f *Finding) bool { return !b.known[r.Fingerprint(f)] })
	return before - len(r.Findings)
}
