package drift

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// Sections that are not of the World State.
const (
	SectionInstructions = "instructions"
	SectionTools        = "tools"
	SectionRequest      = "request"
	SectionFacts        = "model_facts"
	SectionSettings     = "settings"
	SectionDeveloper    = "developer_instructions"
	SectionHistory      = "history"
)

// outside takes what is not in the input: base instructions, tools, the members of the body, what the catalog says of the
// model, and the client's settings.
func (p *Prompt) outside(r *compile.Request) {
	p.Sections = append(p.Sections, Section{
		ID: SectionInstructions, Text: r.Prompt.Instructions, Unresolved: r.Prompt.Instructions == "",
	})
	tools := Section{ID: SectionTools, Unresolved: r.Prompt.Tools == nil}
	for m := rawjson.Walk(r.Prompt.Tools); m.NextElement(); {
		tools.Text += string(m.Value) + "\n"
	}
	p.Sections = append(p.Sections, tools)
	p.Sections = append(p.Sections, Section{ID: SectionRequest, Text: members(r)}, Section{ID: SectionFacts, Text: facts(r)})
	var settings strings.Builder
	for _, s := range p.Settings {
		if !shownElsewhere(s.Key) {
			fmt.Fprintf(&settings, "%s: %s\n", s.Key, s.Value)
		}
	}
	if settings.Len() > 0 {
		p.Sections = append(p.Sections, Section{ID: SectionSettings, Text: settings.String()})
	}
}

// members are those of the body, but for the large ones and the key that names the thread.
func members(r *compile.Request) string {
	var body bytes.Buffer
	if _, err := r.WriteTo(&body); err != nil {
		return ""
	}
	var text strings.Builder
	for m := rawjson.Walk(body.Bytes()); m.Next(); {
		switch string(m.Name) {
		case "instructions", "input", "tools", "prompt_cache_key":
			continue
		}
		fmt.Fprintf(&text, "%s: %s\n", m.Name, m.Value)
	}
	return text.String()
}

// facts are what the catalog says of the model, as far as the body does not show it.
func facts(r *compile.Request) string {
	m := &r.Step.Model
	var text strings.Builder
	fmt.Fprintf(&text, "encoding: %s\n", r.Encoding)
	where := "in a field of their own"
	if r.Step.Version.Has(codex.InstructionsAsMessage) || r.Encoding == compile.ResponsesLite {
		where = "in the first developer message"
	}
	fmt.Fprintf(&text, "base instructions: %s\n", where)
	fmt.Fprintf(&text, "tool outputs: cut at %d %s\n", m.Truncation.Limit, m.Truncation.Mode)
	var takes []string
	for _, modality := range []string{"text", "image", "audio"} {
		if m.Accepts(modality) {
			takes = append(takes, modality)
		}
	}
	fmt.Fprintf(&text, "takes: %s\n", strings.Join(takes, ", "))
	if m.Fallback {
		text.WriteString("the catalog does not have this model\n")
	}
	return text.String()
}

// context takes fragments, by the section that they tell.
func (p *Prompt) context(messages [][]compile.Fragment, developer string) {
	for _, group := range messages {
		for _, f := range group {
			id := f.Section
			if id == "" {
				id = "context"
			}
			if f.Section == "" && f.Role == codex.RoleDeveloper && f.Text == developer {
				id = SectionDeveloper
			}
			s := Section{ID: id, Role: f.Role, Unresolved: f.Unresolved}
			if !f.Unresolved { // else there are its markers only
				s.Text = f.Text
			}
			p.add(s)
		}
	}
}

// add appends a section. One that is there again is numbered.
func (p *Prompt) add(s Section) {
	id := s.ID
	for n := 2; p.section(s.ID) != nil; n++ {
		s.ID = fmt.Sprintf("%s#%d", id, n)
	}
	p.Sections = append(p.Sections, s)
}

// roles notes whose messages the input is made of.
func (p *Prompt) roles(r *compile.Request) {
	for _, it := range r.Input {
		if it.Type == history.Message {
			p.Roles = append(p.Roles, it.Role())
		}
	}
	p.Roles = slices.Compact(p.Roles)
}
