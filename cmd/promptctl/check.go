package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"promptctl/internal/drift"
	"promptctl/internal/render"

	"github.com/spf13/cobra"
)

type checkOptions struct {
	output   outputFlags
	update   bool
	versions []string
}

func newCheckCommand(a *app) *cobra.Command {
	o := &checkOptions{}
	cmd := &cobra.Command{
		Use:   "check [CASE…]",
		Short: "Fail when the prompt is not what was locked, or an assertion about it does not hold",
		Long: `Compile the prompts of the cases that .promptctl.yaml lists under the key check, compare them with the lock file beside
it, and try the assertions. A case is a folder, with what a new session there would be told, or steps of a recorded
session. A section that differs is shown with what made it differ: the AGENTS.md file and line, the setting, the model or
the release.

Nothing that belongs to a machine, a user or a day counts: CODEX_HOME is the folder that a case names, or none.

--update writes the lock file. --codex-versions compares what releases make of the same cases, without a lock file.`,
		Example: `  promptctl check --update
  promptctl check
  promptctl check api --format github
  promptctl check --codex-versions 0.145.0,0.171.0`,
		Annotations:       map[string]string{exitStatus: checkStatus},
		ValidArgsFunction: a.completeCases,
		RunE:              func(cmd *cobra.Command, args []string) error { return runCheck(a, o, cmd, args) },
	}
	o.output.add(cmd, "text, json, github, sarif, junit")
	cmd.Flags().BoolVar(&o.update, "update", false, "write the lock file")
	cmd.Flags().StringSliceVar(&o.versions, "codex-versions", nil, "compare the first of these `RELEASES` with each other one")
	return cmd
}

func runCheck(a *app, o *checkOptions, cmd *cobra.Command, args []string) error {
	if err := o.output.choose("text", "json", "github", "sarif", "junit"); err != nil {
		return err
	}
	if o.versions != nil && (o.update || len(o.versions) < 2) {
		return usageError{errors.New("--codex-versions takes two releases or more, and no --update")}
	}
	c, err := a.openCheck(cmd, args)
	if err != nil {
		return err
	}
	report := &render.CheckReport{Settings: c.suite.File, Lock: c.lockPath()}
	if o.versions != nil {
		err = c.compareReleases(o.versions, report)
	} else {
		err = c.compareLock(o.update, report)
	}
	if err != nil {
		return err
	}
	return a.print(&o.output, nil, func(out *bufio.Writer, style render.Style) error {
		if err := c.show(out, style, report, o.output.format); err != nil {
			return err
		}
		if report.Failed() {
			return errFound
		}
		return nil
	})
}

// check is one run over the cases of a settings file.
type check struct {
	app     *app
	suite   *drift.Suite
	dir     string // of the settings file, by its real path
	only    []string
	release string // the one that a flag or the environment names, whatever a case says
	lock    *drift.Lock
}

// openCheck reads the settings file. names choose cases, none for all.
func (a *app) openCheck(cmd *cobra.Command, names []string) (*check, error) {
	path := settingsPath(a.cwd)
	if path == "" {
		return nil, hinted{fmt.Errorf("no %s here or above", settingsFile), "it lists the cases: see docs/ci.md"}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	dir, err := folder(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	suite, err := drift.ParseSuite(filepath.Join(dir, settingsFile), text)
	if err != nil {
		return nil, err
	}
	c := &check{app: a, suite: suite, dir: dir, only: names}
	for _, name := range names {
		if !slices.ContainsFunc(suite.Cases, func(c *drift.Case) bool { return c.Name == name }) {
			return nil, usageError{fmt.Errorf("no case %s: there are %s", name, caseNames(suite))}
		}
	}
	if _, inEnv := a.env[envName("codex-version")]; inEnv || cmd.Flags().Changed("codex-version") {
		c.release = a.settings.Version
	}
	return c, nil
}

func caseNames(s *drift.Suite) string {
	var names []string
	for _, c := range s.Cases {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

func (c *check) lockPath() string {
	if c.suite.Lock == "" {
		return ""
	}
	return filepath.Join(c.dir, filepath.FromSlash(c.suite.Lock))
}

// readLock reads the lock file. One that is to be written as a whole need not be there, or be whole.
func (c *check) readLock(update bool) error {
	c.lock = &drift.Lock{}
	if c.suite.Lock == "" {
		return nil
	}
	text, err := os.ReadFile(c.lockPath())
	switch {
	case errors.Is(err, os.ErrNotExist) && update:
		return nil
	case errors.Is(err, os.ErrNotExist):
		return hinted{fmt.Errorf("%s: no such file", c.lockPath()), "promptctl check --update writes it; lock: none goes without"}
	case err != nil:
		return err
	}
	lock, err := drift.ParseLock(c.lockPath(), text)
	switch {
	case err == nil:
		c.lock = lock
	case !update || len(c.only) > 0:
		return hinted{err, "promptctl check --update writes it anew"}
	}
	return nil
}

// show prints what was found.
func (c *check) show(out *bufio.Writer, style render.Style, report *render.CheckReport, format string) error {
	base := c.app.annotationBase(c.dir)
	switch format {
	case "json":
		return render.CheckJSON(out, report, base)
	case "github":
		return render.GitHub(out, report.Findings(), base)
	case "sarif":
		return render.SARIF(out, report.Findings(), base)
	case "junit":
		return render.CheckJUnit(out, report, base)
	}
	render.Check(out, style, report, base)
	return nil
}
