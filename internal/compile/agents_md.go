package compile

import (
	"promptctl/internal/agentsmd"
	"promptctl/internal/history"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// AgentsMD is what the model of a step was told of AGENTS.md files, and what its client believes that it was told.
type AgentsMD struct {
	Told     agentsmd.Told
	Fragment *history.Fragment // the newest one in the step's history; nil for none
	Previous agentsmd.Previous
	Baseline agentsmd.Told // where Previous is known
}

const agentsMDSection = "agents_md"

// NewAgentsMD reads the step's fragments for what the model was told, and its World State, where that is followed, for the
// rest.
//
// NOTE(codex): 0.145.0 without a baseline, a fragment that is still in history makes the next text a replacement.
func NewAgentsMD(step *history.Step) *AgentsMD {
	a := &AgentsMD{}
	if f, ok := step.AgentsMD(); ok {
		a.Fragment, a.Previous = &f, agentsmd.Unknown
		a.Told, _ = agentsmd.ParseFragment(f.Text)
	}
	if step.World == nil {
		return a
	}
	section, _, ok := step.World.Section(agentsMDSection)
	if !ok {
		return a
	}
	var snapshot struct {
		Directory string `json:"directory"`
		Text      string `json:"text"`
	}
	if json.Unmarshal(section, &snapshot, jsontext.AllowDuplicateNames(true)) == nil {
		a.Previous, a.Baseline = agentsmd.Known, agentsmd.Told{Directory: snapshot.Directory, Text: snapshot.Text}
	}
	return a
}
