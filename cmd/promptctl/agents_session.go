package main

import (
	"errors"
	"fmt"

	"promptctl/internal/agentsmd"
	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/render"
)

// runAgentsSession compares what a step's model was told with what the folder gives now.
func runAgentsSession(a *app, o *agentsOptions, args []string) error {
	selected, err := parseSelector(o.step)
	if err != nil {
		return err
	}
	var session []string
	if o.session != "" {
		session = []string{o.session}
	}
	r, err := a.start(&sessionFlags{o.last, o.allDirs}, &o.output, session)
	if err != nil {
		return err
	}
	r.replaying.World = true
	return r.finish(r.compareAgents(o, selected, args))
}

func (r *reading) compareAgents(o *agentsOptions, selected selector, args []string) error {
	step, err := r.find(selected, true)
	if err != nil {
		return err
	}
	w, err := r.workspaceOf(step, o, args)
	if err != nil {
		return err
	}
	w.options.Below = o.below
	then := newAgentsThen(compile.New(step, r.compiling), w)
	if err := r.printThen(o, then); err != nil {
		return err
	}
	if then.Standing != agentsmd.Same && then.Standing != agentsmd.Nothing || then.Now.Lost() > 0 {
		return errFound
	}
	return nil
}

// workspaceOf is the folder that stands for the one the step worked in: the one given, or that itself.
func (r *reading) workspaceOf(step *history.Step, o *agentsOptions, args []string) (*workspace, error) {
	if len(args) == 0 && o.place.cd == "" {
		if step.Context == nil || step.Context.CWD == "" {
			return nil, hinted{errors.New("the session does not say where it worked"), "give the folder: promptctl agents DIR --session …"}
		}
		args = []string{step.Context.CWD}
	}
	dir, err := o.place.dir(r.app, args, step.Version)
	if err != nil {
		return nil, hinted{err, "give the folder that stands for it here: promptctl agents DIR --session …"}
	}
	return r.app.workspace(&o.place, dir, step.Version)
}

// newAgentsThen compares. A folder that was given for the session's own is called by the session's name for it.
func newAgentsThen(request *compile.Request, w *workspace) *render.AgentsThen {
	step := request.Step
	told := compile.NewAgentsMDInForce(step)
	then := &render.AgentsThen{Step: step, Told: told, Now: w.discover(), Item: -1}
	if told.Fragment != nil {
		then.Item = request.Index(told.Fragment.Origin)
	}
	now := then.Now.Told()
	if cwd := w.options.Environments[0].CWD; step.Context != nil && now.Directory == cwd && step.Context.CWD != "" {
		now.Directory = step.Context.CWD
	}
	then.Standing = told.Told.Standing(now, told.Fragment != nil)
	then.Text = now.Text
	if !step.Version.Has(codex.TellsWorldState) && told.Fragment != nil {
		then.Update = agentsmd.NoUpdate
		then.Why = fmt.Sprintf("codex %s tells the rules once, when a thread starts or after a compaction", step.Version.Version)
		return then
	}
	then.Update, then.Fragment = told.Baseline.UpdateTo(now, told.Previous)
	return then
}

func (r *reading) printThen(o *agentsOptions, then *render.AgentsThen) error {
	if o.text {
		_, err := r.out.WriteString(then.Fragment)
		return err
	}
	if o.output.format == "json" {
		return render.JSON(r.out, then.Report())
	}
	show := render.Agents{Style: r.style, Home: r.app.env["HOME"]}
	return show.Then(r.out, then, r.thread)
}
