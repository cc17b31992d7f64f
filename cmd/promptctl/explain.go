package main

import (
	"errors"
	"fmt"
	"strings"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/provenance"
	"promptctl/internal/render"

	"github.com/spf13/cobra"
)

type explainOptions struct {
	session   sessionFlags
	output    outputFlags
	step      string
	match     string
	line      int
	workspace string
}

func newExplainCommand(a *app) *cobra.Command {
	o := &explainOptions{}
	cmd := &cobra.Command{
		Use:   "explain SESSION PATH | --match TEXT | --line N",
		Short: "Show where a part of a prompt comes from, and what became of it",
		Long: `Show where a part of a request comes from: who made it, the line that records it, what was done to it on the way, its
place in the body, in which requests it was sent, and what took it away. Of context it says which section of the World
State it tells and what of that changed; of AGENTS.md text, the file and line.

PATH is a place in the request (input[12], input[12].content[0], instructions), or a line of a file of rules
(AGENTS.md:14). --match takes every place that holds a text, --line what a line of the rollout became.`,
		Example: `  promptctl explain 01a22dac input[12] --step 4
  promptctl explain 01a22dac --match "Use spaces"
  promptctl explain rollout.jsonl --line 31
  promptctl explain --last AGENTS.md:14 --workspace .`,
		Annotations: map[string]string{exitStatus: placeStatus},
		Args:        cobra.MaximumNArgs(2),
		RunE:        func(_ *cobra.Command, args []string) error { return runExplain(a, o, args) },
	}
	o.session.add(cmd)
	o.output.add(cmd, "text, json")
	cmd.Flags().StringVarP(&o.step, "step", "s", "last", "the `STEP` whose request is meant")
	cmd.Flags().StringVarP(&o.match, "match", "m", "", "explain every place that holds this `TEXT`")
	cmd.Flags().IntVar(&o.line, "line", 0, "explain what line `N` of the rollout became")
	cmd.Flags().StringVar(&o.workspace, "workspace", "", "the folder that stands for the one the session worked in: `DIR`")
	return cmd
}

func runExplain(a *app, o *explainOptions, args []string) error {
	if err := o.output.choose("text", "json"); err != nil {
		return err
	}
	selected, err := parseSelector(o.step)
	if err != nil {
		return err
	}
	target, args, err := o.target(args)
	if err != nil {
		return err
	}
	if o.workspace != "" {
		if _, err := folder(o.workspace); err != nil {
			return err
		}
	}
	r, err := a.start(&o.session, &o.output, args)
	if err != nil {
		return err
	}
	return r.finish(r.explain(o, selected, target))
}

// target takes the path off the arguments.
func (o *explainOptions) target(args []string) (path string, rest []string, err error) {
	given := 0
	for _, on := range []bool{o.match != "", o.line != 0} {
		if on {
			given++
		}
	}
	want := 1 - given
	if !o.session.last {
		want++
	}
	switch {
	case given > 1:
		return "", nil, usageError{errors.New("--match and --line exclude each other")}
	case o.line < 0:
		return "", nil, usageError{fmt.Errorf("--line %d: lines count from 1", o.line)}
	case len(args) > want:
		return "", nil, usageError{fmt.Errorf("%q: one of PATH, --match and --line", args[len(args)-1])}
	case given == 0 && (len(args) < want || len(args) == 0):
		return "", nil, hinted{usageError{errors.New("nothing to explain given")}, "give a place such as input[3], --match TEXT or --line N"}
	case given == 0:
		return args[len(args)-1], args[:len(args)-1], nil
	}
	return "", args, nil
}

func (r *reading) explain(o *explainOptions, selected selector, target string) error {
	trail, request, err := r.trail(selected, func(it *history.ResponseItem) bool {
		return o.match != "" && provenance.Holds(it, o.match)
	})
	if err != nil {
		return err
	}
	show := render.Explain{Text: render.Text{Style: r.style, Thread: r.thread}, JSON: o.output.format == "json", Home: r.app.env["HOME"]}
	places := &placing{reading: r, trail: trail, request: request, workspace: o.workspace}
	spots, err := places.find(o, target)
	switch {
	case err != nil:
		return err
	case len(spots) == 0 && o.line > 0:
		line, err := trail.LineAt(o.line)
		if err == nil && line == nil {
			err = fmt.Errorf("%s has no line %d", r.thread.Segments[r.thread.Own()].File.Path, o.line)
		}
		if err != nil {
			return err
		}
		return errors.Join(show.Line(r.out, line, request), errFound)
	case len(spots) == 0:
		return places.absent(o.match)
	}
	var list []*provenance.Explanation
	for _, spot := range spots {
		e := trail.Explain(request, spot)
		places.rules(e)
		list = append(list, e)
	}
	return show.All(r.out, list)
}

// trail follows the whole thread, and keeps the request that the selector names.
func (r *reading) trail(selected selector, watch func(*history.ResponseItem) bool) (*provenance.Trail, *compile.Request, error) {
	r.replaying.World, r.replaying.Departed = true, true
	trail := provenance.NewTrail(r.thread, watch)
	pick := &picker{selector: selected}
	replay, err := r.replay(func(s *history.Step) error {
		trail.Step(compile.New(s, r.compiling))
		if pick.found == nil {
			pick.see(s)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	end := replay.End()
	trail.End(compile.New(end, r.compiling))
	if selected.end {
		return trail, r.compile(end), nil
	}
	step, err := pick.result()
	if err != nil {
		return nil, nil, err
	}
	return trail, r.compile(step), nil
}

// absent says that a text is not in the request, and where it was.
func (p *placing) absent(match string) error {
	err := fmt.Errorf("%s does not hold %q", stepName(p.request.Step), match)
	if _, sent := p.trail.Watched(); len(sent) > 0 {
		last := sent[len(sent)-1].To
		return hinted{nowhereError{err}, fmt.Sprintf("it was last sent in step %d: --step %d", last, last)}
	}
	return nowhereError{err}
}

func stepName(s *history.Step) string {
	if s.Number == 0 {
		return "the request behind the last line"
	}
	return fmt.Sprintf("the request of step %d", s.Number)
}

// isRuleLine tells FILE:LINE from a path into a request.
func isRuleLine(target string) bool {
	return !strings.HasPrefix(target, "input[") && strings.Contains(target, ":")
}
