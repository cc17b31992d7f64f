package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"promptctl/internal/codex"
)

// FindRoot finds the nearest of dir and the folders above it that holds one of the markers, a file or a folder. Without one
// it returns dir and no marker.
//
// NOTE(codex): 0.145.0 a marker only has to exist, so an empty .git folder, or a submodule's .git file, is a root too.
func FindRoot(dir string, markers []string) (root, marker string) {
	for _, at := range Ancestors(dir) {
		for _, name := range markers {
			if HasMarker(at, name) {
				return at, name
			}
		}
	}
	return dir, ""
}

// MarkerError is the first marker at dir or above, below the root, that cannot be looked at; nil for none.
func MarkerError(dir string, markers []string) error {
	for _, at := range Ancestors(dir) {
		for _, name := range markers {
			_, err := os.Stat(In(at, name))
			if err == nil {
				return nil
			}
			if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
				return err
			}
		}
	}
	return nil
}

// HasMarker reports whether a folder holds a marker.
func HasMarker(dir, marker string) bool {
	_, err := os.Stat(In(dir, marker))
	return err == nil
}

// In is the path of a name in a folder. An absolute one stands for itself.
func In(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// Ancestors are a folder and those above it, the nearest first.
func Ancestors(dir string) []string {
	list := []string{dir}
	for {
		parent := filepath.Dir(dir)
		if parent == dir {
			return list
		}
		list, dir = append(list, parent), parent
	}
}

// repository finds the folder by which git's own idea of a project is trusted: the main working tree's, for a linked one too.
//
// NOTE(codex): 0.171.0 a .git folder counts when it has a HEAD, and the .git file of a submodule ends the search with nothing.
func (c *Config) repository(dir string) string {
	for _, at := range Ancestors(dir) {
		git := filepath.Join(at, ".git")
		info, err := os.Stat(git)
		switch {
		case err != nil:
			continue
		case !info.IsDir():
			return linkedFrom(at, git)
		}
		if _, err := os.Stat(filepath.Join(git, "HEAD")); err == nil || !c.release.Has(codex.TrustsRepositories) {
			return at
		}
	}
	return ""
}

// linkedFrom reads the .git file of a linked working tree: gitdir: MAIN/.git/worktrees/NAME.
func linkedFrom(dir, gitFile string) string {
	text, err := readSmall(gitFile)
	if err != nil {
		return ""
	}
	path, ok := strings.CutPrefix(strings.TrimSpace(text), "gitdir:")
	if !ok {
		return ""
	}
	path = In(dir, strings.TrimSpace(path))
	worktrees := filepath.Dir(path)
	git := filepath.Dir(worktrees)
	_, err = os.Stat(filepath.Join(path, "commondir"))
	if err != nil || filepath.Base(worktrees) != "worktrees" || filepath.Base(git) != ".git" {
		return ""
	}
	return filepath.Dir(git)
}

// readSmall reads a file that holds one line.
func readSmall(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	line := make([]byte, 4096)
	n, err := file.Read(line)
	return string(line[:n]), err
}
