package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"promptctl/internal/audit"
	"promptctl/internal/diag"
	"promptctl/internal/render"

	"github.com/spf13/cobra"
)

type lintOptions struct {
	session   sessionFlags
	output    outputFlags
	all       bool
	workspace string
	selection audit.Selection
	symptom   string
	failOn    string
	baseline  string
	write     string
	allowed   string
	items     int
	share     int
	explain   string
	list      bool
}

func newLintCommand(a *app) *cobra.Command {
	o := &lintOptions{}
	cmd := &cobra.Command{
		Use:   "lint SESSION|DIR|--all-sessions",
		Short: "Find what is wrong in a session: lost results, stale rules, damaged lines, secrets",
		Long: `Hold a session to the rules that --list-rules lists: calls and their results, damaged and doubled lines, items that an
endpoint refuses, context that is stale or lost, AGENTS.md rules that do not reach the model, what breaks the prompt
cache, and secrets. A DIR is looked through for rollouts; --all-sessions takes every one under CODEX_HOME.

The files of AGENTS.md are looked at in the session's own folder, if that is here, or in --workspace DIR. Rules that
could not be checked are named with --verbose.

A baseline is a file of findings that are known and do not count: write it with --write-baseline FILE, and give it with
--baseline FILE from then on. Nothing in it depends on a machine or a user.`,
		Example: `  promptctl lint 01a22dac
  promptctl lint --last --symptom rules-ignored
  promptctl lint testdata/sessions --format sarif -o lint.sarif
  promptctl lint --all-sessions --select secret --fail-on never
  promptctl lint --explain call-without-output`,
		Annotations: map[string]string{exitStatus: lintStatus},
		Args:        cobra.MaximumNArgs(1),
		RunE:        func(_ *cobra.Command, args []string) error { return runLint(a, o, args) },
	}
	o.session.add(cmd)
	o.output.add(cmd, "text, json, sarif, github, junit")
	cmd.Flags().BoolVar(&o.all, "all-sessions", false, "every session under CODEX_HOME")
	cmd.Flags().StringVar(&o.workspace, "workspace", "", "look for AGENTS.md files in `DIR`, in place of the session's folder")
	cmd.Flags().StringSliceVar(&o.selection.Select, "select", nil, "check these `RULES` only: ids, or beginnings of ids")
	cmd.Flags().StringSliceVar(&o.selection.Ignore, "ignore", nil, "do not check these `RULES`")
	cmd.Flags().StringVar(&o.symptom, "symptom", "", "check what may cause a `SYMPTOM`, in order, and say what was checked")
	cmd.Flags().StringVar(&o.failOn, "fail-on", "warning", "the least `SEVERITY` to exit with 1 for: note, warning, error, never")
	cmd.Flags().StringVar(&o.baseline, "baseline", "", "leave out the findings that `FILE` knows")
	cmd.Flags().StringVar(&o.write, "write-baseline", "", "write the findings to `FILE`, to be known from now on")
	cmd.Flags().StringVar(&o.allowed, "allow-secrets", "", "values that are no secrets: a `FILE` with a regular expression a line, # for remarks")
	cmd.Flags().IntVar(&o.items, "item-tokens", audit.DefaultItemTokens, "the `TOKENS` above which an item is large")
	cmd.Flags().IntVar(&o.share, "agents-share", audit.DefaultAgentsShare, "the `PERCENT` of the context window above which the AGENTS.md rules are large")
	cmd.Flags().StringVar(&o.explain, "explain", "", "explain a `RULE`, and what to do about what it finds")
	cmd.Flags().BoolVar(&o.list, "list-rules", false, "list the rules")
	completeFlags(cmd, map[string][]string{
		"select": ruleNames(), "ignore": ruleNames(), "explain": ruleNames(), "symptom": symptomNames(), "fail-on": {"note", "warning", "error", "never"},
	})
	return cmd
}

func ruleNames() (names []string) {
	for _, rule := range audit.Rules() {
		names = append(names, string(rule.ID))
	}
	return names
}

const neverFails = diag.Error + 1

// severity reads --fail-on.
func (o *lintOptions) severity() (diag.Severity, error) {
	for s := diag.Note; s <= diag.Error; s++ {
		if o.failOn == s.String() {
			return s, nil
		}
	}
	if o.failOn == "never" {
		return neverFails, nil
	}
	return 0, usageError{fmt.Errorf("--fail-on %s: one of note, warning, error, never", o.failOn)}
}

