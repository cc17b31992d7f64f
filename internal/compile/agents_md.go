package compile

import (
	"promptctl/internal/agentsmd"
	"promptctl/internal/codex"
	"promptctl/internal/history"
)

// AgentsMDInForce is what the model of a step was told of AGENTS.md files, and what its client believes that it was told.
type AgentsMDInForce struct {
	Told     agentsmd.Told
	Fragment *history.Fragment // the newest one in the step's history; nil for none
	Previous agentsmd.Previous
	Baseline agentsmd.Told // where Previous is known
}

// NewAgentsMDInForce reads the step's fragments for what the model was told, and its World State, where that is followed, for
// the rest.
//
// NOTE(codex): 0.145.0 without a baseline, a fragment that is still in history makes the next text a replacement.
func NewAgentsMDInForce(step *history.Step) *AgentsMDInForce {
	a := &AgentsMDInForce{}
	f, ok := step.AgentsMD()
	if !ok && !step.Version.Has(codex.WrapsByName) {
		f, ok = userInstructions(step)
	}
	if ok {
		a.Fragment, a.Previous = &f, agentsmd.Unknown
		a.Told, _ = agentsmd.ParseFragment(f.Text)
	}
	if step.Version.Has(codex.AppendsSkills) {
		a.Told = a.Told.WithoutSkills()
	}
	if step.World == nil {
		return a
	}
	if section, _, ok := step.World.Section(codex.SectionAgentsMD); ok {
		a.Previous, a.Baseline = agentsMDBefore(Previous{Known, section})
	}
	return a
}

// userInstructions finds the AGENTS.md text of the releases that did not name it.
func userInstructions(step *history.Step) (history.Fragment, bool) {
	for i := len(step.Items) - 1; i >= 0; i-- {
		it := step.Items[i]
		if it.Type != history.Message || it.Role() != codex.RoleUser {
			continue
		}
		for n, part := range it.Content() {
			if told, ok := agentsmd.ParseFragment(part.Text); ok && told.Directory == "" {
				return history.Fragment{Text: part.Text, Item: i, Part: n, Origin: it.Origin}, true
			}
		}
	}
	return history.Fragment{}, false
}
