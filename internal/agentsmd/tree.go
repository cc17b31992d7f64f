package agentsmd

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/config"
)

// Row is a folder in which other files apply than in the folder above it.
type Row struct {
	Dir    string `json:"dir"`
	Root   string `json:"root"`
	Marker string `json:"marker,omitzero"`
	Files  []File `json:"files"` // those taken, the root's first
	Kept   int64  `json:"kept"`  // bytes
	Lost   int64  `json:"lost"`  // bytes
}

// Tree visits every folder of a tree in which other files apply than in the one above it, in the order of their names.
// Symbolic links to folders are not followed. untrusted is the settings' entry by which a folder is not trusted.
func Tree(o Options, top string, untrusted func(dir string) string, visit func(*Row) error) error {
	w := walker{Options: o, names: o.names(), untrusted: untrusted, visit: visit}
	return w.walk(top, w.above(top))
}

type walker struct {
	Options
	names     []string
	untrusted func(dir string) string
	visit     func(*Row) error
}

// level is what applies in a folder.
type level struct {
	root, marker string
	documents    []*document
}

// above is what applies in the folder above a tree.
func (w *walker) above(top string) level {
	parent := filepath.Dir(top)
	if parent == top {
		return level{}
	}
	l := level{}
	l.root, l.marker = config.FindRoot(parent, w.Markers)
	if l.marker == "" {
		return level{}
	}
	for _, dir := range config.Between(l.root, parent) {
		l.add(w.taken(dir, nil), w.Options)
	}
	return l
}

// taken is the file of a folder that is taken, "" if none. entries may be given to spare looks at the disk.
func (w *walker) taken(dir string, entries []os.DirEntry) string {
	for _, name := range w.names {
		path := config.In(dir, name)
		if entries != nil && !listed(entries, name) {
			continue
		}
		if f := w.look(path); f != nil && f.Status != NotRegular {
			return path
		}
	}
	return ""
}

// listed reports whether a folder's entries may have a name. One that leads elsewhere cannot be told from them.
func listed(entries []os.DirEntry, name string) bool {
	if !plain(name) {
		return true
	}
	_, found := slices.BinarySearchFunc(entries, name, func(e os.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	return found
}

func (l *level) add(path string, o Options) {
	if path == "" {
		return
	}
	l.documents = append(slices.Clip(l.documents), readDocument(path, o.Budget))
}

// enter is what applies in a folder, and whether it differs from what applies above.
func (w *walker) enter(dir string, above level, entries []os.DirEntry) (here level, differs bool) {
	here = above
	for _, marker := range w.Markers {
		if listed(entries, marker) && config.HasMarker(dir, marker) {
			here = level{root: dir, marker: marker}
			break
		}
	}
	if here.marker == "" {
		here = level{root: dir}
	}
	own := w.taken(dir, entries)
	here.add(own, w.Options)
	return here, own != "" || here.marker != "" && here.root == dir && len(above.documents) > 0
}

func (w *walker) walk(dir string, above level) error {
	entries, err := os.ReadDir(dir)
	if err != nil && len(entries) == 0 {
		return nil // a folder that cannot be listed has nothing that could be told
	}
	here, differs := w.enter(dir, above, entries)
	if differs {
		if err := w.visit(w.row(dir, here)); err != nil {
			return err
		}
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != ".git" {
			if err := w.walk(filepath.Join(dir, e.Name()), here); err != nil {
				return err
			}
		}
	}
	return nil
}

// row spends the budget on what applies in a folder.
func (w *walker) row(dir string, l level) *Row {
	row := &Row{Dir: dir, Root: l.root, Marker: l.marker}
	refused := w.Release.Has(codex.IgnoresUntrusted) && w.untrusted(dir) != ""
	p := newPurse(w.Budget)
	for _, d := range w.applying(dir, l) {
		f := File{Path: d.path, Size: d.size, Status: Untrusted}
		if !refused {
			f = p.take(d)
		}
		row.Kept += f.Kept
		row.Lost += f.Lost()
		row.Files = append(row.Files, f)
	}
	return row
}

// applying are the documents that a release takes of those on the way.
func (w *walker) applying(dir string, l level) []*document {
	if w.Release.Has(codex.TakesAllFolders) {
		return l.documents
	}
	for i := len(l.documents) - 1; i >= 0; i-- {
		if at := filepath.Dir(l.documents[i].path); at == dir || at == l.root {
			return l.documents[i : i+1]
		}
	}
	return nil
}
