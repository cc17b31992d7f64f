package render

import (
	"bytes"
	"io"

	"promptctl/internal/diag"
	"promptctl/internal/drift"
)

// checkRecord is a report for programs.
type checkRecord struct {
	SchemaVersion int               `json:"schema_version"`
	OK            bool              `json:"ok"`
	Lock          string            `json:"lock,omitzero"`
	Releases      []string          `json:"releases,omitzero"`
	Updated       bool              `json:"updated"`
	Prompts       []promptRecord    `json:"prompts"`
	Assertions    []assertionRecord `json:"assertions"`
}

type promptRecord struct {
	Case    string         `json:"case"`
	Step    string         `json:"step,omitzero"`
	Codex   string         `json:"codex_version,omitzero"`
	Model   string         `json:"model,omitzero"`
	Status  string         `json:"status"` // same, changed, new or gone
	Causes  []causeRecord  `json:"causes"`
	Order   string         `json:"order,omitzero"`
	Changes []driftSection `json:"changes"`
}

type driftSection struct {
	Section string        `json:"section"`
	Role    string        `json:"role,omitzero"`
	Was     *sizeRecord   `json:"was"`
	Now     *sizeRecord   `json:"now"`
	Causes  []causeRecord `json:"causes"`
	Diff    string        `json:"diff,omitzero"`
}

type sizeRecord struct {
	SHA256     string `json:"sha256,omitzero"`
	Bytes      int    `json:"bytes"`
	Tokens     int    `json:"estimated_tokens"`
	Unresolved bool   `json:"unresolved"`
}

type causeRecord struct {
	Message string `json:"message"`
	File    string `json:"file,omitzero"`
	Line    int    `json:"line,omitzero"`
}

type assertionRecord struct {
	Case      string `json:"case"`
	Step      string `json:"step,omitzero"`
	Kind      string `json:"kind"`
	Assertion string `json:"assertion"`
	OK        bool   `json:"ok"`
	Failure   string `json:"failure,omitzero"`
	File      string `json:"file"`
	Line      int    `json:"line"`
}

// CheckJSON prints a report for programs.
func CheckJSON(w io.Writer, r *CheckReport, base string) error {
	record := checkRecord{SchemaVersion: SchemaVersion, OK: !r.Failed(), Releases: r.Releases, Updated: r.Updated}
	if r.Lock != "" {
		record.Lock = relative(base, r.Lock)
	}
	for _, c := range r.Comparisons {
		record.Prompts = append(record.Prompts, newPromptRecord(c, base))
	}
	for _, a := range r.Results {
		record.Assertions = append(record.Assertions, assertionRecord{
			a.Case, a.Step, a.Kind, a.What, a.Failure == "", a.Failure, relative(base, a.Place.File), a.Place.Line,
		})
	}
	return JSON(w, record)
}

func newPromptRecord(c *drift.Comparison, base string) promptRecord {
	p := promptRecord{Case: c.Name, Step: c.Step, Status: comparisonStatus(c), Causes: causeRecords(c.Causes, base), Order: c.Order}
	if c.Prompt != nil {
		p.Codex, p.Model = c.Prompt.Codex, c.Prompt.Model
	}
	for i := range c.Changes {
		change := &c.Changes[i]
		section := driftSection{
			Section: change.ID, Role: change.Role, Was: newSizeRecord(change.Was), Now: newSizeRecord(change.Now), Causes: causeRecords(change.Causes, base),
		}
		if change.Before != change.After {
			var diff bytes.Buffer
			lineDiff(&diff, Style{}, change.Before, change.After)
			section.Diff = diff.String()
		}
		p.Changes = append(p.Changes, section)
	}
	return p
}

func comparisonStatus(c *drift.Comparison) string {
	switch {
	case c.Prompt == nil:
		return "gone"
	case c.Locked == nil:
		return "new"
	case c.Differs():
		return "changed"
	}
	return "same"
}

func newSizeRecord(s *drift.LockedSection) *sizeRecord {
	if s == nil {
		return nil
	}
	return &sizeRecord{s.SHA256, s.Bytes, s.Tokens, s.Unresolved}
}

func causeRecords(causes []drift.Cause, base string) []causeRecord {
	list := []causeRecord{}
	for _, c := range causes {
		list = append(list, causeRecord{c.Message, relativeFile(base, c.Place), c.Place.Line})
	}
	return list
}

func relativeFile(base string, p diag.Place) string {
	if p.File == "" {
		return ""
	}
	return relative(base, p.File)
}
