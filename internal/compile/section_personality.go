package compile

import (
	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Personality is the section of the model's manner of speaking. What it says is the model's own text.
type Personality struct {
	Model    string
	Name     string // "" for none
	Fragment Fragment
}

// ID is personality.
func (Personality) ID() string { return codex.SectionPersonality }

// Snapshot is the model and the personality's name.
func (p Personality) Snapshot() jsontext.Value {
	o := object{}
	o.addText("model", p.Model)
	o.addText("personality", p.Name)
	return o.bytes()
}

// Render tells another personality of the same model; a model that takes over has it in its instructions.
func (p Personality) Render(before Previous) []Fragment {
	if before.Knowledge != Known || p.Name == "" {
		return nil
	}
	model := rawjson.String(rawjson.Field(before.Value, "model"))
	if name := rawjson.String(rawjson.Field(before.Value, "personality")); model != p.Model || name == p.Name {
		return nil
	}
	return []Fragment{p.Fragment}
}
