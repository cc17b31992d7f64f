package main

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"promptctl/internal/rollout"
)

// sessions are the files that the arguments and flags name.
func (l *linting) sessions(args []string) (iter.Seq[string], error) {
	o := l.options
	switch {
	case o.all && (len(args) > 0 || o.session.last):
		return nil, usageError{errors.New("--all-sessions and a session exclude each other")}
	case o.all:
		home, err := l.app.home()
		if err != nil {
			return nil, err
		}
		l.several = true
		return func(yield func(string) bool) {
			for _, s := range home.Sessions() {
				if !yield(s.Path) {
					return
				}
			}
		}, nil
	case len(args) == 1:
		if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
			l.several = true
			return slices.Values(rolloutsIn(args[0])), nil
		}
	}
	return l.one(args)
}

// one opens the one session that is named.
func (l *linting) one(args []string) (iter.Seq[string], error) {
	thread, err := l.options.session.open(l.app, args)
	if err == nil {
		l.opened = thread
		return slices.Values([]string{thread.Segments[thread.Own()].File.Path}), nil
	}
	var path *fs.PathError
	if len(args) == 0 || errors.As(err, &path) || !fileExists(args[0]) {
		return nil, err
	}
	return slices.Values(args), nil // there, and no thread: that is a finding
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// rolloutsIn lists the files below a folder that are named like rollouts, or hold one.
func rolloutsIn(dir string) (paths []string) {
	// An unreadable folder hides its own files only.
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		if _, ok := rollout.ParseName(path); ok || isRollout(path) {
			paths = append(paths, path)
		}
		return nil
	})
	return paths
}

// isRollout reports whether a file of another name is a rollout.
func isRollout(path string) bool {
	if !strings.HasSuffix(strings.TrimSuffix(path, ".zst"), ".jsonl") {
		return false
	}
	_, err := rollout.ReadMeta(path)
	return !errors.Is(err, rollout.ErrNoMeta) && !errors.Is(err, rollout.ErrNotText) && !errors.Is(err, rollout.ErrEvents)
}
