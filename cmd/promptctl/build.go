package main

import (
	"errors"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/render"

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
	o.output.add(cmd, "text, json, jsonl, markdown, html")
	cmd.Flags().StringVarP(&o.step, "step", "s", "last", "the `STEP` to show")
	cmd.Flags().BoolVar(&o.all, "all", false, "every step")
	cmd.Flags().BoolVar(&o.own, "own", false, "with --all: without the steps that another thread or an earlier file sent")
	cmd.Flags().BoolVar(&o.pretty, "pretty", false, "with --format json: indented")
	cmd.Flags().BoolVar(&o.full, "full", false, "with --format text: do not fold long texts")
	return cmd
}

func runBuild(a *app, o *buildOptions, args []string) error {
	if err := o.output.choose("text", "json", "jsonl", "markdown", "html"); err != nil {
		return err
	}
	if o.all && o.output.format == "html" {
		return usageError{errors.New("--format html shows one step, not --all")}
	}
	selected, err := parseSelector(o.step)
	if err != nil {
		return err
	}
	r, err := a.start(&o.session, &o.output, args)
	if err != nil {
		return err
	}
	show := r.bodyPrinter(o)
	if o.all {
		return r.finish(r.buildAll(show, o.own))
	}
	// Only the numbers of steps and lines need the whole file to be read.
	return r.finish(r.buildOne(show, selected, o.output.format != "json"))
}

// bodyPrinter prints requests in the format that was asked for.
func (r *reading) bodyPrinter(o *buildOptions) func(*compile.Request) error {
	switch o.output.format {
	case "json":
		return func(request *compile.Request) error { return render.Body(r.out, request, o.pretty) }
	case "jsonl":
		return func(request *compile.Request) error { return render.BodyLine(r.out, request) }
	case "markdown":
		return func(request *compile.Request) error { return render.Markdown(r.out, request, r.thread) }
	case "html":
		return func(request *compile.Request) error { return render.HTML(r.out, request, r.thread) }
	}
	text := render.Text{Style: r.style, Thread: r.thread, Full: o.full}
	return func(request *compile.Request) error { return text.Request(r.out, request) }
}

// buildAll prints every request as it is found.
func (r *reading) buildAll(show func(*compile.Request) error, own bool) error {
	_, err := r.replay(func(s *history.Step) error {
		if own && s.Inherited {
			return nil
		}
		return show(r.compile(s))
	})
	return err
}

// buildOne prints the request that the selector names.
func (r *reading) buildOne(show func(*compile.Request) error, selected selector, numbered bool) error {
	step, err := r.find(selected, numbered)
	if err != nil {
		return err
	}
	return show(r.compile(step))
}
