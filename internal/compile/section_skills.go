package compile

import (
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// HostSkills is the section of the skills on this machine: a list that the client makes.
type HostSkills struct {
	Body string // between the markers; "" when none are listed
}

// ID is host_skills.
func (HostSkills) ID() string { return codex.SectionHostSkills }

// Snapshot is the list itself.
func (h HostSkills) Snapshot() jsontext.Value {
	o := object{}
	o.addText("body", h.Body)
	o.add("includeInstructions", jsontext.Value("true"))
	return o.bytes()
}

// hostSkillsGone is what tells that none are left.
//
// NOTE(codex): 0.145.0 core-skills, the host's skills only.
const hostSkillsGone = "\n## Host skills update\nNo host skills are currently available.\n"

// Render tells the list when it is another one.
func (h HostSkills) Render(before Previous) []Fragment {
	if before.Knowledge == Known && rawjson.Equal(before.Value, h.Snapshot()) {
		return nil
	}
	switch {
	case h.Body != "":
		return []Fragment{skillsFragment(h.Body)}
	case before.Knowledge == Absent || rawjson.Field(before.Value, "body") == nil:
		return nil
	}
	return []Fragment{skillsFragment(hostSkillsGone)}
}

func skillsFragment(body string) Fragment {
	return Fragment{Role: codex.RoleDeveloper, Text: codex.SkillsStart + body + codex.SkillsEnd, Section: codex.SectionHostSkills}
}

// readHostSkills reads the list out of a fragment.
func readHostSkills(text string) (h HostSkills, ok bool) {
	body, ok := strings.CutPrefix(strings.TrimSpace(text), codex.SkillsStart)
	h.Body, _ = strings.CutSuffix(body, codex.SkillsEnd)
	if strings.HasPrefix(h.Body, "\n## Host skills update") {
		h.Body = ""
	}
	return h, ok
}
