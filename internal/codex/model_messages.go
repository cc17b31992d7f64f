package codex

import "strings"

// ModelMessages are a model's own texts, where a catalog has them.
type ModelMessages struct {
	Template  string             `json:"instructions_template"`
	Variables map[string]*string `json:"instructions_variables"`
}

const personalityPlace = "{{ personality }}"

// DefaultPersonality is the one in force when none is set, of the models that have any.
//
// NOTE(codex): 0.145.0 turn_context states it.
const DefaultPersonality = "pragmatic"

// Instructions are the model's own base instructions with a personality, "" where the catalog has no texts.
//
// NOTE(codex): 0.145.0 protocol/src/openai_models.rs: every place in the template is filled; "none" leaves it empty. 0.171.0
// templates have no place for it.
func (m *Model) Instructions(personality string) string {
	if m.Messages == nil || !strings.Contains(m.Messages.Template, personalityPlace) {
		return m.BaseInstructions
	}
	spec := ""
	if personality != "none" {
		if personality == "" {
			personality = DefaultPersonality
		}
		if text := m.Messages.Variables["personality_"+personality]; text != nil {
			spec = *text
		}
	}
	return strings.ReplaceAll(m.Messages.Template, personalityPlace, spec)
}
