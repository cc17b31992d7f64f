// Package diag holds what every room may say about its input: a [Diagnostic] with severity, code, message and place.
// Rooms return diagnostics; only the command prints them.
package diag

import "fmt"

// Severity orders diagnostics: a note explains, a warning may cost fidelity, an error means something was left out.
type Severity int

const (
	Note Severity = iota
	Warning
	Error
)

func (s Severity) String() string { return [...]string{"note", "warning", "error"}[s] }

// MarshalText makes a severity its name in JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Place is where in a file something is. Line counts from 1, 0 if the place is the file; Offset is in bytes.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitzero"`
	Offset int64  `json:"offset,omitzero"`
}

func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// Diagnostic is one thing noticed. Code is a stable kebab-case name for programs.
type Diagnostic struct {
	Severity Severity `json:"severity"`
	Code     string   `json:"code"`
	Message  string   `json:"message"`
	Place    Place    `json:"place"`
}

// List collects diagnostics in the order in which they were found.
type List []Diagnostic

// Add appends one.
func (l *List) Add(severity Severity, code string, place Place, format string, args ...any) {
	*l = append(*l, Diagnostic{severity, code, fmt.Sprintf(format, args...), place})
}
