package main

import (
	"bufio"
	"errors"
	"fmt"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/render"

	"github.com/spf13/cobra"
)

type stepsOptions struct {
	session sessionFlags
	output  outputFlags
	jsonl   bool
}

func newStepsCommand(a *app) *cobra.Command {
	o := &stepsOptions{}
	cmd := &cobra.Command{
		Use:   "steps SESSION",
		Short: "List every request of a session, one line each",
		Long: `List every request that a session sent: when and why, how many items it held and how many of them were new, how
many tokens Codex would have estimated (~) and what the server reported.

prefix says whether the request begins with the whole of the one before it ("stable"), where prompt caching can reach
all of it, or at which item it differs.`,
		Annotations: map[string]string{exitStatus: strictStatus},
		Example: `  promptctl steps 01a22dac
  promptctl steps --last --format jsonl | jq 'select(.kind == "compaction")'`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runSteps(a, o, args) },
	}
	o.session.add(cmd)
	o.output.add(cmd, "text, json, jsonl")
	cmd.Flags().BoolVar(&o.jsonl, "jsonl", false, "the same as --format jsonl")
	return cmd
}

func runSteps(a *app, o *stepsOptions, args []string) error {
	format := o.output.format
	if o.output.json {
		format = "json"
	}
	if o.jsonl {
		format = "jsonl"
	}
	compiling, err := a.compileOptions()
	if err != nil {
		return err
	}
	replaying, err := a.replayOptions()
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
	page := a.page(w, format)
	out := bufio.NewWriterSize(page, 1<<16)
	printer, err := render.NewSteps(out, format, a.style(w), thread)
	if err != nil {
		return usageError{fmt.Errorf("format %q: one of text, json, jsonl", format)}
	}
	missing := unresolved{}
	r := history.NewReplay(thread, replaying, func(s *history.Step) error {
		request := compile.New(s, compiling)
		missing.add(request)
		return printer.Step(request)
	})
	err = r.Run()
	a.tell(append(thread.Found, r.Found...))
	return errors.Join(err, printer.Close(r.Profile), out.Flush(), page.Close(), done(err), missing.strictness(a))
}
