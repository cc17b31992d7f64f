package drift

import (
	"maps"
	"regexp"

	"promptctl/internal/diag"

	"go.yaml.in/yaml/v3"
)

// LockName is the lock file's name where the settings file does not say another.
const LockName = "promptctl.lock"

// noLock is what the settings file says for no lock file.
const noLock = "none"

// ParseSuite reads the cases of a settings file. An error names the line.
func ParseSuite(path string, text []byte) (*Suite, error) {
	f := settingsFile{path}
	node, err := f.checkNode(text)
	if err != nil {
		return nil, err
	}
	s := &Suite{File: path, Lock: LockName}
	usual := &Case{}
	var cases []*yaml.Node
	known := keys{
		"lock": f.text("lock", &s.Lock),
		"cases": f.sequence("cases", func(n *yaml.Node) error {
			cases = append(cases, n)
			return nil
		}),
	}
	for name, read := range f.usual(usual) {
		known[name] = read
	}
	if err := f.mapping(node, "check", known); err != nil {
		return nil, err
	}
	usual.places = f.places(node)
	if s.Lock == noLock {
		s.Lock = ""
	}
	if len(cases) == 0 {
		return nil, f.wrong(node, "check has no cases")
	}
	for _, n := range cases {
		c, err := f.readCase(n, usual)
		if err != nil {
			return nil, err
		}
		for _, other := range s.Cases {
			if other.Name == c.Name {
				return nil, f.wrong(n, "case %s is there twice", c.Name)
			}
		}
		s.Cases = append(s.Cases, c)
	}
	return s, nil
}

// usual are the keys that check itself has for all of its cases.
func (f settingsFile) usual(c *Case) keys {
	return keys{
		"codex-version": f.text("codex-version", &c.Release),
		"model":         f.text("model", &c.Model),
		"codex-home":    f.text("codex-home", &c.Home),
		"tools":         f.text("tools", &c.Tools),
		"templates":     f.text("templates", &c.Templates),
	}
}

// caseName is what a case may be called: it stands in a file, on a command line and in reports.
var caseName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/-]*$`)

func (f settingsFile) readCase(n *yaml.Node, usual *Case) (*Case, error) {
	c := *usual
	c.at = f.at(n)
	trusted := true
	known := f.usual(&c)
	known["name"] = f.text("name", &c.Name)
	known["workspace"] = f.text("workspace", &c.Workspace)
	known["session"] = f.text("session", &c.Session)
	known["steps"] = f.texts("steps", &c.Steps)
	known["profile"] = f.text("profile", &c.Profile)
	known["config"] = f.texts("config", &c.Config)
	known["trusted"] = f.truth("trusted", &trusted)
	known["assert"] = f.sequence("assert", func(entry *yaml.Node) error {
		a, err := f.readAssertion(entry)
		c.Assert = append(c.Assert, a)
		return err
	})
	if err := f.mapping(n, "case", known); err != nil {
		return nil, err
	}
	c.Untrusted = !trusted
	c.places = maps.Clone(usual.places)
	maps.Copy(c.places, f.places(n))
	return &c, f.checkCase(n, &c)
}

// places are the lines of a case's keys.
func (f settingsFile) places(n *yaml.Node) map[string]diag.Place {
	places := map[string]diag.Place{}
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		places[n.Content[i].Value] = f.at(n.Content[i])
	}
	return places
}

// checkCase refuses keys that do not go together.
func (f settingsFile) checkCase(n *yaml.Node, c *Case) error {
	switch {
	case !caseName.MatchString(c.Name):
		return f.wrong(n, "case name %q: letters, digits and . _ / - are what it may have", c.Name)
	case (c.Workspace == "") == (c.Session == ""):
		return f.wrong(n, "case %s: either a workspace or a session", c.Name)
	case c.Workspace != "" && len(c.Steps) > 0:
		return f.wrong(n, "case %s: steps are those of a session", c.Name)
	case c.Session != "" && (c.Profile != "" || c.Config != nil || c.Untrusted):
		return f.wrong(n, "case %s: profile, config and trusted are for a workspace", c.Name)
	}
	for _, a := range c.Assert {
		switch {
		case a.Kind == kindUntruncated && c.Session != "":
			return f.wrong(n, "case %s: untruncated is about folders, not sessions", c.Name)
		case a.Kind == kindPrefixStable && c.Session == "":
			return f.wrong(n, "case %s: prefix_stable is about the steps of a session", c.Name)
		}
	}
	if c.Session != "" && len(c.Steps) == 0 {
		c.Steps = []string{"last"}
	}
	return nil
}
