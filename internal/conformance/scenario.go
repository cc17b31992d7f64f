package conformance

import "promptctl/internal/codex"

// Scenario is a scripted session: a workspace, a configuration, and steps.
type Scenario struct {
	Name   string
	OpenAI bool   // the provider is named OpenAI; otherwise it is named mock
	Model  string // "" for defaultModel
	Config string // lines of config.toml in front of its tables
	Tables string // tables at its end
	Short  bool   // part of the short list
	Single bool   // play it with the one provider it states, not with both

	Features        string                       // lines of the table features
	Files           map[string]string            // workspace files; nil for one AGENTS.md
	Home            map[string]string            // files under CODEX_HOME
	Models          map[string]map[string]string // facts to change in the model catalog, as JSON by slug and name
	OwnInstructions bool                         // keep the model's base instructions instead of a short text
	Unknowable      string                       // why promptctl cannot get it right; its mismatches are remarks
	Knowable        codex.Version                // the first release whose rollouts tell; zero for none
	Untold          []string                     // members of the body that it sets where no rollout tells of it
	Decision        any                          // the answer to approval questions; nil accepts

	Steps []Step
}

// Step is one thing that a scenario does.
type Step interface {
	run(d *Driver) error
}

const defaultModel = "gpt-5.2"

// testInstructions replace a model's own, which are long and change from release to release.
const testInstructions = "You are the test agent of this capture.\nAnswer in one line.\n"

func (s *Scenario) files() map[string]string {
	if s.Files == nil {
		return map[string]string{"AGENTS.md": "# Root rules\nUse tabs.\n"}
	}
	return s.Files
}

// underOpenAI is the same scenario with a provider named OpenAI.
func underOpenAI(s Scenario) Scenario {
	s.Name += "_openai"
	s.OpenAI = true
	return s
}

// unknowable is why the rollouts of a release do not tell all of the scenario, "" if they do.
func (s *Scenario) unknowable(release string) string {
	v, err := codex.ParseVersion(release)
	if err == nil && !s.Knowable.IsZero() && v.Compare(s.Knowable) >= 0 {
		return ""
	}
	return s.Unknowable
}
