package main

import (
	"errors"

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
	if o.jsonl {
		o.output.format = "jsonl"
	}
	if err := o.output.choose("text", "json", "jsonl"); err != nil {
		return err
	}
	r, err := a.start(&o.session, &o.output, args)
	if err != nil {
		return err
	}
	printer := render.NewSteps(r.out, o.output.format, r.style, r.thread)
	replay, err := r.replay(func(s *history.Step) error { return printer.Step(r.compile(s)) })
	return r.finish(errors.Join(err, printer.Close(replay.Profile)))
}
