package drift

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"promptctl/internal/diag"

	"go.yaml.in/yaml/v3"
)

// settingsFile reads values out of YAML nodes; its errors name the line.
type settingsFile struct{ path string }

func (f settingsFile) at(n *yaml.Node) diag.Place { return diag.Place{File: f.path, Line: n.Line} }

func (f settingsFile) wrong(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s: %w", f.at(n), fmt.Errorf(format, args...))
}

// keys says how the value of each key of a mapping is read.
type keys map[string]func(*yaml.Node) error

// mapping reads a mapping. A key that it does not have, or has twice, is an error.
func (f settingsFile) mapping(n *yaml.Node, what string, known keys) error {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind != yaml.MappingNode {
		return f.wrong(n, "%s is not a mapping of keys", what)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		read, ok := known[key.Value]
		switch {
		case !ok:
			return f.wrong(key, "%s: unknown key %q: one of %s", what, key.Value, names(known))
		case seen[key.Value]:
			return f.wrong(key, "%s: %s is there twice", what, key.Value)
		}
		seen[key.Value] = true
		if err := read(value); err != nil {
			return err
		}
	}
	return nil
}

func names(known keys) string {
	var list []string
	for name := range known {
		list = append(list, name)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// text reads a string into a variable. Numbers are taken as they are written.
func (f settingsFile) text(what string, into *string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind == yaml.AliasNode {
			n = n.Alias
		}
		if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
			return f.wrong(n, "%s is not a text", what)
		}
		*into = n.Value
		return nil
	}
}

// texts reads a string, or a sequence of them.
func (f settingsFile) texts(what string, into *[]string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind == yaml.AliasNode {
			n = n.Alias
		}
		entries := []*yaml.Node{n}
		if n.Kind == yaml.SequenceNode {
			entries = n.Content
		}
		for _, entry := range entries {
			var s string
			if err := f.text(what, &s)(entry); err != nil {
				return err
			}
			*into = append(*into, s)
		}
		return nil
	}
}

// number reads a whole number of at least zero.
func (f settingsFile) number(what string, into *int64) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		v, err := strconv.ParseInt(strings.ReplaceAll(n.Value, "_", ""), 10, 64)
		if n.Kind != yaml.ScalarNode || err != nil || v < 0 {
			return f.wrong(n, "%s is not a whole number", what)
		}
		*into = v
		return nil
	}
}

// truth reads true or false.
func (f settingsFile) truth(what string, into *bool) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" || n.Decode(into) != nil {
			return f.wrong(n, "%s is neither true nor false", what)
		}
		return nil
	}
}

// sequence reads each entry of a sequence.
func (f settingsFile) sequence(what string, read func(*yaml.Node) error) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.SequenceNode {
			return f.wrong(n, "%s is not a list", what)
		}
		for _, entry := range n.Content {
			if err := read(entry); err != nil {
				return err
			}
		}
		return nil
	}
}

// errNoCheck says that a settings file has no key check.
var errNoCheck = errors.New("has no key check")

// checkNode finds what a settings file says under the key check.
func (f settingsFile) checkNode(text []byte) (*yaml.Node, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("%s%w", f.path, yamlFault(err))
	}
	if len(document.Content) == 0 || document.Content[0].Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s %w", f.path, errNoCheck)
	}
	top := document.Content[0]
	for i := 0; i+1 < len(top.Content); i += 2 {
		if top.Content[i].Value == "check" {
			return top.Content[i+1], nil
		}
	}
	return nil, fmt.Errorf("%s %w", f.path, errNoCheck)
}
