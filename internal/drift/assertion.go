package drift

import (
	"regexp"
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/diag"

	"go.yaml.in/yaml/v3"
)

// Kinds of assertions. They are the keys of the settings file.
const (
	kindContains       = "contains"
	kindNotContains    = "not_contains"
	kindUntruncated    = "untruncated"
	kindMaxTokens      = "max_tokens"
	kindMaxBytes       = "max_bytes"
	kindToolsEqual     = "tools_equal"
	kindRoleOrder      = "role_order"
	kindSectionPresent = "section_present"
	kindPrefixStable   = "prefix_stable"
)

// Assertion is something that must hold of a case's prompt.
type Assertion struct {
	Kind    string
	Section string   // where it holds; "" for everywhere
	Role    string   // whose texts it is about; "" for everybody's
	Values  []string // texts, folders, roles or sections, as the kind has them
	Limit   int64
	Steps   []string // the two of prefix_stable
	Place   diag.Place

	patterns []pattern
}

// bodyRoles are those whose texts an assertion can be about.
func bodyRoles() []string {
	return []string{codex.RoleDeveloper, codex.RoleUser, roleAssistant, roleTool}
}

// pattern is a text to find, or a regular expression.
type pattern struct {
	text string
	re   *regexp.Regexp // nil for a plain text
}

func parsePattern(text string) (p pattern, err error) {
	p.text = text
	if inner, ok := strings.CutPrefix(text, "/"); ok && len(inner) > 1 && strings.HasSuffix(inner, "/") {
		p.re, err = regexp.Compile(strings.TrimSuffix(inner, "/"))
	}
	return p, err
}

func (p pattern) in(text string) bool {
	if p.re != nil {
		return p.re.MatchString(text)
	}
	return strings.Contains(text, p.text)
}

// readAssertion reads one: a key that is its kind, and section and role beside it.
func (f settingsFile) readAssertion(n *yaml.Node) (*Assertion, error) {
	a := &Assertion{Place: f.at(n)}
	kind := func(name string, read func(*yaml.Node) error) func(*yaml.Node) error {
		return func(value *yaml.Node) error {
			if a.Kind != "" {
				return f.wrong(value, "assert: %s and %s in one entry; give each its own", a.Kind, name)
			}
			a.Kind = name
			return read(value)
		}
	}
	known := keys{"section": f.text("section", &a.Section), "role": f.text("role", &a.Role)}
	for _, name := range []string{kindContains, kindNotContains, kindUntruncated, kindToolsEqual, kindRoleOrder, kindSectionPresent} {
		known[name] = kind(name, f.texts(name, &a.Values))
	}
	for _, name := range []string{kindMaxTokens, kindMaxBytes} {
		known[name] = kind(name, f.number(name, &a.Limit))
	}
	known[kindPrefixStable] = kind(kindPrefixStable, f.texts(kindPrefixStable, &a.Steps))
	if err := f.mapping(n, "assert", known); err != nil {
		return nil, err
	}
	return a, f.checkAssertion(n, a)
}

func (f settingsFile) checkAssertion(n *yaml.Node, a *Assertion) error {
	scoped := a.Kind == kindContains || a.Kind == kindNotContains
	switch {
	case a.Kind == "":
		return f.wrong(n, "assert: an entry without an assertion")
	case a.Role != "" && !scoped:
		return f.wrong(n, "assert: role is for contains and not_contains")
	case a.Role != "" && !slices.Contains(bodyRoles(), a.Role):
		return f.wrong(n, "assert: role %q: one of %s", a.Role, strings.Join(bodyRoles(), ", "))
	case a.Kind != kindMaxTokens && a.Kind != kindMaxBytes && len(a.Values)+len(a.Steps) == 0:
		return f.wrong(n, "assert: %s of nothing", a.Kind)
	case a.Section != "" && !scoped && a.Kind != kindMaxTokens && a.Kind != kindMaxBytes:
		return f.wrong(n, "assert: %s has no section", a.Kind)
	case a.Kind == kindPrefixStable && len(a.Steps) != 2:
		return f.wrong(n, "assert: prefix_stable is about two steps")
	case a.Kind == kindToolsEqual && len(a.Values) != 1:
		return f.wrong(n, "assert: tools_equal is one file")
	}
	if !scoped {
		return nil
	}
	for _, text := range a.Values {
		p, err := parsePattern(text)
		if err != nil || text == "" {
			return f.wrong(n, "assert: %s %q: not a text or a regular expression in slashes", a.Kind, text)
		}
		a.patterns = append(a.patterns, p)
	}
	return nil
}
