package compile

import (
	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Collaboration is the section of the collaboration mode. Its instructions are Codex's own, or configured.
type Collaboration struct {
	Mode         string
	Model        string
	Instructions string // "" for a mode that has none
	ByHash       bool   // the snapshot holds the hash of the instructions
}

// ID is collaboration_mode.
func (Collaboration) ID() string { return codex.SectionCollaboration }

// Snapshot is the mode alone, or mode, model and hash.
func (c Collaboration) Snapshot() jsontext.Value {
	if !c.ByHash {
		if c.Instructions == "" {
			return nil // there is no such section
		}
		return text(c.Mode)
	}
	f := c.fragment()
	o := object{}
	o.addText("mode", c.Mode)
	o.addText("model", c.Model)
	o.addText("instructions", sectionHash(f.Role, f.Text))
	return o.bytes()
}

func (c Collaboration) fragment() Fragment {
	return Fragment{
		Role: codex.RoleDeveloper, Text: codex.CollaborationStart + c.Instructions + codex.CollaborationEnd,
		Section: codex.SectionCollaboration,
	}
}

// Render tells the instructions of a mode that was not told so.
//
// NOTE(codex): 0.145.0 another text of the same mode is not told. 0.149.0 a mode without instructions is told once, empty, to
// take the ones before away.
func (c Collaboration) Render(before Previous) []Fragment {
	now := c.Snapshot()
	switch {
	case now == nil, before.Knowledge == Unknown, before.Knowledge == Known && rawjson.Equal(before.Value, now):
		return nil
	case c.Instructions != "":
		return []Fragment{c.fragment()}
	case before.Knowledge == Absent || hashIn(before.Value) == hashIn(now):
		return nil
	}
	return []Fragment{c.fragment()}
}
