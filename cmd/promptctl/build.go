package main

import (
	"bufio"
	"errors"
	"fmt"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/render"
	"promptctl/internal/rollout"

	"github.com/spf13/cobra"
)

type buildOptions struct {
	session sessionFlags
	output  outputFlags
	step    string
	all     bool
	own     bool
	pretty  bool
	full    bool
}

func newBuildCommand(a *app) *cobra.Command {
	o := &buildOptions{}
	cmd := &cobra.Command{
		Use:   "build SESSION [--step S | --all]",
		Short: "Print the request that a step sent",
		Long: `Print the request that the client sent at a step of a session, rebuilt from its rollout.

A step S is a number as "promptctl steps" lists it (7, or -1 from the end), first, last, TURN.REQUEST such as 3.2,
compaction:N, or end: the history behind the last line, as a resume would send it.

--format json prints the body as it was sent, byte for byte, without the parts that no rollout holds.
--format jsonl with --all prints every request with its facts, one a line.`,
		Annotations: map[string]string{exitStatus: strictStatus},
		Example: `  promptctl build 01a22dac --step 2
  promptctl build rollout.jsonl --step last --format json
  promptctl build --last --all --format jsonl | jq .body.input[-1]`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.all && cmd.Flags().Changed("step") {
				return usageError{errors.New("--step and --all exclude each other")}
			}
			return runBuild(a, o, args)
		},
	}
	o.session.add(cmd)
	o.output.add(cmd, "text, json, jsonl, markdown")
	cmd.Flags().StringVarP(&o.step, "step", "s", "last", "the `STEP` to show")
	cmd.Flags().BoolVar(&o.all, "all", false, "every step")
	cmd.Flags().BoolVar(&o.own, "own", false, "with --all: without the steps that another thread or an earlier file sent")
	cmd.Flags().BoolVar(&o.pretty, "pretty", false, "with --format json: indented")
	cmd.Flags().BoolVar(&o.full, "full", false, "with --format text: do not fold long texts")
	return cmd
}

func runBuild(a *app, o *buildOptions, args []string) error {
	if o.output.json {
		o.output.format = "json"
	}
	selected, err := parseSelector(o.step)
	if err != nil {
		return err
	}
	compiling, err := a.compileOptions()
	if err != nil {
		return err
	}
	thread, err := o.session.open(a, args)
	if err != nil {
		return err
	}
	defer thread.Close()
	w, done, err := o.output.writer(a, thread)
	if err != nil {
		return err
	}
	page := a.page(w, o.output.format)
	out := bufio.NewWriterSize(page, 1<<16)
	printer, err := newBodyPrinter(out, a.style(w), thread, o)
	if err != nil {
		return err
	}
	if o.all {
		err = buildAll(a, thread, compiling, printer, o.own)
	} else {
		err = buildOne(a, thread, compiling, printer, selected)
	}
	return errors.Join(err, out.Flush(), page.Close(), done(err), printer.unresolved.strictness(a))
}

// buildAll prints every request as it is found.
func buildAll(a *app, thread *rollout.Thread, o compile.Options, p *bodyPrinter, own bool) error {
	replaying, err := a.replayOptions()
	if err != nil {
		return err
	}
	r := history.NewReplay(thread, replaying, func(s *history.Step) error {
		if own && s.Inherited {
			return nil
		}
		return p.print(compile.New(s, o))
	})
	err = r.Run()
	a.tell(append(thread.Found, r.Found...))
	return err
}

// buildOne prints the request that the selector names.
func buildOne(a *app, thread *rollout.Thread, o compile.Options, p *bodyPrinter, selected selector) error {
	step, err := findStep(a, thread, selected, p.numbered)
	if err != nil {
		return err
	}
	return p.print(compile.New(step, o))
}

// findStep finds the step that the selector names. numbered says that its numbers are of use; without them the last one is
// found from the end of the file.
func findStep(a *app, thread *rollout.Thread, selected selector, numbered bool) (*history.Step, error) {
	replaying, err := a.replayOptions()
	if err != nil {
		return nil, err
	}
	pick := &picker{selector: selected}
	if !numbered && (selected.end || selected.number == -1) {
		step, err := lastStep(a, thread, replaying, selected.end)
		if step != nil || err != nil {
			return step, err
		}
	}
	r := history.NewReplay(thread, replaying, func(s *history.Step) error {
		if pick.see(s) {
			return history.ErrStop
		}
		return nil
	})
	err = r.Run()
	a.tell(append(thread.Found, r.Found...))
	if err != nil {
		return nil, err
	}
	if selected.end {
		return r.End(), nil
	}
	return pick.result()
}

// lastStep finds the last step, or the state behind the last line, in the tail of the file; nil when the tail does not tell.
func lastStep(a *app, thread *rollout.Thread, o history.Options, end bool) (last *history.Step, err error) {
	r := history.NewReplay(thread, o, func(s *history.Step) error {
		last = s
		return nil
	})
	ok, err := r.RunTail(end)
	if !ok || err != nil {
		return nil, err
	}
	a.tell(append(thread.Found, r.Found...))
	if end {
		last = r.End()
	}
	return last, nil
}

// bodyPrinter prints requests in the format that was asked for.
type bodyPrinter struct {
	show       func(*compile.Request) error
	numbered   bool // it shows numbers of steps and lines
	unresolved unresolved
}

func newBodyPrinter(out *bufio.Writer, style render.Style, thread *rollout.Thread, o *buildOptions) (*bodyPrinter, error) {
	p := &bodyPrinter{unresolved: unresolved{}, numbered: o.output.format != "json"}
	switch o.output.format {
	case "json":
		p.show = func(r *compile.Request) error { return render.Body(out, r, o.pretty) }
	case "jsonl":
		p.show = func(r *compile.Request) error { return render.BodyLine(out, r) }
	case "text":
		text := render.Text{Style: style, Thread: thread, Full: o.full}
		p.show = func(r *compile.Request) error { return text.Request(out, r) }
	case "markdown":
		p.show = func(r *compile.Request) error { return render.Markdown(out, r, thread) }
	default:
		return nil, usageError{fmt.Errorf("format %q: one of text, json, jsonl, markdown", o.output.format)}
	}
	return p, nil
}

func (p *bodyPrinter) print(r *compile.Request) error {
	p.unresolved.add(r)
	return p.show(r)
}

// unresolved collects the parts of requests that are not known.
type unresolved map[string]bool

func (u unresolved) add(r *compile.Request) {
	for _, part := range r.Unresolved {
		if part != compile.ClientMetadata { // no file could give it
			u[part] = true
		}
	}
}

// strictness is the error of a --strict run in which something was not known.
func (u unresolved) strictness(a *app) error {
	if a.settings.Strict && len(u) > 0 {
		return fmt.Errorf("%w: %s", errUnresolved, join(u))
	}
	return nil
}
