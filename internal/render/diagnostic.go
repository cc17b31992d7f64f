package render

import (
	"fmt"

	"promptctl/internal/diag"
)

// Diagnostic is a diagnostic as one line for stderr: severity, place, message, where in the file, code.
func Diagnostic(d diag.Diagnostic) string {
	at := ""
	if d.Place.Line > 0 || d.Place.Offset > 0 {
		at = fmt.Sprintf(" (line at byte %d)", d.Place.Offset)
	}
	return fmt.Sprintf("promptctl: %s: %s: %s%s [%s]", d.Severity, Plain(d.Place.String()), Plain(d.Message), at, d.Code)
}
