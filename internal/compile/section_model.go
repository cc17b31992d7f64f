package compile

import (
	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// modelSwitch introduces the instructions of the model that takes over.
//
// NOTE(codex): 0.145.0 and 0.171.0 core/src/context/model_switch_instructions.rs.
const modelSwitch = "The user was previously using a different model. Please continue the conversation according to the following instructions:"

// Model is the section of the model: its name, and what is told when it takes over.
type Model struct {
	Slug         string
	Instructions string         // "" for none
	Unresolved   bool           // the instructions are not at hand
	Before       string         // the model of the turn before, "" for none
	Value        jsontext.Value // what is recorded; nil for nothing
}

// ID is model.
func (Model) ID() string { return codex.SectionModel }

// Snapshot is the slug, in the shape that is recorded.
func (m Model) Snapshot() jsontext.Value {
	if rawjson.IsObject(m.Value) {
		return withModel(m.Value, m.Slug)
	}
	return text(m.Slug)
}

// slugIn is the model in a snapshot.
//
// NOTE(codex): 0.171.0 a thread whose first model has the newer sub-agents keeps a hash beside it.
func slugIn(value jsontext.Value) string {
	if rawjson.IsObject(value) {
		return rawjson.String(rawjson.Field(value, "model"))
	}
	return rawjson.String(value)
}

// Render tells another model its instructions.
func (m Model) Render(before Previous) []Fragment {
	was := m.Before
	if before.Knowledge == Known {
		was = slugIn(before.Value)
	}
	if was == "" || was == m.Slug || m.Instructions == "" && !m.Unresolved {
		return nil
	}
	f := Fragment{Role: codex.RoleDeveloper, Section: codex.SectionModel, Separate: true, Unresolved: m.Unresolved}
	f.Text = codex.ModelSwitchStart + "\n" + modelSwitch + "\n\n" + m.Instructions + "\n" + codex.ModelSwitchEnd
	return []Fragment{f}
}
