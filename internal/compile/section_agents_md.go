package compile

import (
	"promptctl/internal/agentsmd"
	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// AgentsMD is the section of the AGENTS.md rules: the text of all files in force, and the folder they are told for. Without a
// text there are none.
type AgentsMD agentsmd.Told

// ID is agents_md.
func (AgentsMD) ID() string { return codex.SectionAgentsMD }

// Snapshot is folder and text; an empty object where there are no rules.
func (a AgentsMD) Snapshot() jsontext.Value {
	o := object{}
	if a.Text != "" {
		o.addText("directory", a.Directory)
		o.addText("text", a.Text)
	}
	return o.bytes()
}

// Render tells the rules; that they take the place of others; or that there are none any more.
func (a AgentsMD) Render(before Previous) []Fragment {
	previous, old := agentsMDBefore(before)
	if _, text := old.UpdateTo(agentsmd.Told(a), previous); text != "" {
		return []Fragment{{Role: codex.RoleUser, Text: text, Section: codex.SectionAgentsMD}}
	}
	return nil
}

// agentsMDBefore is what a snapshot says of the rules.
func agentsMDBefore(before Previous) (agentsmd.Previous, agentsmd.Told) {
	switch before.Knowledge {
	case Known:
		return agentsmd.Known, agentsmd.Told{
			Directory: rawjson.String(rawjson.Field(before.Value, "directory")), Text: rawjson.String(rawjson.Field(before.Value, "text")),
		}
	case Unknown:
		return agentsmd.Unknown, agentsmd.Told{}
	}
	return agentsmd.Absent, agentsmd.Told{}
}
