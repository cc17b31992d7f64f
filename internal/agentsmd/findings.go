package agentsmd

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"promptctl/internal/config"
	"promptctl/internal/diag"
)

// examine notes what is odd about the files in scope, and what of them is lost.
func (s *Scope) examine() {
	s.Files(func(f *File) {
		s.loss(f)
		if f.text != "" {
			s.spelling(f)
		}
	})
	for _, place := range s.Places {
		for _, f := range place.Files {
			if f.Status == Shadowed && emptyOverride(place.Files, f) {
				s.Found.Add(diag.Warning, "agents-md-shadowed-by-empty", at(&f, 0), "not read: the empty %s beside it is taken", overrideName)
			}
		}
	}
	s.twice()
}

func at(f *File, line int) diag.Place { return diag.Place{File: f.Path, Line: line} }

// loss notes bytes that never reach the model.
func (s *Scope) loss(f *File) {
	switch f.Status {
	case Cut:
		s.Found.Add(diag.Warning, "agents-md-cut", at(f, f.Missing), "%s of %d never reach the model: the budget of %s ends here, %s",
			byteCount(f.Size-f.Kept), f.Size, byteCount(s.Budget), f.lastLine())
	case OverBudget:
		s.Found.Add(diag.Warning, "agents-md-over-budget", at(f, 1), "nothing of its %s reaches the model: the budget of %s was spent before it", byteCount(f.Size), byteCount(s.Budget))
	case Unreadable:
		s.Found.Add(diag.Warning, "agents-md-unreadable", at(f, 0), "%s", f.Reason)
	case Untrusted:
		s.Found.Add(diag.Warning, "agents-md-untrusted", at(f, 1), "nothing of its %s reaches the model: the project is not trusted", byteCount(f.Size))
	}
}

func byteCount(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

func (f *File) lastLine() string {
	if f.Last == 0 {
		return "not even its first line arrives whole"
	}
	return fmt.Sprintf("line %d is the last that arrives whole", f.Last)
}

// spelling notes what a text editor does not show.
func (s *Scope) spelling(f *File) {
	raw := f.raw
	bad := validPrefix(raw)
	switch {
	case utf16(raw):
		s.Found.Add(diag.Warning, "agents-md-utf16", at(f, 1), "looks like UTF-16: the model is sent NULs and U+FFFD between the letters; save it as UTF-8")
		return
	case f.Replaced > 0 && !(f.Status == Cut && bad+subpart(raw[bad:]) == len(raw)): // not the letter that the budget ends in
		s.Found.Add(diag.Warning, "agents-md-bad-utf8", at(f, 1+bytes.Count(raw[:bad], []byte("\n"))),
			"what is no UTF-8 arrives as U+FFFD: %s", byteCount(f.Replaced))
	}
	if bytes.HasPrefix(raw, []byte("\ufeff")) {
		s.Found.Add(diag.Note, "agents-md-bom", at(f, 1), "begins with a byte order mark, which is sent as a letter (U+FEFF)")
	}
	if n := bytes.Count(raw, []byte("\r\n")); n > 0 {
		s.Found.Add(diag.Note, "agents-md-crlf", at(f, 1), "%d lines end with CR LF, and are sent so", n)
	}
	if name := namedFile(f.Path, f.text); name != "" {
		s.Found.Add(diag.Warning, "agents-md-names-a-file", at(f, 1),
			"its one line is the path of %s, whose text is not sent: a symbolic link that was checked out as a text?", name)
	}
}

// utf16 guesses from a byte order mark, or from NULs in every other place.
func utf16(raw []byte) bool {
	if bytes.HasPrefix(raw, []byte{0xff, 0xfe}) || bytes.HasPrefix(raw, []byte{0xfe, 0xff}) {
		return true
	}
	if len(raw) < 4 {
		return false
	}
	head := raw[:min(len(raw), 64)]
	return bytes.Count(head, []byte{0})*3 >= len(head)
}

// namedFile is the file that a text of one short line names, "" when it names none.
func namedFile(path, text string) string {
	line := strings.TrimSpace(text)
	if line == "" || len(line) > 255 || strings.ContainsAny(line, "\n\x00") {
		return ""
	}
	named := config.In(filepath.Dir(path), line)
	if info, err := os.Stat(named); err != nil || info.IsDir() || named == path {
		return ""
	}
	return line
}

// emptyOverride reports whether a file is shadowed by one without a text.
func emptyOverride(files []File, shadowed File) bool {
	for _, f := range files {
		if f.Status == Empty && filepath.Dir(f.Path) == filepath.Dir(shadowed.Path) && filepath.Base(f.Path) == overrideName {
			return true
		}
	}
	return false
}

// twice notes files that are sent twice, under two names or in two places.
func (s *Scope) twice() {
	type seen struct {
		file *File
		info os.FileInfo
	}
	var earlier []seen
	s.Files(func(f *File) {
		info, err := os.Stat(f.Path)
		if f.text == "" || err != nil {
			return
		}
		for _, e := range earlier {
			if os.SameFile(e.info, info) {
				s.Found.Add(diag.Warning, "agents-md-twice", at(f, 1), "the same file as %s: its text is sent twice", s.Places[0].within(e.file.Path))
				break
			}
		}
		earlier = append(earlier, seen{f, info})
	})
}

// within is a file's path from the root, where it lies below that.
func (place *Place) within(path string) string {
	rel, err := filepath.Rel(place.Root, path)
	if err != nil || !filepath.IsLocal(rel) {
		return path
	}
	return rel
}
