package main

import (
	"errors"
	"path/filepath"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/config"
	"promptctl/internal/drift"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// compile makes the prompts of a case by the rules of a release, "" for the usual one.
func (c *check) compile(k *drift.Case, release string) (*drift.Compiled, error) {
	around, err := c.surroundings(k, release)
	if err != nil {
		return nil, err
	}
	if k.Session != "" {
		return c.compileSession(k, around, release != "")
	}
	w, err := drift.NewWorkspace(k, around)
	if err != nil {
		return nil, err
	}
	c.app.tell(w.Found)
	return &drift.Compiled{Case: k, Prompts: []*drift.Prompt{w.Prompt}, Workspace: w}, nil
}

func (c *check) surroundings(k *drift.Case, release string) (s drift.Surroundings, err error) {
	s = drift.Surroundings{Dir: c.dir, Release: codex.ProfileOf(codex.Version{})}
	s.Configure = func(sc *compile.StepContext, step *history.Step, configured *config.Config) error {
		o := &nextOptions{workspace: sc.Settings.CWD, model: k.Model}
		return o.configure(sc, step, configured)
	}
	if release != "" {
		v, err := codex.ParseVersion(release)
		if err != nil {
			return s, k.Wrong("codex-version", err)
		}
		s.Release = codex.ProfileOf(v)
	}
	if c.app.settings.Catalog != "" {
		if s.Catalog, err = readCatalog(c.app.settings.Catalog); err != nil {
			return s, err
		}
	}
	if s.Options, err = c.app.compileOptions(); err != nil {
		return s, err
	}
	if k.Tools != "" {
		if s.Options.Tools, err = readTools(c.path(k.Tools)); err != nil {
			return s, k.Wrong("tools", err)
		}
	}
	if k.Templates != "" {
		if s.Templates, err = readTemplates(c.path(k.Templates)); err != nil {
			return s, k.Wrong("templates", err)
		}
	}
	return s, nil
}

// path is a path of the settings file's.
func (c *check) path(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

// compileSession compiles the steps of a recorded session. forced says that the release is another one than the thread's.
func (c *check) compileSession(k *drift.Case, around drift.Surroundings, forced bool) (*drift.Compiled, error) {
	home, err := k.HomeIn(c.dir)
	if err != nil {
		return nil, err
	}
	thread, err := rollout.OpenThread(c.path(k.Session), home)
	if err != nil {
		return nil, k.Wrong("session", err)
	}
	r := &reading{app: c.app, thread: thread, compiling: around.Options, unresolved: unresolved{}}
	r.replaying = history.Options{Catalog: around.Catalog, Progress: c.app.progress()}
	if forced {
		r.replaying.Version = around.Release.Version
	}
	compiled, err := r.checkSteps(k)
	return compiled, errors.Join(err, thread.Close())
}

// checkSteps compiles the steps that the case or its assertions name.
func (r *reading) checkSteps(k *drift.Case) (*drift.Compiled, error) {
	var picks []*picker
	for _, text := range k.StepsNeeded() {
		selected, err := parseSelector(text)
		if err != nil {
			return nil, k.Wrong("steps", err)
		}
		picks = append(picks, &picker{selector: selected})
	}
	replay, err := r.replay(func(s *history.Step) error {
		for _, pick := range picks {
			pick.see(s)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	compiled := &drift.Compiled{Case: k, Requests: map[string]*compile.Request{}}
	for _, pick := range picks {
		step := replay.End()
		if !pick.end {
			if step, err = pick.result(); err != nil {
				return nil, k.Wrong("steps", err)
			}
		}
		compiled.Requests[pick.text] = compile.New(step, r.compiling)
	}
	for _, text := range k.Steps {
		compiled.Prompts = append(compiled.Prompts, drift.NewSession(k, text, compiled.Requests[text]))
	}
	return compiled, nil
}
