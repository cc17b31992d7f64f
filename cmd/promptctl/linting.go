package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"promptctl/internal/agentsmd"
	"promptctl/internal/audit"
	"promptctl/internal/history"
	"promptctl/internal/render"
	"promptctl/internal/rollout"
)

// linting is one run over sessions: what they are held to, and what was found so far.
type linting struct {
	app       *app
	options   *lintOptions
	replaying history.Options
	auditing  audit.LintOptions
	baseline  *audit.Baseline
	rules     map[audit.Code]bool
	show      *render.Lint
	several   bool
	told      map[string]bool // findings about files of the workspace, by fingerprint
	opened    *rollout.Thread // a session that is open already
}

func (a *app) newLinting(o *lintOptions, rules []audit.Rule) (l *linting, err error) {
	l = &linting{app: a, options: o, baseline: &audit.Baseline{}, rules: map[audit.Code]bool{}, told: map[string]bool{}}
	l.show = &render.Lint{Rules: rules, Name: a.nameOf}
	for _, rule := range rules {
		l.rules[rule.ID] = true
	}
	l.auditing.ItemTokens, l.auditing.AgentsShare = o.items, o.share
	if l.show.FailOn, err = o.severity(); err != nil {
		return nil, err
	}
	if l.auditing.Compile, err = a.compileOptions(); err != nil {
		return nil, err
	}
	if l.replaying, err = a.replayOptions(); err != nil {
		return nil, err
	}
	if l.auditing.Allowed, err = allowedSecrets(o.allowed); err != nil {
		return nil, err
	}
	if o.workspace != "" {
		if _, err := folder(o.workspace); err != nil {
			return nil, err
		}
	}
	if o.baseline != "" {
		text, err := os.ReadFile(o.baseline)
		if err != nil {
			return nil, err
		}
		if l.baseline, err = audit.ParseBaseline(text); err != nil {
			return nil, fmt.Errorf("%s: %w", o.baseline, err)
		}
	}
	return l, nil
}

// nameOf is what a file is called by: its path from here, or its name alone where it is elsewhere, so that no output depends
// on where CODEX_HOME is.
func (a *app) nameOf(path string) string {
	base := a.annotationBase(a.cwd)
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(base, abs); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	if home := a.codexHome(); home != "" && filepath.Dir(abs) == filepath.Clean(home) {
		return "CODEX_HOME/" + filepath.Base(abs)
	}
	return filepath.Base(path)
}

// lint holds one session to the rules.
func (l *linting) lint(path string) error {
	report, err := l.report(path)
	if err != nil {
		return err
	}
	report.Only(l.rules)
	report.Keep(func(f *audit.Finding) bool { return f.Name == "" || l.first(report.Fingerprint(f)) })
	l.show.Sessions = append(l.show.Sessions, report)
	return nil
}

// first reports whether a finding is new. What is wrong with a file of the workspace is told once, however many sessions are
// held to it.
func (l *linting) first(fingerprint string) bool {
	told := l.told[fingerprint]
	l.told[fingerprint] = true
	return !told
}

func (l *linting) report(path string) (*audit.Report, error) {
	thread := l.opened
	l.opened = nil
	if thread == nil {
		var err error
		if thread, err = rollout.OpenThread(path, l.app.codexHome()); err != nil {
			return audit.RefusedReport(path, refusal(path, err)), nil
		}
	}
	defer thread.Close()
	options := l.auditing
	if !l.several || l.options.workspace != "" {
		options.Workspace = l.scope
	}
	report, err := audit.Run(thread, l.replaying, options)
	l.app.endProgress()
	if err != nil && l.several {
		return audit.RefusedReport(path, refusal(path, err)), nil
	}
	return report, err
}

// refusal is why a file cannot be opened, without its path, and what to do about it.
func refusal(path string, err error) error {
	text := strings.TrimPrefix(err.Error(), path+": ")
	if hint := hintFor(err); hint != "" {
		text += "; " + hint
	}
	return errors.New(text)
}

// scope is what the session's folder gives now.
func (l *linting) scope(s *history.Step) (*agentsmd.Scope, error) {
	w, err := l.app.standIn(s, l.options.workspace)
	if err != nil {
		return nil, err
	}
	return w.discover(), nil
}

// writeBaseline makes the findings known.
func (l *linting) writeBaseline() error {
	known := audit.NewBaseline(l.show.Sessions)
	text, err := known.Text()
	if err != nil {
		return err
	}
	if err := os.WriteFile(l.options.write, text, 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(l.app.out, "%s: %s known from now on\n", l.options.write, plural(len(known.Findings), "finding"))
	return err
}
