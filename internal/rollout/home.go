package rollout

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Home is a CODEX_HOME folder.
type Home struct{ Dir string }

// Session is one rollout file under a CODEX_HOME, as its name tells it.
type Session struct {
	Path      string
	ThreadID  string
	RolloutID string // differs from ThreadID for the file of a reverted thread
	Started   string // local time of the name, 2026-11-30T18-34-05
	Archived  bool
}

const (
	namePrefix  = "rollout-"
	stampLength = len("2026-11-30T18-34-05")
)

// ParseName reads a rollout file's name: rollout-<time>-<thread id>[_<rollout id>].jsonl[.zst].
func ParseName(name string) (s Session, ok bool) {
	stem, found := strings.CutPrefix(filepath.Base(name), namePrefix)
	stem = strings.TrimSuffix(stem, ".zst")
	stem, jsonl := strings.CutSuffix(stem, ".jsonl")
	if !found || !jsonl || len(stem) <= stampLength+1 || stem[stampLength] != '-' {
		return Session{}, false
	}
	thread, rollout, reverted := strings.Cut(stem[stampLength+1:], "_")
	if !reverted {
		rollout = thread
	}
	return Session{Path: name, Started: stem[:stampLength], ThreadID: thread, RolloutID: rollout}, true
}

func rolloutID(path string) string {
	s, _ := ParseName(path)
	return s.RolloutID
}

// Sessions lists every rollout file, newest first. Where a plain and a compressed file have one name, the plain one counts.
func (h Home) Sessions() []Session {
	var all []Session
	seen := map[string]bool{}
	for _, folder := range []string{"sessions", "archived_sessions"} {
		root := filepath.Join(h.Dir, folder)
		// An unreadable folder hides its own sessions only.
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return nil
			}
			s, ok := ParseName(path)
			if plain := strings.TrimSuffix(path, ".zst"); ok && !seen[plain] {
				seen[plain] = true
				s.Archived = folder == "archived_sessions"
				all = append(all, s)
			}
			return nil
		})
	}
	slices.SortStableFunc(all, func(a, b Session) int {
		return cmp.Or(strings.Compare(b.Started, a.Started), strings.Compare(b.Path, a.Path))
	})
	return all
}

// MinPrefix is the shortest part of a thread id that selects a session.
const MinPrefix = 6

// AmbiguousError lists the threads that a prefix fits.
type AmbiguousError struct {
	Prefix string
	Fits   []Session
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%s: %d sessions begin so", e.Prefix, len(e.Fits))
}

// Find returns the newest file of the one thread whose id begins with prefix.
func (h Home) Find(prefix string) (Session, error) {
	if len(prefix) < MinPrefix {
		return Session{}, fmt.Errorf("%s: a session id needs %d characters or more", prefix, MinPrefix)
	}
	var fits []Session
	threads := map[string]bool{}
	for _, s := range h.Sessions() {
		if strings.HasPrefix(s.ThreadID, prefix) && !threads[s.ThreadID] {
			threads[s.ThreadID] = true
			fits = append(fits, s)
		}
	}
	switch len(fits) {
	case 0:
		return Session{}, fmt.Errorf("%s: no such file, and no session with that id under %s", prefix, h.Dir)
	case 1:
		return fits[0], nil
	}
	return Session{}, &AmbiguousError{prefix, fits}
}

// Last returns the newest session that was started in cwd, or the newest of all if cwd is "".
func (h Home) Last(cwd string) (Session, error) {
	for _, s := range h.Sessions() {
		if cwd == "" {
			return s, nil
		}
		if meta, err := ReadMeta(s.Path); err == nil && sameDir(meta.CWD, cwd) {
			return s, nil
		}
	}
	if cwd == "" {
		return Session{}, fmt.Errorf("no sessions under %s", h.Dir)
	}
	return Session{}, fmt.Errorf("no session under %s was started in %s", h.Dir, cwd)
}

// ReadMeta reads a session's identity from the start of its file.
func ReadMeta(path string) (*Meta, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.meta()
}

func sameDir(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
