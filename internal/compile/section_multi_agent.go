package compile

import (
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Modes in which a model may hand work to sub-agents, where nobody configured another text.
//
// NOTE(codex): 0.145.0 and 0.171.0 the effort decides between them.
const (
	agentsProactive = "proactive"
	agentsOnRequest = "explicitRequestOnly"
	effortProactive = "ultra"
)

// What the fragments of the modes open with.
//
// NOTE(codex): 0.145.0 and 0.171.0 core/src/context/multi_agent_mode_instructions.rs.
const (
	proactiveOpening = "Proactive multi-agent delegation is active."
	onRequestOpening = "Any earlier instruction enabling proactive"
)

// Kinds of sub-agents that a thread keeps from its first turn on.
const (
	agentsWithoutMode = "v1"
	agentsWithMode    = "v2"
)

// MultiAgentMode is the section of when the model may hand work to sub-agents. Its text is Codex's own.
type MultiAgentMode struct {
	Mode     string
	Value    jsontext.Value // what is recorded, for the rest
	Fragment Fragment
}

// ID is multi_agent_mode.
func (MultiAgentMode) ID() string { return codex.SectionMultiAgent }

// Snapshot is the mode, beside what else is recorded.
func (m MultiAgentMode) Snapshot() jsontext.Value {
	mode := object{}
	mode.addText("mode", m.Mode)
	return rawjson.Merge(m.Value, mode.bytes())
}

// Render tells a mode that was not told.
func (m MultiAgentMode) Render(before Previous) []Fragment {
	if before.Knowledge == Known && rawjson.String(rawjson.Field(before.Value, "mode")) == m.Mode {
		return nil
	}
	return []Fragment{m.Fragment}
}

// agentMode is the mode that the settings come to: "" in a thread whose sub-agents have none.
func (s Settings) agentMode() string {
	switch {
	case s.Agents != agentsWithMode:
		return ""
	case s.Effort == effortProactive:
		return agentsProactive
	}
	return agentsOnRequest
}

// agentModeOf is the mode that a fragment tells, "" for a text of somebody's own.
func agentModeOf(f Fragment) string {
	kind, _ := codex.SectionFragment(codex.SectionMultiAgent)
	switch body := strings.TrimPrefix(f.Text, kind.Start); {
	case strings.HasPrefix(body, proactiveOpening):
		return agentsProactive
	case strings.HasPrefix(body, onRequestOpening):
		return agentsOnRequest
	}
	return ""
}

// agentModeText is how a mode is told.
func (c *StepContext) agentModeText(mode string) Fragment {
	return c.prose(codex.SectionMultiAgent, func(f Fragment) bool { return agentModeOf(f) == mode })
}

// multiAgentMode is the section as it follows from the effort. A mode of somebody's own stays as it is recorded.
func (c *StepContext) multiAgentMode(value jsontext.Value) Section {
	mode := c.Settings.agentMode()
	was := rawjson.IsObject(value) && rawjson.Field(value, "mode") != nil
	if known := rawjson.String(rawjson.Field(value, "mode")); mode == "" || !was || known != agentsProactive && known != agentsOnRequest {
		return c.kept(codex.SectionMultiAgent, value)
	}
	return MultiAgentMode{mode, value, c.agentModeText(mode)}
}

// agentsUpdate is the mode where no section tells it.
//
// NOTE(codex): 0.145.0 between the model that takes over and the personality.
func (c *StepContext) agentsUpdate(before Settings) []Fragment {
	was, now := before.agentMode(), c.Settings.agentMode()
	if was == "" || was == now {
		return nil
	}
	return []Fragment{c.agentModeText(now)}
}

// otherAgents reports whether the client renders the context of sub-agents of another kind than the thread's.
//
// NOTE(codex): 0.145.0 and 0.171.0 a thread keeps the kind that its first model had; a new thread has that of its own model.
func (c *StepContext) otherAgents() bool {
	return c.Settings.Agents == agentsWithoutMode && agentsAt(c.Rendered) >= 0
}

// agentsAt is where rendered context tells the mode, -1 for nowhere.
func agentsAt(items []*history.ResponseItem) int {
	for i, it := range items {
		for _, f := range fragmentsOf([]*history.ResponseItem{it}) {
			if f.Section == codex.SectionMultiAgent {
				return i
			}
		}
	}
	return -1
}

// withoutAgents leaves out the message with the mode, and the one in front of it, which tells the model which agent it is.
func withoutAgents(items []*history.ResponseItem) []*history.ResponseItem {
	at := agentsAt(items)
	if at < 0 {
		return items
	}
	from := at
	if at > 0 {
		if role := fragmentsOf(items[at-1 : at]); len(role) == 1 && role[0].Role == codex.RoleDeveloper && role[0].Section == "" {
			from--
		}
	}
	return append(items[:from:from], items[at+1:]...)
}
