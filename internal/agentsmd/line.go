package agentsmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Verdict says whether a line of a file reaches the model.
type Verdict struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Reaches bool   `json:"reaches"`
	Why     string `json:"why,omitzero"`
	Text    int    `json:"text_line,omitzero"` // the line of the composed text that it is
}

// Line says whether a line of a file, counted from 1, reaches the model.
func (s *Scope) Line(path string, line int) Verdict {
	v := Verdict{Path: path, Line: line}
	if f := s.find(path); f != nil {
		v.judge(f)
		if v.Reaches {
			v.Text = s.textLine(f, line)
		}
		return v
	}
	v.Why = s.absence(path)
	return v
}

func (s *Scope) find(path string) *File {
	for i := range s.Global {
		if s.Global[i].Path == path {
			return &s.Global[i]
		}
	}
	for _, place := range s.Places {
		for _, list := range [][]File{place.Files, place.Outside} {
			for i := range list {
				if list[i].Path == path {
					return &list[i]
				}
			}
		}
	}
	return nil
}

func (v *Verdict) judge(f *File) {
	switch {
	case f.text == "":
		v.Why = strings.TrimSpace(string(f.Status) + " " + f.Reason)
	case v.Line > f.Lines:
		v.Why = fmt.Sprintf("the file has %d lines", f.Lines)
	case v.Line <= f.above, f.trimmed && v.Line > f.above+strings.Count(f.text, "\n")+1:
		v.Why = "white space around the text is trimmed"
	case f.Missing > 0 && v.Line > f.Missing, f.Missing == v.Line && f.endsWhole():
		v.Why = "cut: " + f.lastLine()
	case f.Missing == v.Line:
		v.Reaches, v.Why = true, "in part: the budget ends in it"
	default:
		v.Reaches = true
	}
}

// endsWhole reports whether the part that arrives ends with a line's end.
func (f *File) endsWhole() bool { return strings.HasSuffix(f.text, "\n") }

// textLine is the line of the composed text that a line of a file is.
func (s *Scope) textLine(f *File, line int) int {
	c, _ := s.Compose()
	for _, part := range c.Parts {
		if part.File == f {
			return strings.Count(c.Text[:part.Start], "\n") + line - f.above
		}
	}
	return 0
}

// absence says why a file that discovery did not meet does not apply.
func (s *Scope) absence(path string) string {
	if _, err := os.Stat(path); err != nil {
		return reason(err).Error()
	}
	dir := filepath.Dir(path)
	for _, place := range s.Places {
		switch {
		case !within(dir, place.Root):
			continue
		case within(place.CWD, dir):
			return "not one of the names that are read"
		case within(dir, place.CWD):
			return "below the working folder"
		}
		return "not on the way from the root to the working folder"
	}
	return "outside of the project"
}

// within reports whether dir is top or below it.
func within(dir, top string) bool {
	rel, err := filepath.Rel(top, dir)
	return err == nil && filepath.IsLocal(rel)
}
