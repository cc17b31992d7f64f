package render

import (
	"bufio"
	"fmt"
	"path/filepath"
	"strings"

	"promptctl/internal/provenance"
)

// rules names the files that a text of AGENTS.md comes from.
func (x *Explain) rules(r *provenance.Rules) string {
	switch {
	case r.None:
		return "the client: the AGENTS.md files that applied before no longer do"
	case r.Folder == "":
		return "AGENTS.md files of a folder that is not here; give --workspace DIR"
	case len(r.Files) == 0 && r.Same:
		return "what the client writes around the text of AGENTS.md files"
	case len(r.Files) == 0 && r.Whole:
		return "AGENTS.md files; " + x.path("", r.Folder) + " gives another text now"
	case len(r.Files) == 0:
		return "an AGENTS.md file; none that applies in " + x.path("", r.Folder) + " has this line now"
	}
	var names []string
	for _, f := range r.Files {
		name := fmt.Sprintf("%s:%d", x.ruleFile(r.Folder, f.Path), f.First)
		if f.Last > f.First {
			name += fmt.Sprintf("-%d", f.Last)
		}
		names = append(names, name)
	}
	now := "the same bytes are on disk now"
	if !r.Same {
		now = "the line is still there; others are not what they were"
	}
	return strings.Join(names, ", ") + " in " + x.path("", r.Folder) + " (" + now + ")"
}

// ruleFile names a file below a folder or above it as one would from there.
func (x *Explain) ruleFile(folder, path string) string {
	up, err := filepath.Rel(filepath.Dir(path), folder)
	if err != nil || strings.HasPrefix(up, "..") {
		return x.path(folder, path)
	}
	name, err := filepath.Rel(folder, path)
	if err != nil {
		return x.path(folder, path)
	}
	return Plain(name)
}

func (x *Explain) path(root, path string) string {
	return Agents{Home: x.Home}.path(root, filepath.Clean(path))
}

// section says what context tells, and how that stands to what was told before and behind it.
func (x *Explain) section(w *bufio.Writer, s *provenance.Section, numbered bool) {
	entry := ""
	if numbered {
		entry = fmt.Sprintf("[%d] ", s.Part)
	}
	x.link(w, "tells", entry+x.told(s))
	if p := s.Replaces; p != nil {
		x.link(w, "replaces", fmt.Sprintf("input[%d].content[%d] (%s)", p.Index, p.Part, x.Text.line(p.Origin)))
	}
	if p := s.Replaced; p != nil {
		where := "behind the last request"
		if p.Step > 0 {
			where = fmt.Sprintf("input[%d].content[%d] of step %d", p.Index, p.Part, p.Step)
		}
		x.link(w, "told anew", fmt.Sprintf("%s (%s)", where, x.Text.line(p.Origin)))
	}
}

func (x *Explain) told(s *provenance.Section) string {
	text := "World State section " + Plain(s.ID)
	switch s.Change {
	case provenance.SectionFirst:
		return text + ", for the first time (" + x.Text.line(s.Line) + ")"
	case provenance.SectionChanged:
		return fmt.Sprintf("%s: %s changed (%s)", text, briefly(Plain(strings.Join(s.Fields, ", ")), 60), x.Text.line(s.Line))
	case provenance.SectionAnew:
		return text + ", anew: a compaction or a rollback took away what was recorded (" + x.Text.line(s.Line) + ")"
	case provenance.SectionSame:
		return text + ", as it was (" + x.Text.line(s.Line) + ")"
	}
	return text + "; no world_state line records it"
}
