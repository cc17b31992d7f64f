package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"promptctl/internal/agentsmd"
	"promptctl/internal/compile"
	"promptctl/internal/provenance"
)

// placing finds what is to be explained in a request, and the files that its rules come from.
type placing struct {
	*reading
	trail     *provenance.Trail
	request   *compile.Request
	workspace string

	folder string
	scope  *agentsmd.Scope
	looked bool
}

// find lists the places that the arguments mean.
func (p *placing) find(o *explainOptions, target string) ([]provenance.Spot, error) {
	switch {
	case o.match != "":
		return provenance.Match(p.request, o.match), nil
	case o.line > 0:
		return provenance.OfLine(p.request, p.thread.Own(), o.line), nil
	case isRuleLine(target):
		return p.ruleLine(target)
	}
	spot, err := provenance.ParsePath(target)
	if err != nil {
		return nil, usageError{err}
	}
	if err := spot.In(p.request); err != nil {
		return nil, nowhereError{fmt.Errorf("%s: no %s: %w", stepName(p.request.Step), spot.Path, err)}
	}
	return []provenance.Spot{spot}, nil
}

// ruleLine finds the newest place at which the model was told a line of a file.
func (p *placing) ruleLine(target string) ([]provenance.Spot, error) {
	name, number, _ := cutLast(target, ":")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return nil, usageError{fmt.Errorf("%q: neither a place in a request nor FILE:LINE", target)}
	}
	path, err := p.resolve(name)
	if err != nil {
		return nil, err
	}
	line, err := lineOf(path, n)
	if err != nil {
		return nil, err
	}
	_, scope := p.rulesNow()
	if spot, ok := provenance.LastRule(p.request, provenance.FindRuleLine(scope, path, n, line)); ok {
		return []provenance.Spot{spot}, nil
	}
	why := "the rules that were told do not have this line"
	if scope != nil {
		if verdict := scope.Line(path, n); !verdict.Reaches {
			why = verdict.Why
		}
	}
	return nil, nowhereError{fmt.Errorf("%s does not hold %s: %s", stepName(p.request.Step), target, why)}
}

// resolve finds the file of a name: below the workspace, or here.
func (p *placing) resolve(name string) (string, error) {
	if folder, _ := p.rulesNow(); folder != "" && !filepath.IsAbs(name) {
		if path := filepath.Join(folder, name); isFile(path) {
			return path, nil
		}
	}
	return filepath.Abs(name)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func lineOf(path string, number int) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if number > len(lines) {
		return "", fmt.Errorf("%s has %s", path, plural(len(lines), "line"))
	}
	if strings.TrimSpace(lines[number-1]) == "" {
		return "", fmt.Errorf("%s:%d: the line is blank", path, number)
	}
	return lines[number-1], nil
}

// rules adds to an explanation of AGENTS.md text from which files it comes.
func (p *placing) rules(e *provenance.Explanation) {
	if e.Item == nil || e.Spot.Part < 0 {
		return
	}
	parts := e.Item.Content()
	text := parts[e.Spot.Part].Text
	if _, ok := provenance.FindRules(text, e.Spot, "", nil); !ok {
		return
	}
	folder, scope := p.rulesNow()
	e.Rules, _ = provenance.FindRules(text, e.Spot, folder, scope)
}

// rulesNow looks at the folder that the session worked in, or the one that stands for it. There may be none here.
func (p *placing) rulesNow() (string, *agentsmd.Scope) {
	if p.looked {
		return p.folder, p.scope
	}
	p.looked = true
	if w, err := p.app.standIn(p.request.Step, p.workspace); err == nil {
		p.folder, p.scope = w.options.Environments[0].CWD, w.discover()
	}
	return p.folder, p.scope
}

// nowhereError says that what was asked for is not there.
type nowhereError struct{ error }

func (e nowhereError) Unwrap() error { return e.error }

// isNowhere reports whether an error only says that something is not there.
func isNowhere(err error) bool {
	var nowhere nowhereError
	return errors.As(err, &nowhere)
}
