package main

import (
	"bufio"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"promptctl/internal/agentsmd"
	"promptctl/internal/render"

	"github.com/spf13/cobra"
)

type agentsOptions struct {
	place   placeFlags
	output  outputFlags
	session string
	last    bool
	allDirs bool
	step    string
	text    bool
	tree    bool
	at      string
	below   int
}

func newAgentsCommand(a *app) *cobra.Command {
	o := &agentsOptions{}
	cmd := &cobra.Command{
		Use:   "agents [DIR]",
		Short: "Show which AGENTS.md rules reach the model, and which bytes do not",
		Long: `Show which AGENTS.md files apply in a folder, in the order in which they are sent, how many bytes of each reach the
model, and why the others do not.

The client looks from the project's root down to the working folder, takes one file a folder, and spends one budget on
them, root first: the deepest file is the one that is cut. The file in CODEX_HOME comes first and is outside the budget.

With --session the text that was in force at a step is compared with what the folder gives now.`,
		Example: `  promptctl agents
  promptctl agents api/v2 --text
  promptctl agents --at api/AGENTS.md:72
  promptctl agents --tree .
  promptctl agents --session 01a22dac --step 4
  promptctl agents --format github`,
		Annotations: map[string]string{exitStatus: foundStatus},
		Args:        cobra.MaximumNArgs(1),
		RunE:        func(_ *cobra.Command, args []string) error { return runAgents(a, o, args) },
	}
	o.place.add(cmd)
	o.output.add(cmd, "text, json, github, sarif; with --tree jsonl in place of json")
	cmd.Flags().StringVar(&o.session, "session", "", "compare with what a `SESSION` was told")
	cmd.Flags().BoolVar(&o.last, "last", false, "compare with the newest session that was started in this folder")
	cmd.Flags().BoolVar(&o.allDirs, "all-dirs", false, "with --last: the newest of all")
	cmd.Flags().StringVarP(&o.step, "step", "s", "last", "with --session: the `STEP` to compare with")
	cmd.Flags().BoolVar(&o.text, "text", false, "print the text as the model is sent it, and nothing else")
	cmd.Flags().BoolVar(&o.tree, "tree", false, "list every folder below DIR in which other files apply than above it")
	cmd.Flags().StringVar(&o.at, "at", "", "say whether a line reaches the model from DIR: `FILE:LINE`")
	cmd.Flags().IntVar(&o.below, "below", 1000, "how many folders below DIR to look at for files that are not in scope; `N`")
	return cmd
}

func runAgents(a *app, o *agentsOptions, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.session != "" || o.last {
		return runAgentsSession(a, o, args)
	}
	release, err := a.release()
	if err != nil {
		return err
	}
	dir, err := o.place.dir(a, args, release)
	if err != nil {
		return err
	}
	w, err := a.workspace(&o.place, dir, release)
	if err != nil {
		return err
	}
	return a.print(&o.output, nil, func(out *bufio.Writer, style render.Style) error {
		if o.tree {
			return w.tree(out, style, o)
		}
		w.options.Below = o.below
		scope := w.discover()
		if o.at != "" {
			return w.line(out, scope, o)
		}
		return w.show(out, style, scope, o)
	})
}

func (o *agentsOptions) check() error {
	formats := []string{"text", "json", "github", "sarif"}
	if o.tree {
		formats = []string{"text", "jsonl", "github", "sarif"}
	}
	modes := 0
	for _, on := range []bool{o.text, o.tree, o.at != ""} {
		if on {
			modes++
		}
	}
	switch {
	case modes > 1:
		return usageError{errors.New("--text, --tree and --at exclude each other")}
	case o.tree && (o.session != "" || o.last):
		return usageError{errors.New("--tree and --session exclude each other")}
	case (o.session != "" || o.last) && (o.at != "" || o.output.format == "github" || o.output.format == "sarif"):
		return usageError{errors.New("--at, github and sarif are about a folder alone, without --session")}
	case o.session != "" && o.last:
		return usageError{errors.New("--session and --last exclude each other")}
	}
	return o.output.choose(formats...)
}

// show prints the scope. Bytes that are lost are a finding.
func (w *workspace) show(out *bufio.Writer, style render.Style, scope *agentsmd.Scope, o *agentsOptions) error {
	if err := w.print(out, style, scope, o); err != nil {
		return err
	}
	if scope.Lost() > 0 || scope.Broken() {
		return errFound
	}
	return nil
}

func (w *workspace) print(out *bufio.Writer, style render.Style, scope *agentsmd.Scope, o *agentsOptions) error {
	switch {
	case o.text:
		composed, ok := scope.Compose()
		if !ok {
			return nil
		}
		_, err := out.WriteString(composed.Fragment())
		return err
	case o.output.format == "json":
		return render.JSON(out, render.NewAgentsReport(scope, w.options.Release.Version.String()))
	case o.output.format == "github":
		return render.GitHub(out, scope.Found, w.app.annotationBase(scope.Places[0].Root))
	case o.output.format == "sarif":
		return render.SARIF(out, scope.Found, w.app.annotationBase(scope.Places[0].Root))
	}
	render.Agents{Style: style, Home: w.app.env["HOME"]}.Scope(out, scope)
	return nil
}

// line answers whether one line of a file reaches the model.
func (w *workspace) line(out *bufio.Writer, scope *agentsmd.Scope, o *agentsOptions) error {
	name, number, ok := cutLast(o.at, ":")
	line, err := strconv.Atoi(number)
	if !ok || err != nil || line < 1 {
		return usageError{fmt.Errorf("--at %s: not FILE:LINE", o.at)}
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	verdict := scope.Line(path, line)
	if o.output.format == "json" {
		err = render.JSON(out, verdict)
	} else {
		err = render.Agents{Home: w.app.env["HOME"]}.Line(out, verdict)
	}
	if err == nil && !verdict.Reaches {
		return errFound
	}
	return err
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// tree lists the folders of a tree.
func (w *workspace) tree(out *bufio.Writer, style render.Style, o *agentsOptions) error {
	top := w.options.Environments[0].CWD
	list := newTreeList(w, out, style, o.output.format, top)
	if err := list.head(); err != nil {
		return err
	}
	if err := agentsmd.Tree(w.options, top, w.untrusted, list.row); err != nil {
		return err
	}
	return list.end()
}
