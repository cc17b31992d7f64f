package render

import (
	"fmt"

	"promptctl/internal/diag"
)

// Diagnostic is a diagnostic as one line for stderr: place, message, where in the file, code. The run goes on, so the worst
// it says is warning.
func Diagnostic(d diag.Diagnostic) string {
	severity := min(d.Severity, diag.Warning)
	at := ""
	if d.Place.Line > 0 || d.Place.Offset > 0 {
		at = fmt.Sprintf(" (line at byte %d)", d.Place.Offset)
	}
	return fmt.Sprintf("promptctl: %s: %s: %s%s [%s]", severity, Plain(d.Place.String()), Plain(d.Message), at, d.Code)
}
