package render

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"promptctl/internal/agentsmd"
	"promptctl/internal/diag"
)

// Agents prints which AGENTS.md files apply, for people: the answer, then every file in the order in which it is sent.
type Agents struct {
	Style Style
	Home  string // the user's home folder, shown as ~
}

// Scope prints what discovery found.
func (a Agents) Scope(w io.Writer, s *agentsmd.Scope) {
	fmt.Fprintf(w, "%s\n", a.Style.bold(answer(s)))
	t := table{style: a.Style}
	number := 0
	for i, place := range s.Places {
		fmt.Fprintf(w, "\n%s\n", a.rootLine(s, &place))
		for _, f := range s.Global {
			if i == 0 {
				t.add("global", a.path("", f.Path), &f, fate(&f, "outside the budget"))
			}
		}
		for _, f := range place.Files {
			name := ""
			if f.InScope() {
				number++
				name = fmt.Sprint(number)
			}
			t.add(name, a.path(place.Root, f.Path), &f, fate(&f, count(f.Spent)+" spent"))
		}
		t.flush(w)
		a.outside(w, &place)
	}
	a.findings(w, s)
}

// answer is the line that says whether all is well.
func answer(s *agentsmd.Scope) string {
	files, kept := 0, int64(0)
	s.Files(func(f *agentsmd.File) {
		if f.Kept > 0 {
			files, kept = files+1, kept+f.Kept
		}
	})
	switch lost := s.Lost(); {
	case lost > 0:
		return counted(lost, "byte") + " of AGENTS.md rules never " + reachVerb(lost) + " the model from here."
	case files == 0:
		return "No AGENTS.md rules apply here."
	default:
		return fmt.Sprintf("All %s of AGENTS.md rules reach the model from here, from %s.", counted(kept, "byte"), counted(files, "file"))
	}
}

func reachVerb(n int64) string {
	if n == 1 {
		return "reaches"
	}
	return "reach"
}

func (a Agents) rootLine(s *agentsmd.Scope, place *agentsmd.Place) string {
	line := "root    " + a.path("", place.Root)
	if place.Marker == "" {
		line += "  (no marker here or above: this folder only)"
	} else {
		line += "  (marker " + Plain(place.Marker) + ")"
	}
	if place.ID != "" {
		line = "environment " + Plain(place.ID) + "\n" + line
	}
	if place.Untrusted != "" {
		line += "  untrusted by " + a.path("", place.Untrusted)
	}
	right := fmt.Sprintf("budget %s bytes, spent root first", count(s.Budget))
	return line + strings.Repeat(" ", max(2, 61-utf8.RuneCountInString(line))) + a.Style.faint(right)
}

// fate says in a few words what becomes of a file.
func fate(f *agentsmd.File, normal string) string {
	switch f.Status {
	case agentsmd.Cut:
		return fmt.Sprintf("%s kept; last whole line that arrives: %s of %s", count(f.Kept), count(f.Last), count(f.Lines))
	case agentsmd.BadUTF8:
		return "as U+FFFD: " + counted(f.Replaced, "byte")
	case agentsmd.Loaded:
		return normal
	case agentsmd.OverBudget:
		return "the budget is spent"
	}
	return Plain(f.Reason)
}

func (a Agents) outside(w io.Writer, place *agentsmd.Place) {
	t := table{style: a.Style}
	for _, f := range place.Outside {
		root := place.Root
		if f.Status == agentsmd.BeyondRoot {
			root = ""
		}
		t.add("", a.path(root, f.Path), &f, "")
	}
	if len(t.rows) > 0 {
		fmt.Fprintln(w, "\nnot in scope")
		t.flush(w)
	}
	if place.More {
		fmt.Fprintln(w, a.Style.faint("not all folders below were looked at: --tree lists every folder with files of its own"))
	}
}

func (a Agents) findings(w io.Writer, s *agentsmd.Scope) {
	for i, d := range s.Found {
		if i == 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s %s%s\n", a.Style.warning("!"), a.place(rootOf(s), d.Place), Plain(d.Message))
	}
}

// place is where a finding is, with the space behind it; nothing for one that is about no file.
func (a Agents) place(root string, p diag.Place) string {
	switch {
	case p.File == "":
		return ""
	case p.Line == 0:
		return a.path(root, p.File) + "  "
	}
	return fmt.Sprintf("%s:%d  ", a.path(root, p.File), p.Line)
}

func rootOf(s *agentsmd.Scope) string {
	if len(s.Places) == 0 {
		return ""
	}
	return s.Places[0].Root
}

// path shows a path as short as can be copied: below root relative, below the home folder with ~.
func (a Agents) path(root, path string) string {
	if root != "" {
		if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
			return Plain(rel)
		}
	}
	if rest, ok := strings.CutPrefix(path, a.Home+"/"); ok && a.Home != "" {
		return Plain("~/" + rest)
	}
	return Plain(path)
}

// table lines up rows of files.
type table struct {
	style Style
	rows  []tableRow
}

type tableRow struct {
	name, path, size, status, fate string
	bad                            bool
}

func (t *table) add(name, path string, f *agentsmd.File, fate string) {
	size := count(f.Size)
	if f.Status == agentsmd.NotRegular || f.Status == agentsmd.Unreadable {
		size = "-"
	}
	t.rows = append(t.rows, tableRow{name, path, size, string(f.Status), fate, f.Lost() > 0 || f.Status == agentsmd.Unreadable})
}

func (t *table) flush(w io.Writer) {
	wide, status := 24, 0
	for _, r := range t.rows {
		wide = max(wide, utf8.RuneCountInString(r.path))
		status = max(status, len(r.status))
	}
	for _, r := range t.rows {
		mark := " "
		if r.bad {
			mark = t.style.warning("!")
		}
		line := fmt.Sprintf("%6s  %s%s %9s %s %-*s  %s", r.name, r.path, strings.Repeat(" ", wide-utf8.RuneCountInString(r.path)), r.size, mark, status, r.status, r.fate)
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	t.rows = nil
}

// Line says whether a line of a file reaches the model.
func (a Agents) Line(w io.Writer, v agentsmd.Verdict) error {
	place := fmt.Sprintf("%s:%d", a.path("", v.Path), v.Line)
	if !v.Reaches {
		_, err := fmt.Fprintf(w, "%s never reaches the model: %s\n", place, Plain(v.Why))
		return err
	}
	why := ""
	if v.Why != "" {
		why = " (" + Plain(v.Why) + ")"
	}
	_, err := fmt.Fprintf(w, "%s reaches the model%s, as line %d of the text\n", place, why, v.Text)
	return err
}
