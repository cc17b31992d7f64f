package audit

import (
	"slices"

	"promptctl/internal/diag"
)

// Report is what lint found in one session.
type Report struct {
	Path      string // as the user knows it
	ThreadID  string // "" for a file that is no thread
	Version   string // the release that wrote its end
	Steps     int
	Findings  []Finding // in the order of the lines, those of other files last
	Unchecked Unchecked
}

// Unchecked lists the rules that nothing could be held to.
type Unchecked []unchecked

type unchecked struct {
	Rules []Code
	Why   string
}

// Why says why a rule could not be checked, "" when it was.
func (u Unchecked) Why(id Code) string {
	for _, reason := range u {
		if slices.Contains(reason.Rules, id) {
			return reason.Why
		}
	}
	return ""
}

// RefusedReport is the report of a file that could not be opened as a thread.
func RefusedReport(path string, why error) *Report {
	rule, _ := RuleOf(Refused)
	r := &Report{Path: path, Findings: []Finding{{
		Code: Refused, Severity: rule.Severity, Message: why.Error(), Place: diag.Place{File: path},
	}}}
	var others []Code
	for _, rule := range Rules() {
		if rule.ID != Refused {
			others = append(others, rule.ID)
		}
	}
	r.Unchecked = Unchecked{{others, "the file is no thread"}}
	return r
}

// Worst is the severity of the worst finding; ok is false when there is none.
func (r *Report) Worst() (worst diag.Severity, ok bool) {
	for _, f := range r.Findings {
		worst = max(worst, f.Severity)
	}
	return worst, len(r.Findings) > 0
}

// Keep drops the findings that keep does not want.
func (r *Report) Keep(keep func(*Finding) bool) {
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { return !keep(&f) })
}

// Only drops all that is of other rules.
func (r *Report) Only(rules map[Code]bool) {
	r.Keep(func(f *Finding) bool { return rules[f.Code] })
	for i := range r.Unchecked {
		r.Unchecked[i].Rules = slices.DeleteFunc(r.Unchecked[i].Rules, func(id Code) bool { return !rules[id] })
	}
	r.Unchecked = slices.DeleteFunc(r.Unchecked, func(u unchecked) bool { return len(u.Rules) == 0 })
}
