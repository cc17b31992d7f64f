package main

import (
	"bufio"

	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// runFirst predicts the first request of a new session.
func runFirst(a *app, o *nextOptions) error {
	replaying, err := a.replayOptions()
	if err != nil {
		return err
	}
	if o.client != "" && replaying.Version.IsZero() {
		client, err := a.newClient(o.client, o.workspace)
		if err != nil {
			return err
		}
		if replaying.Version, err = client.version(); err != nil {
			return err
		}
	}
	r := &reading{app: a, unresolved: unresolved{}, thread: &rollout.Thread{Meta: &rollout.Meta{CWD: o.workspace}}}
	if r.compiling, err = a.compileOptions(); err != nil {
		return err
	}
	w, done, err := o.output.writer(a, r.thread)
	if err != nil {
		return err
	}
	page := a.page(w, o.output.format)
	r.done, r.page, r.style = done, page, a.style(w)
	r.out = bufio.NewWriterSize(page, 1<<16)
	return r.finish(r.showFirst(o, replaying))
}

func (r *reading) showFirst(o *nextOptions, replaying history.Options) error {
	catalog := replaying.Catalog
	if catalog == nil {
		catalog = codex.CatalogOf(replaying.Version)
	}
	step := &history.Step{Turn: 1, TurnStep: 1, Kind: history.KindTurn, Version: codex.ProfileOf(replaying.Version), World: &history.World{}}
	c, err := r.app.stepContext(o, step, catalog)
	if err != nil {
		return err
	}
	if c.Text != "" {
		step.Base = &rollout.BaseInstructions{Text: c.Text}
	}
	if r.compiling.Provider == "" {
		r.compiling.Provider = c.Provider
	}
	return r.predict(o, step, nil, c)
}
