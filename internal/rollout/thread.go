package rollout

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"promptctl/internal/diag"
)

// Segment is one file of a thread's lineage, read from its start to End.
type Segment struct {
	File  *File
	Meta  *Meta
	End   int64 // byte offset where the next file takes over, -1 for the end
	Until int64 // ordinal where it does, -1 for none
}

// Thread is a thread's whole history: one file, or the prefixes of others that it builds on and then its own.
type Thread struct {
	Meta     *Meta // of the last file: the thread's own
	Segments []Segment
	Found    diag.List
}

// maxLineage bounds a chain of history bases.
const maxLineage = 1000

// OpenThread opens a rollout and every file that its history_base names. Those are looked for beside the file and under
// codexHome ("" for none), by rollout id in the name; nothing outside is opened.
func OpenThread(path, codexHome string) (*Thread, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	return NewThread(file, codexHome)
}

// NewThread is OpenThread for a file that is open already. It takes the file over.
func NewThread(file *File, codexHome string) (*Thread, error) {
	if file.Era == Document {
		unfolded, err := file.unfold()
		if err != nil {
			file.Close()
			return nil, fmt.Errorf("%s: %w", file.Path, err)
		}
		file = unfolded
	}
	t := &Thread{}
	if err := t.follow(file, codexHome); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// follow puts a file and then its bases in front, newest first.
func (t *Thread) follow(file *File, codexHome string) error {
	t.Segments = []Segment{{File: file, End: -1, Until: -1}}
	t.Found = append(t.Found, file.Found...)
	meta, err := file.meta()
	if err != nil {
		return err
	}
	t.Meta, t.Segments[0].Meta = meta, meta
	seen := map[string]bool{}
	for meta.HistoryBase != nil {
		seen[ownID(file, meta)] = true
		base := meta.HistoryBase
		next, err := t.base(file, base, seen, codexHome)
		if err != nil {
			t.missing(file, base, err.Error())
			return nil
		}
		t.Segments = append([]Segment{*next}, t.Segments...)
		t.Found = append(t.Found, next.File.Found...)
		file, meta = next.File, next.Meta
	}
	return nil
}

// base opens the file that another one builds on.
func (t *Thread) base(file *File, base *HistoryBase, seen map[string]bool, codexHome string) (*Segment, error) {
	switch {
	case seen[base.RolloutID] || len(t.Segments) > maxLineage:
		return nil, errors.New("the chain of history bases comes back to it")
	case base.EndOrdinalExclusive <= 0:
		return nil, errors.New("its end_ordinal_exclusive must be above 0")
	}
	next, err := openBase(file.Path, codexHome, base.RolloutID)
	if err != nil {
		return nil, err
	}
	meta, err := next.meta()
	if err != nil {
		next.Close()
		return nil, err
	}
	end := base.EndByteOffset
	if end <= 0 {
		end = -1 // not stated: the ordinal alone tells
	}
	return &Segment{File: next, Meta: meta, End: end, Until: base.EndOrdinalExclusive}, nil
}

// ownID is the rollout id of a file: its name's, or the thread's where the name has none.
func ownID(file *File, meta *Meta) string { return cmp.Or(rolloutID(file.Path), meta.ID) }

// missing notes a base that cannot be read: the thread is shown from this file on.
func (t *Thread) missing(file *File, base *HistoryBase, why string) {
	t.Found.Add(diag.Error, "history-base", diag.Place{File: file.Path, Line: 1},
		"history_base %q: %s; shown without the history before it", base.RolloutID, why)
}

// Incomplete reports whether a part of the thread's history could not be found.
func (t *Thread) Incomplete() bool {
	first := t.Segments[0]
	return first.Meta != nil && first.Meta.HistoryBase != nil
}

// Own is the index of the thread's own file in Segments.
func (t *Thread) Own() int { return len(t.Segments) - 1 }

// Close closes every file.
func (t *Thread) Close() error {
	var errs []error
	for _, s := range t.Segments {
		errs = append(errs, s.File.Close())
	}
	return errors.Join(errs...)
}

// meta reads the file's first session_meta line.
func (f *File) meta() (*Meta, error) {
	r := f.Read(0, 0, -1)
	for line := r.Next(); line != nil; line = r.Next() {
		if line.Kind != SessionMeta {
			continue
		}
		m, err := ParseMeta(line.Payload)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", f.Path, line.Number, err)
		}
		m.BaseInstructions.At(0, line.Number)
		return m, nil
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	if r.number > 0 && len(r.Found) == r.number {
		return nil, fmt.Errorf("%s: %w", f.Path, ErrNotText)
	}
	return nil, fmt.Errorf("%s: %w", f.Path, ErrNoMeta)
}

// openBase finds the rollout file with an id, beside another file or under CODEX_HOME.
//
// The id comes from a file and is hostile: it is only ever compared with names that a directory listing gave.
func openBase(beside, codexHome, rolloutID string) (*File, error) {
	path, err := findBase(beside, codexHome, rolloutID)
	if err != nil {
		return nil, err
	}
	return Open(path)
}

func findBase(beside, codexHome, id string) (string, error) {
	if !plainID(id) {
		return "", errors.New("that is no rollout id")
	}
	entries, err := os.ReadDir(filepath.Dir(beside))
	if err != nil {
		return "", err
	}
	for _, entry := range entries {
		if rolloutID(entry.Name()) == id && !entry.IsDir() {
			return filepath.Join(filepath.Dir(beside), entry.Name()), nil
		}
	}
	if codexHome != "" {
		for _, s := range (Home{codexHome}).Sessions() {
			if s.RolloutID == id {
				return s.Path, nil
			}
		}
	}
	return "", errors.New("no rollout file with that id beside this one or under CODEX_HOME")
}

func plainID(id string) bool {
	return id != "" && len(id) <= 100 && !strings.ContainsFunc(id, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}
