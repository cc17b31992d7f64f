// Package agentsmdtest reads the cases of AGENTS.md discovery: folder trees as txtar archives, with the text that the real
// client makes of them.
//
// The comment of an archive says in lines that begin with # what the case shows, then how the tree differs from plain files:
//
//	cwd DIR              the working folder
//	home DIR             CODEX_HOME, usually codex
//	config KEY=VALUE     a setting given by -c
//	dir PATH             an empty folder
//	link PATH -> TARGET  a symbolic link
//	pipe PATH            a named pipe
//	bytes PATH "…"       a file as a quoted Go string
//	repeat PATH N "…"    a file of N times that
//
// The files of the archive make the tree; $WORK in a text is the folder that all of it stands in.
// The file want is the text that the model is sent, empty for none; "want to 0.148" is that of releases up to this one.
// The file status lists what becomes of each file.
package agentsmdtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"promptctl/internal/agentsmd"
	"promptctl/internal/codex"
	"promptctl/internal/config"

	"golang.org/x/tools/txtar"
)

// Case is a tree and what it should give.
type Case struct {
	Name string
	CWD  string // relative
	Home string // CODEX_HOME, relative

	overrides  []string
	path       string
	directives [][]string
	archive    *txtar.Archive
}

// Read reads all cases of a folder.
func Read(dir string) ([]*Case, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	var cases []*Case
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			return nil, err
		}
		c := &Case{Home: "codex", path: path, Name: strings.TrimSuffix(filepath.Base(path), ".txtar"), archive: archive}
		if err := c.parse(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func (c *Case) parse() error {
	for line := range strings.Lines(string(c.archive.Comment)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "cwd":
			c.CWD = rest
		case "home":
			c.Home = rest
		case "config":
			c.overrides = append(c.overrides, rest)
		case "dir", "pipe":
			c.directives = append(c.directives, []string{word, rest})
		case "link":
			path, target, _ := strings.Cut(rest, " -> ")
			c.directives = append(c.directives, []string{word, path, target})
		case "bytes":
			path, quoted, _ := strings.Cut(rest, " ")
			text, err := strconv.Unquote(quoted)
			if err != nil {
				return fmt.Errorf("bytes %s: %w", path, err)
			}
			c.directives = append(c.directives, []string{word, path, text})
		case "repeat":
			path, rest, _ := strings.Cut(rest, " ")
			times, quoted, _ := strings.Cut(rest, " ")
			n, err := strconv.Atoi(times)
			text, wrong := strconv.Unquote(quoted)
			if err != nil || wrong != nil {
				return fmt.Errorf("repeat %s: %w", path, errors.Join(err, wrong))
			}
			c.directives = append(c.directives, []string{"bytes", path, strings.Repeat(text, n)})
		default:
			return fmt.Errorf("unknown directive %q", word)
		}
	}
	return nil
}

// Settings are the key=value of the case's -c flags, for a tree that was unpacked under dir.
func (c *Case) Settings(dir string) []string {
	var list []string
	for _, text := range c.overrides {
		list = append(list, expand(text, dir))
	}
	return list
}

// Unpack makes the tree under dir, which has to be empty.
func (c *Case) Unpack(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, c.Home), 0o755); err != nil {
		return err
	}
	for _, f := range c.archive.Files {
		if f.Name == "want" || strings.HasPrefix(f.Name, "want to ") || f.Name == "status" {
			continue
		}
		if err := write(filepath.Join(dir, f.Name), expand(string(f.Data), dir)); err != nil {
			return err
		}
	}
	for _, d := range c.directives {
		path := filepath.Join(dir, d[1])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := follow(d, path, dir); err != nil {
			return err
		}
	}
	return os.MkdirAll(filepath.Join(dir, c.CWD), 0o755)
}

func follow(d []string, path, dir string) error {
	switch d[0] {
	case "dir":
		return os.MkdirAll(path, 0o755)
	case "pipe":
		return syscall.Mkfifo(path, 0o600)
	case "link":
		return os.Symlink(expand(d[2], dir), path)
	}
	return os.WriteFile(path, []byte(d[2]), 0o600)
}

func write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

func expand(text, dir string) string { return strings.ReplaceAll(text, "$WORK", dir) }

// Want is the text that a release sends, "" for none, of a tree that was unpacked under dir.
func (c *Case) Want(release codex.Version, dir string) string {
	text := c.file("want")
	var nearest codex.Version
	for _, f := range c.archive.Files {
		name, ok := strings.CutPrefix(f.Name, "want to ")
		if !ok {
			continue
		}
		until, err := codex.ParseVersion(name)
		if err != nil || release.Compare(until) > 0 || !nearest.IsZero() && nearest.Compare(until) < 0 {
			continue
		}
		nearest, text = until, string(f.Data)
	}
	return strings.TrimSuffix(expand(text, dir), "\n")
}

// Discover makes the scope of the tree that was unpacked under dir, as a release would. system is the folder of the system's
// settings, "" for none.
func (c *Case) Discover(dir, system string, release *codex.Profile) (*agentsmd.Scope, error) {
	home := filepath.Join(dir, c.Home)
	cwd, err := filepath.EvalSymlinks(filepath.Join(dir, c.CWD))
	if err != nil {
		return nil, err
	}
	settings, err := config.Load(config.Options{Release: release, System: system, Home: home, CWD: cwd, Overrides: c.Settings(dir)})
	if err != nil {
		return nil, err
	}
	o := agentsmd.Options{Release: release, Home: home, Environments: []agentsmd.Environment{{CWD: cwd}}, Below: 100}
	if err := o.Configure(settings); err != nil {
		return nil, err
	}
	return agentsmd.Discover(o), nil
}

// Status is the list of what becomes of the files.
func (c *Case) Status() string { return c.file("status") }

// SetStatus writes another list into the case's file. The texts are the client's and stay.
func (c *Case) SetStatus(list string) error {
	c.archive.Files = slices.DeleteFunc(c.archive.Files, func(f txtar.File) bool { return f.Name == "status" })
	c.archive.Files = append(c.archive.Files, txtar.File{Name: "status", Data: []byte(list)})
	return os.WriteFile(c.path, txtar.Format(c.archive), 0o644)
}

func (c *Case) file(name string) string {
	i := slices.IndexFunc(c.archive.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		return ""
	}
	return string(c.archive.Files[i].Data)
}
