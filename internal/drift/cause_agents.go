package drift

import (
	"fmt"
	"path"
	"slices"

	"promptctl/internal/agentsmd"
	"promptctl/internal/diag"
)

// agents are what made the text of the AGENTS.md files another one: settings, files that came, went or changed, and what of
// them is over the budget.
func (c *Comparison) agents(change *Change, s *Section) []Cause {
	was, now := c.Locked.Rules, c.Prompt.Rules
	if was == nil || now == nil {
		return nil
	}
	a := &agentsCauses{comparison: c, was: was, now: now, replaced: map[string]bool{}}
	a.list = c.rulesSettings(was, now)
	a.changed = changedPlaces(change, s)
	for i := range now.Files {
		a.file(&now.Files[i])
	}
	for _, f := range was.Files {
		if now.file(f.Path) == nil && !a.replaced[f.Path] {
			a.add(c.Prompt.Case.at, "%s does not apply any more", f.Path)
		}
	}
	return a.list
}

type agentsCauses struct {
	comparison *Comparison
	was, now   *Rules
	changed    map[string][]int // by file, the lines that are not as they were
	replaced   map[string]bool  // files that another one of their folder took the place of
	list       []Cause
}

func (a *agentsCauses) add(at diag.Place, format string, args ...any) {
	a.list = append(a.list, Cause{fmt.Sprintf(format, args...), at})
}

func (a *agentsCauses) file(f *File) {
	old := a.was.file(f.Path)
	if old == nil {
		a.appeared(f)
		return
	}
	cut := f.Kept < f.Bytes && (old.Kept == old.Bytes || f.Bytes-f.Kept != old.Bytes-old.Kept)
	if old.SHA256 != f.SHA256 {
		a.edited(old, f)
	}
	a.loss(old, f, cut)
}

// edited names the first line that changed, unless all that changed is how much of the file arrives.
func (a *agentsCauses) edited(old, f *File) {
	lines := a.changed[f.place.File]
	first := 0
	if len(lines) > 0 {
		first = lines[0]
	}
	if old.Bytes == f.Bytes && old.Kept != f.Kept && (first == 0 || first >= f.missing) {
		return
	}
	at := f.place
	at.Line = max(first, 1)
	if len(lines) < 2 {
		a.add(at, "%s changed at line %d", f.Path, at.Line)
		return
	}
	a.add(at, "%s changed at line %d, and at %d more", f.Path, at.Line, len(lines)-1)
}

// loss says how much of a file never arrives, where that is not as it was.
func (a *agentsCauses) loss(old, f *File, cut bool) {
	at := f.place
	at.Line = f.missing
	switch {
	case cut:
		a.add(at, "%s: %s over the budget of %d, and cut from line %d on", f.Path, are(f.Bytes-f.Kept), a.now.Budget, max(f.missing, 1))
	case old.Status != f.Status && f.Kept == f.Bytes && old.Kept < old.Bytes:
		a.add(f.place, "%s arrives whole now", f.Path)
	case old.Status != f.Status && f.Status != string(agentsmd.Loaded):
		a.add(f.place, "%s is %s now", f.Path, f.Status)
	}
}

func are(n int64) string {
	if n == 1 {
		return "1 byte is"
	}
	return fmt.Sprintf("%d bytes are", n)
}

// appeared names what brought a file that did not apply before.
func (a *agentsCauses) appeared(f *File) {
	name := path.Base(f.Path)
	if slices.Contains(a.now.Fallbacks, name) && !slices.Contains(a.was.Fallbacks, name) {
		at := a.comparison.Prompt.Case.at
		if s, ok := a.comparison.Prompt.setting("project_doc_fallback_filenames"); ok {
			at = s.Place
		}
		a.add(at, "project_doc_fallback_filenames has %s now, so that %s applies", name, f.Path)
		return
	}
	at := f.place
	at.Line = 1
	for _, old := range a.was.Files {
		if path.Dir(old.Path) == path.Dir(f.Path) && a.now.file(old.Path) == nil {
			a.replaced[old.Path] = true
			a.add(at, "%s is there now, and takes the place of %s", f.Path, path.Base(old.Path))
			return
		}
	}
	a.add(at, "%s is there now", f.Path)
	if f.Kept < f.Bytes {
		a.loss(&File{}, f, true)
	}
}

func (r *Rules) file(path string) *File {
	for i := range r.Files {
		if r.Files[i].Path == path {
			return &r.Files[i]
		}
	}
	return nil
}
