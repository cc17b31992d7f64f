package drift

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Lock is what a lock file holds: each prompt as it was when somebody last looked at it. Nothing in it is bound to a machine, a
// user or a day.
type Lock struct {
	Version int       `yaml:"version"`
	Prompts []*Locked `yaml:"prompts"`
}

const lockVersion = 1

const lockHead = `# Written by "promptctl check --update": what the model is told, section by section. Commit it, and read its changes.
`

// Locked is a prompt in a lock.
type Locked struct {
	Name     string          `yaml:"case"`
	Step     string          `yaml:"step,omitempty"`
	Codex    string          `yaml:"codex"`
	Model    string          `yaml:"model,omitempty"`
	Rules    *Rules          `yaml:"agents_md,omitempty"`
	Sections []LockedSection `yaml:"sections"`
}

// LockedSection is a section in a lock: its hash and size, the text where it is short, and hashes of its lines where it is not.
type LockedSection struct {
	ID         string   `yaml:"id"`
	Role       string   `yaml:"role,omitempty"`
	Unresolved bool     `yaml:"unresolved,omitempty"`
	SHA256     string   `yaml:"sha256,omitempty"`
	Bytes      int      `yaml:"bytes,omitempty"`
	Tokens     int      `yaml:"tokens,omitempty"`
	Text       lockText `yaml:"text,omitempty"`
	Lines      []string `yaml:"lines,omitempty"`
}

// lockText is a text in a lock: as it stands, line by line, where YAML can have it so, else quoted.
type lockText string

// MarshalYAML chooses the form.
func (t lockText) MarshalYAML() (any, error) {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: string(t)}
	// A block whose first line is indented, by tabs above all, is not always read back as it was written.
	if t[0] == ' ' || t[0] == '\t' || t[0] == '\n' || strings.ContainsAny(n.Value, "\r\u0085\u2028\u2029") {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n, nil
}

// shortText is the size up to which a text is in the lock itself.
const shortText = 400

// Lock is the prompt as a lock keeps it.
func (p *Prompt) Lock() *Locked {
	l := &Locked{Name: p.Name, Step: p.Step, Codex: p.Codex, Model: p.Model, Rules: p.Rules}
	for _, s := range p.Sections {
		l.Sections = append(l.Sections, s.lock())
	}
	return l
}

func (s *Section) lock() LockedSection {
	l := LockedSection{ID: s.ID, Role: s.Role, Unresolved: s.Unresolved}
	if s.Unresolved {
		return l
	}
	takes := s.size()
	l.SHA256, l.Bytes, l.Tokens = hash(s.Text), takes.bytes, takes.tokens
	if len(s.Text) <= shortText || s.ID == SectionSettings {
		l.Text = lockText(s.Text)
	} else {
		l.Lines = lineRows(s.Text)
	}
	return l
}

// whole is the prompt as a lock that has all of its texts.
func (p *Prompt) whole() *Locked {
	l := p.Lock()
	for i := range p.Sections {
		l.Sections[i].Text, l.Sections[i].Lines = lockText(p.Sections[i].Text), nil
	}
	return l
}

// Find is the prompt of a case's step, nil where the lock has none.
func (l *Lock) Find(name, step string) *Locked {
	for _, p := range l.Prompts {
		if p.Name == name && p.Step == step {
			return p
		}
	}
	return nil
}

// With is the lock with other prompts for some cases, in the order of the suite. Cases that the suite does not have are gone.
func (l *Lock) With(s *Suite, fresh map[string][]*Prompt) *Lock {
	next := &Lock{Version: lockVersion}
	for _, c := range s.Cases {
		prompts, compiled := fresh[c.Name]
		for _, p := range prompts {
			next.Prompts = append(next.Prompts, p.Lock())
		}
		for _, old := range l.Prompts {
			if !compiled && old.Name == c.Name {
				next.Prompts = append(next.Prompts, old)
			}
		}
	}
	return next
}

// WriteTo writes the lock file.
func (l *Lock) WriteTo(w io.Writer) (int64, error) {
	var out bytes.Buffer
	out.WriteString(lockHead)
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := errors.Join(encoder.Encode(l), encoder.Close()); err != nil {
		return 0, err
	}
	return out.WriteTo(w)
}

// ParseLock reads a lock file.
func ParseLock(path string, text []byte) (*Lock, error) {
	l := &Lock{}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	switch err := decoder.Decode(l); {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s: the file is empty", path)
	case err != nil:
		return nil, fmt.Errorf("%s%w", path, yamlFault(err))
	}
	if l.Version != lockVersion {
		return nil, fmt.Errorf("%s: version %d of the lock file, not %d", path, l.Version, lockVersion)
	}
	return l, l.check(path)
}

// check refuses what only a hand, or a merge, makes of a lock: an entry of nothing, and a prompt that is there twice.
func (l *Lock) check(path string) error {
	for i, p := range l.Prompts {
		if p == nil {
			return fmt.Errorf("%s: prompt %d of the lock file is empty", path, i+1)
		}
		if l.Find(p.Name, p.Step) != p {
			return fmt.Errorf("%s: case %s is there twice", path, strings.TrimSpace(p.Name+" "+p.Step))
		}
	}
	return nil
}

// yamlFault is the first thing that a YAML error says, to stand behind the file's name: with the line, where there is one.
func yamlFault(err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	var typed *yaml.TypeError
	if errors.As(err, &typed) && len(typed.Errors) > 0 {
		text = typed.Errors[0]
	}
	text, _, _ = strings.Cut(text, "\n")
	for _, end := range []string{" in type ", " into "} { // names of Go types follow
		text, _, _ = strings.Cut(text, end)
	}
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		return errors.New(":" + rest)
	}
	return errors.New(": " + text)
}
