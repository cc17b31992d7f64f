package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
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

// replayOptions are what the settings add to a replay.
func (a *app) replayOptions() (o history.Options, err error) {
	if a.settings.Version != "" {
		if o.Version, err = codex.ParseVersion(a.settings.Version); err != nil {
			return o, usageError{fmt.Errorf("--codex-version: %w", err)}
		}
	}
	o.Catalog, err = a.catalog()
	o.Progress = a.progress()
	return o, err
}

// catalog is the user's file, else Codex's own cache, else nil for the embedded facts.
func (a *app) catalog() (*codex.Catalog, error) {
	if a.settings.Catalog != "" {
		return readCatalog(a.settings.Catalog)
	}
	return nil, nil
}

func readCatalog(path string) (*codex.Catalog, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c, err := codex.ParseCatalog(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// compileOptions are what the settings add to a request.
func (a *app) compileOptions() (o compile.Options, err error) {
	if o.Provider, err = compile.ParseProvider(a.settings.Provider); err != nil {
		return o, usageError{err}
	}
	if a.settings.Tools == "" {
		return o, nil
	}
	text, err := os.ReadFile(a.settings.Tools)
	if err != nil {
		return o, err
	}
	if err := rawjson.Check(text); err != nil {
		return o, fmt.Errorf("%s: %w", a.settings.Tools, err)
	}
	text = rawjson.Canonical(text)
	if text[0] == '{' { // a captured body: its tools
		text = rawjson.Field(text, "tools")
	}
	if len(text) == 0 || text[0] != '[' {
		return o, fmt.Errorf("%s: neither a tools array nor a body that has one", a.settings.Tools)
	}
	o.Tools = text
	return o, nil
}

// outputFlags say where and in which form a result goes.
type outputFlags struct {
	format string
	json   bool
	file   string
}

func (f *outputFlags) add(cmd *cobra.Command, formats string) {
	cmd.Flags().StringVar(&f.format, "format", "text", "print as `FORMAT`: "+formats)
	cmd.Flags().BoolVar(&f.json, "json", false, "the same as --format json")
	cmd.Flags().StringVarP(&f.file, "output", "o", "", "write to `FILE` instead of standard output")
}

// writer is where the result goes. done must be called with how the run went.
func (f *outputFlags) writer(a *app, thread *rollout.Thread) (w io.Writer, done func(error) error, err error) {
	if f.file == "" {
		return a.out, func(error) error { return nil }, nil
	}
	// Sessions are only ever read.
	if out, err := os.Stat(f.file); err == nil {
		for _, s := range thread.Segments {
			if in, err := os.Stat(s.File.Path); err == nil && os.SameFile(in, out) {
				return nil, nil, usageError{fmt.Errorf("-o %s: that is the session itself", f.file)}
			}
		}
	}
	file := &resultFile{path: f.file}
	return file, file.done, nil
}

// resultFile is created when the first part of the result is there, so that a run that fails leaves what was in its place.
type resultFile struct {
	path string
	file *os.File
}

func (r *resultFile) Write(p []byte) (int, error) {
	if err := r.create(); err != nil {
		return 0, err
	}
	return r.file.Write(p)
}

func (r *resultFile) create() (err error) {
	if r.file == nil {
		r.file, err = os.Create(r.path)
	}
	return err
}

func (r *resultFile) done(failed error) error {
	if failed == nil {
		if err := r.create(); err != nil {
			return err
		}
	}
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
