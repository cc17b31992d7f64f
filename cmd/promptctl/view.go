package main

import (
	"errors"
	"fmt"
	"slices"

	"promptctl/internal/render"
	"promptctl/internal/views"

	"github.com/spf13/cobra"
)

type viewOptions struct {
	session sessionFlags
	output  outputFlags
	step    string
	as      string
	all     bool
	full    bool
	roles   []string
	types   []string
	phases  []string
}

func newViewCommand(a *app) *cobra.Command {
	o := &viewOptions{}
	cmd := &cobra.Command{
		Use:   "view SESSION [--step S] [--as request|history|rollout|ui | --all]",
		Short: "Show what the model saw beside what the screen showed, and why they differ",
		Long: `Show the four views of a step: the request that the model was sent, the history that the client held, the lines of the
rollout, and what the user's screen showed.

All four stand side by side, item by item, each difference with its reason: hidden, stripped, truncated, dropped,
synthesised, undone by a rollback, replaced by a compaction. On a terminal of 160 columns or more they stand in columns.
--as shows one of them.`,
		Example: `  promptctl view 01a22dac --step 4
  promptctl view 01a22dac --as ui
  promptctl view --last --role assistant --phase commentary
  promptctl view rollout.jsonl --json | jq '.rows[] | select(.ui and .request == null)'`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runView(a, o, args) },
	}
	o.session.add(cmd)
	o.output.add(cmd, "text, json, html")
	cmd.Flags().StringVarP(&o.step, "step", "s", "last", "the `STEP` to show")
	cmd.Flags().StringVar(&o.as, "as", "", "show one `VIEW`: request, history, rollout, ui")
	cmd.Flags().BoolVar(&o.all, "all", false, "show all four; this is the default")
	cmd.Flags().BoolVar(&o.full, "full", false, "do not fold long texts and what is gone")
	cmd.Flags().StringSliceVar(&o.roles, "role", nil, "only items with this `ROLE`")
	cmd.Flags().StringSliceVar(&o.types, "type", nil, "only items of this `TYPE`: of the item, or of what the screen shows")
	cmd.Flags().StringSliceVar(&o.phases, "phase", nil, "only messages of this `PHASE`")
	return cmd
}

func runView(a *app, o *viewOptions, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	selected, err := parseSelector(o.step)
	if err != nil {
		return err
	}
	r, err := a.start(&o.session, &o.output, args)
	if err != nil {
		return err
	}
	return r.finish(r.view(o, selected))
}

func (o *viewOptions) check() error {
	switch {
	case o.all && o.as != "":
		return usageError{errors.New("--as and --all exclude each other")}
	case o.as != "" && !slices.Contains(views.Views(), views.View(o.as)):
		return usageError{fmt.Errorf("--as %s: one of request, history, rollout, ui", o.as)}
	}
	return o.output.choose("text", "json", "html")
}

func (r *reading) view(o *viewOptions, selected selector) error {
	r.replaying.Departed = true
	step, err := r.find(selected, true)
	if err != nil {
		return err
	}
	aligned, err := views.New(r.thread, r.compile(step))
	if err != nil {
		return err
	}
	show := render.Views{
		Text:   render.Text{Style: r.style, Thread: r.thread, Full: o.full},
		Filter: views.Filter{View: views.View(o.as), Roles: o.roles, Types: o.types, Phases: o.phases},
		JSON:   o.output.format == "json",
		HTML:   o.output.format == "html",
	}
	return show.Show(r.out, aligned)
}
