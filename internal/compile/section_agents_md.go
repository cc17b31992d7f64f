package compile

import (
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// AgentsMD is the section of the AGENTS.md rules: the text of all files in force. Without a text there are none.
type AgentsMD struct {
	Directory string // the folder they are told for, "" where they are for any
	Text      string
}

// Notices of the AGENTS.md section.
//
// NOTE(codex): 0.145.0 and 0.171.0 core/src/context/world_state/agents_md.rs.
const (
	agentsMDReplaced = "These AGENTS.md instructions replace all previously provided AGENTS.md instructions."
	agentsMDRemoved  = "The previously provided AGENTS.md instructions no longer apply."
)

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
	told := before.Knowledge == Unknown
	if before.Knowledge == Known {
		if rawjson.Equal(before.Value, a.Snapshot()) {
			return nil
		}
		told = rawjson.Field(before.Value, "text") != nil
	}
	switch {
	case a.Text == "" && !told:
		return nil
	case a.Text == "":
		return []Fragment{agentsMDFragment("", agentsMDRemoved)}
	case told:
		return []Fragment{agentsMDFragment(a.Directory, agentsMDReplaced+"\n\n"+a.Text)}
	}
	return []Fragment{agentsMDFragment(a.Directory, a.Text)}
}

func agentsMDFragment(directory, text string) Fragment {
	head := codex.AgentsMDStart
	if directory != "" {
		head += " for " + directory
	}
	text = head + "\n\n<INSTRUCTIONS>\n" + text + "\n" + codex.AgentsMDEnd
	return Fragment{Role: codex.RoleUser, Text: text, Section: codex.SectionAgentsMD}
}

// readAgentsMD reads the rules out of a fragment.
func readAgentsMD(text string) (a AgentsMD, ok bool) {
	text = strings.TrimSpace(text)
	head, body, ok := strings.Cut(text, "\n\n<INSTRUCTIONS>\n")
	if !ok || !strings.HasPrefix(head, codex.AgentsMDStart) {
		return a, false
	}
	body, ok = strings.CutSuffix(body, "\n"+codex.AgentsMDEnd)
	if !ok || body == agentsMDRemoved {
		return a, ok
	}
	a.Directory, _ = strings.CutPrefix(head, codex.AgentsMDStart+" for ")
	if a.Directory == head {
		a.Directory = ""
	}
	a.Text = strings.TrimPrefix(body, agentsMDReplaced+"\n\n")
	return a, true
}
