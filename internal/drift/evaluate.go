package drift

import (
	"fmt"
	"slices"
	"strings"

	"promptctl/internal/agentsmd"
	"promptctl/internal/compile"
	"promptctl/internal/diag"
)

// Result is what came of an assertion.
type Result struct {
	Case, Step string
	Kind       string
	What       string // the assertion in words
	Failure    string // "" where it holds
	Place      diag.Place
}

// Compiled is a case with all that its assertions look at.
type Compiled struct {
	Case      *Case
	Prompts   []*Prompt
	Workspace *Workspace                  // nil for a session
	Requests  map[string]*compile.Request // of a session's steps
}

// Evaluate tries the assertions of a case. An assertion that names no steps of its own is tried at each locked step.
func (c *Compiled) Evaluate(dir string) (list []Result, err error) {
	for _, a := range c.Case.Assert {
		if a.Kind == kindPrefixStable {
			list = append(list, a.result(c.Case.Name, "", a.Place, c.prefixStable(a)))
			continue
		}
		if a.Kind == kindUntruncated {
			results, err := c.untruncated(a)
			if err != nil {
				return nil, err
			}
			list = append(list, results...)
			continue
		}
		for _, p := range c.Prompts {
			failure, err := p.try(a, dir)
			if err != nil {
				return nil, err
			}
			list = append(list, a.result(p.Name, p.Step, a.Place, failure))
		}
	}
	return list, nil
}

func (a *Assertion) result(name, step string, at diag.Place, failure string) Result {
	return Result{Case: name, Step: step, Kind: a.Kind, What: a.String(), Failure: failure, Place: at}
}

// String is the assertion in words.
func (a *Assertion) String() string {
	text := a.Kind
	switch {
	case a.Limit > 0 || a.Kind == kindMaxTokens || a.Kind == kindMaxBytes:
		text += fmt.Sprintf(" %d", a.Limit)
	case a.Steps != nil:
		text += " " + strings.Join(a.Steps, ", ")
	case a.patterns != nil:
		for _, p := range a.patterns {
			if p.re != nil {
				text += " " + p.text
			} else {
				text += fmt.Sprintf(" %q", p.text)
			}
		}
	default:
		text += " " + strings.Join(a.Values, ", ")
	}
	if a.Section != "" {
		text += " in " + a.Section
	}
	if a.Role != "" {
		text += " by " + a.Role
	}
	return text
}

// try says why an assertion about one prompt does not hold, "" when it does.
func (p *Prompt) try(a *Assertion, dir string) (failure string, err error) {
	switch a.Kind {
	case kindContains, kindNotContains:
		return p.contains(a), nil
	case kindMaxTokens, kindMaxBytes:
		return p.within(a), nil
	case kindSectionPresent:
		for _, id := range a.Values {
			if p.section(id) == nil {
				return fmt.Sprintf("there is no section %s; there are %s", id, p.ids()), nil
			}
		}
	case kindRoleOrder:
		if got := p.Roles[:min(len(p.Roles), len(a.Values))]; !slices.Equal(got, a.Values) {
			return fmt.Sprintf("the input begins with %s", orNone(strings.Join(got, ", "))), nil
		}
	case kindToolsEqual:
		return p.toolsEqual(a, dir)
	}
	return "", nil
}

func (p *Prompt) ids() string {
	var ids []string
	for _, s := range p.Sections {
		ids = append(ids, s.ID)
	}
	return strings.Join(ids, ", ")
}

// sections are those that an id means: the numbered ones of that kind too.
func (p *Prompt) sections(id string) (list []*Section) {
	for i := range p.Sections {
		base, _, _ := strings.Cut(p.Sections[i].ID, "#")
		if id == "" || id == base || id == p.Sections[i].ID {
			list = append(list, &p.Sections[i])
		}
	}
	return list
}

func (p *Prompt) contains(a *Assertion) string {
	sections := p.sections(a.Section)
	if len(sections) == 0 && a.Kind == kindContains {
		return fmt.Sprintf("there is no section %s; there are %s", a.Section, p.ids())
	}
	unknown := a.unknown(sections)
	for _, want := range a.patterns {
		found := ""
		for _, s := range sections {
			for _, body := range s.bodies() {
				if (a.Role == "" || a.Role == body.Role) && want.in(body.Text) {
					found = s.ID
				}
			}
		}
		switch {
		case a.Kind == kindContains && found == "" && unknown != "":
			return fmt.Sprintf("%q may be there: %s", want.text, unknown)
		case a.Kind == kindContains && found == "":
			return fmt.Sprintf("%q is not there", want.text)
		case a.Kind == kindNotContains && found != "":
			return fmt.Sprintf("%q is in %s", want.text, found)
		}
	}
	if a.Kind == kindNotContains {
		return unknown
	}
	return ""
}

// unknown says which texts an assertion would have to see, and are not at hand; "" for none. One that names no section is
// about the texts at hand.
func (a *Assertion) unknown(sections []*Section) string {
	var ids []string
	for _, s := range sections {
		if s.Unresolved && a.Section != "" && (a.Role == "" || a.Role == s.Role) {
			ids = append(ids, s.ID)
		}
	}
	switch len(ids) {
	case 0:
		return ""
	case 1:
		return "the text of " + ids[0] + " is not at hand"
	}
	return "the texts of " + strings.Join(ids, ", ") + " are not at hand"
}

// within compares the size of a section, or of all of them.
func (p *Prompt) within(a *Assertion) string {
	sections := p.sections(a.Section)
	if len(sections) == 0 {
		return fmt.Sprintf("there is no section %s; there are %s", a.Section, p.ids())
	}
	var bytes, tokens int64
	for _, s := range sections {
		takes := s.size()
		bytes, tokens = bytes+int64(takes.bytes), tokens+int64(takes.tokens)
	}
	switch {
	case a.Kind == kindMaxBytes && bytes > a.Limit:
		return fmt.Sprintf("it is %d bytes, %d too many", bytes, bytes-a.Limit)
	case a.Kind == kindMaxTokens && tokens > a.Limit:
		return fmt.Sprintf("it is ~%d tokens, %d too many", tokens, tokens-a.Limit)
	}
	return a.unknown(sections)
}

// untruncated looks for AGENTS.md bytes that are lost, in each folder.
func (c *Compiled) untruncated(a *Assertion) (list []Result, err error) {
	for _, folder := range a.Values {
		w := *c.Workspace
		if err := w.open(folder); err != nil {
			return nil, err
		}
		failure, at := "", a.Place
		if lost := w.scope.Lost(); lost > 0 {
			failure = fmt.Sprintf("%s of AGENTS.md rules never reach the model in %s", count(lost), folder)
			at = w.firstLoss(at)
		} else if w.scope.Broken() {
			failure = fmt.Sprintf("the AGENTS.md files in %s cannot be read", folder)
		}
		r := a.result(c.Case.Name, "", at, failure)
		r.What = a.Kind + " " + folder
		list = append(list, r)
	}
	return list, nil
}

func count(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// firstLoss is the first line that does not arrive.
func (w *Workspace) firstLoss(fallback diag.Place) diag.Place {
	at := fallback
	w.scope.Files(func(f *agentsmd.File) {
		if at == fallback && f.Lost() > 0 {
			at = diag.Place{File: f.Path, Line: max(f.Missing, 1)}
		}
	})
	return at
}
