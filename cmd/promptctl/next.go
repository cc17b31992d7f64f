package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/render"

	"github.com/spf13/cobra"
)

type nextOptions struct {
	session   sessionFlags
	output    outputFlags
	workspace string
	input     string
	images    []string
	model     string
	config    []string
	sandbox   string
	approval  string
	client    string
	templates string
	context   string
	date      string
	resume    string
	resumed   bool // what resume comes to
	diff      bool
	full      bool
	pretty    bool
}

func newNextCommand(a *app) *cobra.Command {
	o := &nextOptions{}
	cmd := &cobra.Command{
		Use:   "next [SESSION] --workspace DIR [--input TEXT]",
		Short: "Print the request that would be sent now",
		Long: `Print the request that a turn with this input would send now from this workspace: for a session, what its history and
its World State give, with what has to be told first of rules, folder, permissions and model; without one, the first
request of a new session.

Texts that are Codex's own come from what the session was told before, from --templates DIR (a file SECTION.txt for
each), or from the user's own client: --client PATH (or auto) runs "codex debug prompt-input" and "codex debug models"
in the workspace, with the user's CODEX_HOME, where the client may write. Without them, such a part is unresolved and
shown by its markers.

A session's settings stay in force unless a flag says otherwise. A client that reads the session back takes some of them
from its configuration again, by release; promptctl takes the next turn for such a one's when no client has the session
open, or one that was started since its last item. --resumed, and --resumed=no, say it outright.`,
		Annotations: map[string]string{exitStatus: strictStatus},
		Example: `  promptctl next 01a22dac --workspace . --input "Fix the test"
  promptctl next --workspace . --input "Hello" --client auto --format json
  promptctl next --last -C web --sandbox read-only --diff`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runNext(a, o, args) },
	}
	o.session.add(cmd)
	o.output.add(cmd, "text, json")
	o.add(cmd)
	return cmd
}

func (o *nextOptions) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&o.workspace, "workspace", "C", "", "the `DIR` that the turn works in")
	f.StringVar(&o.input, "input", "", "what the user sends: a `TEXT`")
	f.StringArrayVarP(&o.images, "image", "i", nil, "an image `FILE` in front of the text (repeatable)")
	f.StringVarP(&o.model, "model", "m", "", "the `MODEL` of the turn")
	f.StringArrayVarP(&o.config, "config", "c", nil, "a setting of the client: `KEY=VALUE` (repeatable)")
	f.StringVar(&o.sandbox, "sandbox", "", "read-only, workspace-write or danger-full-access: the `MODE`")
	f.StringVar(&o.approval, "approval", "", "untrusted, on-failure, on-request or never: the `POLICY`")
	f.StringVar(&o.client, "client", "", "run this `CODEX` for the texts that are its own; auto finds it on PATH")
	f.StringVar(&o.templates, "templates", "", "take such texts from a `DIR`")
	f.StringVar(&o.context, "context", "", "context of extensions: a `FILE`, YAML or JSON, with a list of slot, text, start, end")
	f.StringVar(&o.date, "date", "", "the `DAY` it is, as 2006-01-02; default: today")
	f.StringVar(&o.resume, "resumed", "auto", "as a process that reads the session back: yes, no, or auto, by `WHETHER` a client has it open")
	f.Lookup("resumed").NoOptDefVal = "yes"
	f.BoolVar(&o.diff, "diff", false, "only what differs from the last request")
	f.BoolVar(&o.full, "full", false, "with --format text: do not fold long texts")
	f.BoolVar(&o.pretty, "pretty", false, "with --format json: indented")
}

// check settles what the flags say.
func (o *nextOptions) check(a *app) error {
	if err := o.output.choose("text", "json"); err != nil {
		return err
	}
	if o.workspace == "" {
		return hinted{usageError{errors.New("no workspace given")}, "--workspace . is this folder"}
	}
	if !filepath.IsAbs(o.workspace) {
		o.workspace = filepath.Join(a.cwd, o.workspace)
	}
	o.workspace = filepath.Clean(o.workspace)
	if info, err := os.Stat(o.workspace); err != nil || !info.IsDir() {
		return usageError{fmt.Errorf("workspace %s: no such folder", o.workspace)}
	}
	for _, flag := range []struct{ name, value, words string }{
		{"sandbox", o.sandbox, sandboxModes}, {"approval", o.approval, approvalPolicies}, {"resumed", o.resume, "auto, yes, no"},
	} {
		if err := oneOf(flag.name, flag.value, flag.words); err != nil {
			return err
		}
	}
	for _, pair := range o.config {
		if key, _, ok := strings.Cut(pair, "="); !ok || key == "" {
			return usageError{fmt.Errorf("-c %q: key=value", pair)}
		}
	}
	return nil
}

func runNext(a *app, o *nextOptions, args []string) error {
	if err := o.check(a); err != nil {
		return err
	}
	if len(args) == 0 && !o.session.last {
		return runFirst(a, o)
	}
	r, err := a.start(&o.session, &o.output, args)
	if err != nil {
		return err
	}
	return r.finish(r.showNext(o))
}

// showNext predicts the next request of a session.
func (r *reading) showNext(o *nextOptions) error {
	memory := &compile.Memory{}
	var last *history.Step
	r.replaying.World = true
	replay, err := r.replay(func(s *history.Step) error {
		memory.See(s)
		last = s
		return nil
	})
	if err != nil {
		return err
	}
	step, why := replay.Next(), ""
	if o.resumed = o.resume == "yes"; o.resume == "auto" {
		o.resumed, why = r.resumes(step)
	}
	if o.resumed {
		step = replay.End()
	}
	memory.See(step)
	c, err := r.app.stepContext(o, step, replay.Catalog)
	if err != nil {
		return err
	}
	c.Memory = memory
	if why != "" {
		step.Notes = append(step.Notes, why)
	}
	return r.predict(o, step, last, c)
}

// predict prints the request.
func (r *reading) predict(o *nextOptions, step, last *history.Step, c *compile.StepContext) error {
	p := compile.Next(step, c, o.parts(), r.compiling)
	p.Request.Notes = append(p.Request.Notes, o.doubts(step, last, p)...)
	r.unresolved.add(p.Request)
	if o.output.format == "json" {
		return render.Body(r.out, p.Request, o.pretty)
	}
	text := render.Text{Style: r.style, Thread: r.thread, Full: o.full}
	if !o.diff {
		text.Next(r.out, p)
		return nil
	}
	var before *compile.Request
	if last != nil {
		before = compile.New(last, r.compiling)
	}
	text.NextDiff(r.out, p, before)
	return nil
}

// parts are what the user sends: images first, as the client's command line has it.
func (o *nextOptions) parts() (parts []compile.Input) {
	for _, path := range o.images {
		file := path // the label has the path as it is given
		if !filepath.IsAbs(file) {
			file = filepath.Join(o.workspace, file)
		}
		data, err := os.ReadFile(file)
		parts = append(parts, compile.Input{Image: &compile.Media{Path: path, Data: data, Err: err}})
	}
	if o.input != "" {
		parts = append(parts, compile.Input{Text: o.input})
	}
	return parts
}
