package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"promptctl/internal/rollout"

	"github.com/spf13/cobra"
)

// sessionFlags select a session other than by an argument.
type sessionFlags struct {
	last    bool
	allDirs bool
}

func (f *sessionFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.last, "last", false, "the newest session that was started in this folder")
	cmd.Flags().BoolVar(&f.allDirs, "all-dirs", false, "with --last: the newest of all")
}

// open opens the session that the argument or the flags name.
func (f *sessionFlags) open(a *app, args []string) (*rollout.Thread, error) {
	switch {
	case f.last && len(args) > 0:
		return nil, usageError{errors.New("a session and --last exclude each other")}
	case f.last:
		return f.openLast(a)
	case len(args) == 0:
		return nil, hinted{usageError{errors.New("no session given")}, "give a rollout file, a thread id, - for standard input, or --last"}
	case args[0] == "-":
		return openStdin(a)
	}
	if _, err := os.Stat(args[0]); err == nil || looksLikePath(args[0]) {
		return rollout.OpenThread(args[0], a.codexHome())
	}
	home, err := a.home()
	if err != nil {
		return nil, err
	}
	session, err := home.Find(args[0])
	if err != nil {
		return nil, explainAmbiguous(err)
	}
	return rollout.OpenThread(session.Path, a.codexHome())
}

func (f *sessionFlags) openLast(a *app) (*rollout.Thread, error) {
	dir := a.cwd
	if f.allDirs {
		dir = ""
	}
	home, err := a.home()
	if err != nil {
		return nil, err
	}
	session, err := home.Last(dir)
	if err != nil {
		return nil, hinted{err, "--all-dirs takes the newest session of any folder"}
	}
	return rollout.OpenThread(session.Path, a.codexHome())
}

// home is the folder that sessions are looked up in.
func (a *app) home() (rollout.Home, error) {
	dir := a.codexHome()
	if dir == "" {
		return rollout.Home{}, hinted{errors.New("neither CODEX_HOME nor HOME is set"), "give the path of a rollout file"}
	}
	return rollout.Home{Dir: dir}, nil
}

func openStdin(a *app) (*rollout.Thread, error) {
	file, err := rollout.OpenStream("stdin", a.in)
	if err != nil {
		return nil, err
	}
	return rollout.NewThread(file, a.codexHome())
}

func looksLikePath(s string) bool {
	return strings.ContainsAny(s, `/\`) || strings.HasSuffix(s, ".jsonl") || strings.HasSuffix(s, ".zst") || strings.HasSuffix(s, ".json")
}

// explainAmbiguous names the sessions that a prefix fits.
func explainAmbiguous(err error) error {
	var ambiguous *rollout.AmbiguousError
	if !errors.As(err, &ambiguous) {
		return err
	}
	var names []string
	for i, s := range ambiguous.Fits {
		if i == 5 {
			names = append(names, fmt.Sprintf("and %d more", len(ambiguous.Fits)-i))
			break
		}
		where := ""
		if meta, err := rollout.ReadMeta(s.Path); err == nil {
			where = ", " + meta.CWD
		}
		names = append(names, fmt.Sprintf("%s (%s%s)", s.ThreadID, strings.Replace(s.Started, "T", " ", 1), where))
	}
	return hinted{
		fmt.Errorf("%s: %d sessions begin so: %s", ambiguous.Prefix, len(ambiguous.Fits), strings.Join(names, ", ")),
		"use more of the id, or --last",
	}
}
