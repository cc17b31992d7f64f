package agentsmd

import (
	"fmt"

	"promptctl/internal/codex"
)

// Composition is the text that the files make, without the wrapper.
type Composition struct {
	Text      string
	Directory string // the one that the wrapper names, "" for none
	Parts     []Part

	named bool // the wrapper is the one that names itself
}

// Part is where a file's text stands in the composition, in bytes.
type Part struct {
	File       *File
	Start, End int
}

const (
	betweenFiles   = "\n\n"
	behindGlobal   = "\n\n--- project-doc ---\n\n"
	wrapperStart   = codex.AgentsMDStart
	wrapperOpening = "\n\n<INSTRUCTIONS>\n"
	wrapperClosing = "\n" + codex.AgentsMDEnd

	oldWrapperStart = "<user_instructions>\n\n"
	oldWrapperEnd   = "\n\n</user_instructions>"
)

// Compose makes the text. ok is false when there is none.
//
// NOTE(codex): 0.145.0 one environment's files follow the global text behind a mark; those of several are labelled with the
// environment they come from, and nothing else parts them.
func (s *Scope) Compose() (c *Composition, ok bool) {
	c = &Composition{named: s.release.Has(codex.WrapsByName)}
	for i := range s.Global {
		c.append(&s.Global[i], "")
	}
	contributing := s.contributing()
	for _, place := range contributing {
		if len(contributing) > 1 {
			c.label(place)
		}
		c.files(place, len(contributing) > 1)
	}
	switch {
	case len(contributing) == 1:
		c.Directory = contributing[0].CWD
	case len(s.Places) == 1 && !s.release.Has(codex.NamesContributor):
		c.Directory = s.Places[0].CWD
	}
	return c, c.Text != ""
}

// contributing are the places of which a text arrives.
func (s *Scope) contributing() (list []*Place) {
	for i := range s.Places {
		place := &s.Places[i]
		for _, f := range place.Files {
			if f.text != "" {
				list = append(list, place)
				break
			}
		}
	}
	return list
}

func (c *Composition) files(place *Place, labelled bool) {
	first := true
	for i := range place.Files {
		between := betweenFiles
		if first && !labelled && c.Text != "" {
			between = behindGlobal
		}
		if c.append(&place.Files[i], between) {
			first = false
		}
	}
}

func (c *Composition) label(place *Place) {
	if c.Text != "" {
		c.Text += betweenFiles
	}
	c.Text += fmt.Sprintf("for `%s` with root %s", place.ID, place.CWD)
}

// append adds a file's text, if there is any of it.
func (c *Composition) append(f *File, between string) bool {
	if f.text == "" {
		return false
	}
	if c.Text != "" {
		c.Text += between
	}
	c.Parts = append(c.Parts, Part{f, len(c.Text), len(c.Text) + len(f.text)})
	c.Text += f.text
	return true
}

// Fragment is the text as the model is sent it.
func (c *Composition) Fragment() string {
	if !c.named {
		return oldWrapperStart + c.Text + oldWrapperEnd
	}
	return c.Told().fragment(c.Text)
}
