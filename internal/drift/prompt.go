package drift

import (
	"promptctl/internal/diag"
	"promptctl/internal/history"
)

// Prompt is the compiled prompt of a case.
type Prompt struct {
	Name     string
	Step     string // of a session, as it was asked for; "" for a folder
	Codex    string // the release whose rules made it
	Model    string
	Settings []Setting // of the client, in force
	Rules    *Rules    // how AGENTS.md files were looked for; nil for a session
	Sections []Section
	Roles    []string // of the messages in order, neighbours that are alike once
	Case     *Case
}

// Setting is one that the client's settings state.
type Setting struct {
	Key, Value string
	Place      diag.Place
}

// Section is a part of a prompt that is locked, asserted and compared by itself.
type Section struct {
	ID         string
	Role       string // of the message it is in; "" outside the input
	Text       string
	Unresolved bool   // its text is Codex's own and not at hand
	Bodies     []Body // the texts that assertions search, where they are not Text

	items   *size // of the items that Text lists, nil where it lists none
	sources []source
}

// size is how much of a request a section is: bytes, and tokens by Codex's own estimate.
type size struct{ bytes, tokens int }

// Body is a text of the prompt and whose it is.
type Body struct{ Role, Text string }

// File is an AGENTS.md file in scope, and what of it arrives.
type File struct {
	Path   string `yaml:"path"` // relative, with slashes
	Status string `yaml:"status"`
	Bytes  int64  `yaml:"bytes"`
	Kept   int64  `yaml:"kept"`             // of those, the ones that reach the model
	SHA256 string `yaml:"sha256,omitempty"` // of the text that does

	missing int // the first line that does not arrive whole
	place   diag.Place
}

// Rules are what decides which AGENTS.md files apply and how much of them, and what they decided.
type Rules struct {
	Root      string   `yaml:"root"` // relative, with slashes
	Budget    int64    `yaml:"budget"`
	Fallbacks []string `yaml:"fallbacks,flow,omitempty"`
	Markers   []string `yaml:"markers,flow"`
	Files     []File   `yaml:"files,omitempty"` // in scope, in the order in which they are sent
}

// source says where the lines of a section's text come from: from its line First on, counted from 0, they are those of a file.
type source struct {
	First, Lines int
	Place        diag.Place // its first line
}

// size is what the section takes of the request.
func (s *Section) size() size {
	if s.items != nil {
		return *s.items
	}
	return size{len(s.Text), history.TextTokens(s.Text)}
}

// section finds a section by its id.
func (p *Prompt) section(id string) *Section {
	for i := range p.Sections {
		if p.Sections[i].ID == id {
			return &p.Sections[i]
		}
	}
	return nil
}

// setting finds a setting.
func (p *Prompt) setting(key string) (Setting, bool) {
	for _, s := range p.Settings {
		if s.Key == key {
			return s, true
		}
	}
	return Setting{}, false
}

// bodies are the texts of a section.
func (s *Section) bodies() []Body {
	if s.Bodies != nil {
		return s.Bodies
	}
	return []Body{{s.Role, s.Text}}
}

// place is where a line of the text, counted from 0, comes from: the last line of a file stands for what follows it.
func (s *Section) place(line int) (at diag.Place, ok bool) {
	for _, from := range s.sources {
		if ok && line < from.First {
			break
		}
		at, ok = from.Place, true
		at.Line += min(max(line-from.First, 0), from.Lines-1)
	}
	return at, ok
}
