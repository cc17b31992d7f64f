package main

import (
	"promptctl/internal/audit"
	"promptctl/internal/history"
	"promptctl/internal/render"

	"github.com/spf13/cobra"
)

type worldOptions struct {
	session sessionFlags
	output  outputFlags
	step    string
}

func newWorldCommand(a *app) *cobra.Command {
	o := &worldOptions{}
	cmd := &cobra.Command{
		Use:   "world SESSION [--step S]",
		Short: "Show what the client believes that the model was told, and since when",
		Long: `Show the World State of a session: its sections with their values, since which step they have them and where in the
prompt they are told; every change of it, with the context that told it; and what of that does not agree, such as a
change that was recorded and never told.

A step S is one that "promptctl steps" lists, or end: the state behind the last line, which the next turn is compared
with. Releases before 0.143 record no World State.`,
		Example: `  promptctl world 01a22dac
  promptctl world rollout.jsonl --step 3 --format json
  promptctl world --last --format jsonl | jq 'select(.kind == "finding")'`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runWorld(a, o, args) },
	}
	o.session.add(cmd)
	o.output.add(cmd, "text, json, jsonl")
	cmd.Flags().StringVarP(&o.step, "step", "s", "end", "the `STEP` to show the state at")
	return cmd
}

func runWorld(a *app, o *worldOptions, args []string) error {
	if err := o.output.choose("text", "json", "jsonl"); err != nil {
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
	return r.finish(r.showWorld(selected, o.output.format))
}

func (r *reading) showWorld(selected selector, format string) error {
	world, err := r.auditWorld(selected)
	if err != nil {
		return err
	}
	switch format {
	case "json":
		return render.WorldJSON(r.out, world)
	case "jsonl":
		return render.WorldLines(r.out, world)
	}
	render.World(r.out, world, r.thread, r.style)
	return nil
}

// auditWorld follows the World State up to a step.
func (r *reading) auditWorld(selected selector) (*audit.World, error) {
	if selected.number < 0 {
		step, err := r.find(selected, true) // only then is it known which one is meant
		if err != nil {
			return nil, err
		}
		selected = selector{text: selected.text, number: step.Number}
	}
	r.replaying.World = true
	world := audit.NewWorld(r.compiling)
	pick := &picker{selector: selected}
	replay, err := r.replay(func(s *history.Step) error {
		world.Step(s)
		if pick.see(s) {
			return history.ErrStop
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if selected.end {
		world.Step(replay.End())
		return world, nil
	}
	_, err = pick.result()
	return world, err
}
