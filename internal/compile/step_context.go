package compile

import (
	"promptctl/internal/codex"
	"promptctl/internal/history"
)

// StepContext is everything that one request is made from beside its history, captured at one moment. No part of the
// request looks anywhere else.
type StepContext struct {
	Settings Settings
	Model    codex.Model
	Text     string // the model's own instructions; "" where they are not at hand
	Date     string // YYYY-MM-DD
	Timezone string
	Shell    string
	Resumed  bool // another process has read the thread back

	AgentsMD   *AgentsMD               // the rules in scope; nil where nobody looked
	Rendered   []*history.ResponseItem // the initial context as the client renders it for a new thread; nil without a client
	Extensions []Extension
	Templates  map[string]string // fragments that the user gives, by section
	Developer  string            // configured developer instructions
	Provider   Provider          // as it is configured
	Base       *Base             // an override of the base instructions; nil for none
	Memory     *Memory           // what the thread was told so far; nil without a thread
}

// UseModels takes the facts and the text of the settings' model from a catalog. Without a model it is the catalog's first: they
// are in the order of the client's own choice.
func (c *StepContext) UseModels(catalog *codex.Catalog, s *history.Step) {
	if c.Settings.Model == "" && len(catalog.Models) > 0 {
		c.Settings.Model = catalog.Models[0].Slug
	}
	c.Model = catalog.Lookup(c.Settings.Model)
	c.Text = ModelText(c.Model, c.Settings.Personality, s)
}

// Base is where base instructions come from.
type Base struct {
	Text   string
	Source string // for people: the setting or file
}

// Slot is where extension context goes.
type Slot string

const (
	DeveloperPolicy       Slot = "developer_policy"
	DeveloperCapabilities Slot = "developer_capabilities"
	ContextualUser        Slot = "contextual_user"
	SeparateDeveloper     Slot = "separate_developer"
)

// Extension is context that comes from outside Codex.
type Extension struct {
	Slot  Slot   `json:"slot" yaml:"slot"`
	Text  string `json:"text" yaml:"text"`
	Start string `json:"start" yaml:"start"` // a marker in front of the text, "" for none
	End   string `json:"end" yaml:"end"`
}

// fragment is the extension as it is told.
//
// NOTE(codex): 0.145.0 policy and capabilities stand in the order in which they come, not by slot.
func (e Extension) fragment() Fragment {
	f := Fragment{Role: codex.RoleDeveloper, Text: e.Start + e.Text + e.End, Separate: e.Slot == SeparateDeveloper}
	if e.Slot == ContextualUser {
		f.Role = codex.RoleUser
	}
	return f
}

// recordedPrefix is what a client that records the prefix of Responses Lite renders in front of the context.
func (c *StepContext) recordedPrefix() []*history.ResponseItem {
	if len(c.Rendered) < 2 || c.Rendered[0].Type != history.AdditionalTools {
		return nil
	}
	return c.Rendered[:2]
}

// renderedContext is the rest, as far as the thread would be told it.
func (c *StepContext) renderedContext() []*history.ResponseItem {
	rest := c.Rendered[len(c.recordedPrefix()):]
	if c.otherAgents() {
		return withoutAgents(rest)
	}
	return rest
}

// rendered is the fragment by which the client tells a section; ok is false where it tells none.
func (c *StepContext) rendered(section string) (f Fragment, ok bool) {
	for _, candidate := range fragmentsOf(c.renderedContext()) {
		if candidate.Section == section {
			f, ok = candidate, true
		}
	}
	return f, ok
}

// prose is the text of a section that is Codex's own: what the client renders, what the user gave, or what the thread was
// told when the section had the same value. fits judges what the thread was told.
func (c *StepContext) prose(section string, fits func(Fragment) bool) Fragment {
	if f, ok := c.rendered(section); ok {
		return f
	}
	kind, _ := codex.SectionFragment(section)
	if text, ok := c.Templates[section]; ok {
		return Fragment{Role: kind.Role, Text: text, Section: section, Separate: kind.Separate}
	}
	if c.Memory != nil {
		if f, ok := c.Memory.find(section, fits); ok {
			return f
		}
	}
	return Fragment{Role: kind.Role, Text: kind.Start + kind.End, Section: section, Separate: kind.Separate, Unresolved: true}
}
