package agentsmd

import (
	"path/filepath"
	"strings"

	"promptctl/internal/codex"
)

// The names that are looked for everywhere, the stronger first.
const (
	overrideName = "AGENTS.override.md"
	usualName    = "AGENTS.md"
)

// maxGlobal is the size up to which a global file is read here. The client has no limit.
const maxGlobal = 64 << 20

// global looks at the files of CODEX_HOME: the first that has a text is taken, trimmed, outside the budget.
//
// NOTE(codex): 0.145.0 a blank override does not shadow here, as it does in a project.
func global(o Options) (files []File) {
	if o.Home == "" {
		return nil
	}
	taken := ""
	for _, name := range []string{overrideName, usualName} {
		if name == overrideName && !o.Release.Has(codex.TakesOverrides) {
			continue
		}
		path := filepath.Join(o.Home, name)
		f := o.look(path)
		switch {
		case f == nil:
			continue
		case f.Status == "" && taken != "":
			f.Status, f.Reason = Shadowed, "by "+taken
		case f.Status == "":
			takeGlobal(f, path, o.Release)
		}
		if f.Status == Loaded || f.Status == BadUTF8 || f.Status == Cut {
			taken = name
		}
		files = append(files, *f)
	}
	return files
}

func takeGlobal(f *File, path string, release *codex.Profile) {
	d := readDocument(path, maxGlobal)
	f.Size = d.size
	if d.err != nil {
		f.Status, f.Reason = Unreadable, d.err.Error()
		return
	}
	text, replaced := decode(d.head)
	if replaced > 0 && !release.Has(codex.ReadsAnyGlobal) {
		f.Status, f.Reason = Unreadable, "no UTF-8"
		return
	}
	f.text = strings.TrimSpace(text)
	f.trimmed = true
	f.above = strings.Count(text[:strings.Index(text, f.text)], "\n")
	if f.text == "" {
		f.Status = Empty
		return
	}
	f.raw, f.Kept, f.Replaced = d.head, int64(len(d.head)), replaced
	f.Status = loadedAs(f.Kept == f.Size, replaced)
	d.describeLines(f)
}
