package render

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"promptctl/internal/diag"
)

// maxAnnotations is how many annotations of one severity GitHub shows of a step; it drops the rest in silence.
const maxAnnotations = 10

// GitHub prints diagnostics as workflow commands, which GitHub shows beside the lines they name: the worst first, no more of a
// severity than it shows, and how many those are. Paths are relative to base where they can be.
func GitHub(w io.Writer, found diag.List, base string) error {
	sorted := slices.Clone(found)
	slices.SortStableFunc(sorted, func(a, b diag.Diagnostic) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line))
	})
	var shown, all [diag.Error + 1]int
	for _, d := range sorted {
		all[d.Severity]++
	}
	for _, d := range sorted {
		// Where there are more than can be shown, the last one says how many those are.
		if shown[d.Severity] == maxAnnotations-1 && all[d.Severity] > maxAnnotations {
			continue
		}
		shown[d.Severity]++
		if err := annotate(w, d, base); err != nil {
			return err
		}
	}
	for severity := diag.Error; severity >= diag.Note; severity-- {
		if more := all[severity] - shown[severity]; more > 0 {
			if _, err := fmt.Fprintf(w, "::%s title=promptctl::%d more\n", annotation(severity), more); err != nil {
				return err
			}
		}
	}
	return nil
}

func annotate(w io.Writer, d diag.Diagnostic, base string) error {
	properties := "title=" + escapeProperty(d.Code)
	if d.Place.Line > 0 {
		properties = fmt.Sprintf("line=%d,%s", d.Place.Line, properties)
	}
	if d.Place.File != "" {
		properties = "file=" + escapeProperty(Plain(relative(base, d.Place.File))) + "," + properties
	}
	_, err := fmt.Fprintf(w, "::%s %s::%s\n", annotation(d.Severity), properties, escapeData(Plain(d.Message)))
	return err
}

func annotation(s diag.Severity) string { return [...]string{"notice", "warning", "error"}[s] }

// relative is a path as those who have the same tree elsewhere know it.
func relative(base, path string) string {
	if rel, err := filepath.Rel(base, path); err == nil && base != "" && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}

func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