// rules are those that are checked, in the order of the table or of the symptom.
func (o *lintOptions) rules() (rules []audit.Rule, err error) {
	if word := o.selection.Unknown(); word != "" {
		return nil, hinted{usageError{fmt.Errorf("no rule's id begins with %q", word)}, "promptctl lint --list-rules lists them"}
	}
	all := audit.Rules()
	if o.symptom != "" {
		symptom, ok := audit.SymptomOf(o.symptom)
		if !ok {
			return nil, usageError{fmt.Errorf("symptom %q: one of %s", o.symptom, strings.Join(symptomNames(), ", "))}
		}
		all = nil
		for _, id := range symptom.Rules {
			rule, _ := audit.RuleOf(id)
			all = append(all, rule)
		}
	}
	for _, rule := range all {
		if o.selection.Has(rule.ID) {
			rules = append(rules, rule)
		}
	}
	if len(rules) == 0 {
		return nil, usageError{errors.New("no rule is left to check: --select, --ignore and --symptom leave none")}
	}
	return rules, nil
}

// limits refuses limits that are none.
func (o *lintOptions) limits() error {
	switch {
	case o.items < 1:
		return usageError{fmt.Errorf("--item-tokens %d: 1 or more", o.items)}
	case o.share < 1 || o.share > 100:
		return usageError{fmt.Errorf("--agents-share %d: a percentage from 1 to 100", o.share)}
	}
	return nil
}

func symptomNames() (names []string) {
	for _, s := range audit.Symptoms() {
		names = append(names, s.Name)
	}
	return names
}

func runLint(a *app, o *lintOptions, args []string) error {
	if err := o.output.choose("text", "json", "sarif", "github", "junit"); err != nil {
		return err
	}
	if err := o.limits(); err != nil {
		return err
	}
	rules, err := o.rules()
	if err != nil {
		return err
	}
	if o.explain != "" || o.list {
		return o.tell(a, rules)
	}
	l, err := a.newLinting(o, rules)
	if err != nil {
		return err
	}
	sessions, err := l.sessions(args)
	if err != nil {
		return err
	}
	for path := range sessions {
		if err := l.lint(path); err != nil {
			return err
		}
	}
	return l.finish()
}

// tell explains a rule, or lists them.
func (o *lintOptions) tell(a *app, rules []audit.Rule) error {
	return a.print(&o.output, nil, func(out *bufio.Writer, style render.Style) error {
		if o.list {
			render.LintRules(out, rules)
			return nil
		}
		rule, ok := audit.RuleOf(audit.Code(o.explain))
		if !ok {
			return hinted{usageError{fmt.Errorf("no rule %q", o.explain)}, "promptctl lint --list-rules lists them"}
		}
		render.LintRule(out, rule, style)
		return nil
	})
}

// finish leaves out what is known, prints the rest, and says by the error whether it counts.
func (l *linting) finish() error {
	o := l.options
	if o.write != "" {
		return l.writeBaseline()
	}
	for _, r := range l.show.Sessions {
		l.show.Known += l.baseline.Drop(r)
		l.app.tell(unchecked(r))
	}
	err := l.app.print(&o.output, nil, func(out *bufio.Writer, style render.Style) error {
		l.show.Style = style
		return l.print(out)
	})
	if err != nil {
		return err
	}
	for _, r := range l.show.Sessions {
		if worst, ok := r.Worst(); ok && worst >= l.show.FailOn {
			return errFound
		}
	}
	return nil
}

func (l *linting) print(out *bufio.Writer) error {
	symptom, asked := audit.SymptomOf(l.options.symptom)
	switch l.options.output.format {
	case "json":
		return l.show.JSON(out, symptom.Name)
	case "sarif":
		return l.show.SARIF(out)
	case "github":
		return l.show.GitHub(out)
	case "junit":
		return l.show.JUnit(out)
	}
	if asked {
		l.show.Symptom(out, symptom)
	} else {
		l.show.Text(out)
	}
	return nil
}

// unchecked says which rules nothing could be held to.
func unchecked(r *audit.Report) (notes diag.List) {
	for _, u := range r.Unchecked {
		for _, rule := range u.Rules {
			notes.Add(diag.Note, "unchecked", diag.Place{File: r.Path}, "%s was not checked: %s", rule, u.Why)
		}
	}
	return notes
}
