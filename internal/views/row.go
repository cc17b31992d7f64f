package views

import (
	"strings"

	"promptctl/internal/history"
)

// View is one of the four.
type View string

const (
	Request View = "request"
	History View = "history"
	Rollout View = "rollout"
	Screen  View = "ui"
)

// Views lists them from the model to the user.
func Views() []View { return []View{Request, History, Rollout, Screen} }

// Reason says why a view has something else than the one before it, or nothing. The text is stable: it stands in JSON.
type Reason string

const (
	Hidden      Reason = "hidden"      // the screen does not show it
	Untold      Reason = "untold"      // nothing told the screen of it
	ScreenOnly  Reason = "screen only" // no item of history stands for it
	Stripped    Reason = "stripped"    // a part of it is left out
	Truncated   Reason = "truncated"
	Dropped     Reason = "dropped"     // history has it, the request does not
	Synthesised Reason = "synthesised" // the request has it, history does not
	Refused     Reason = "refused"     // a line has it, and it never entered history
	Undone      Reason = "undone"      // a rollback took it out of history
	Replaced    Reason = "replaced"    // a compaction did
	Lost        Reason = "lost"        // another process could not read it back
	Differs     Reason = "differs"     // the screen was told another text
)

// Mark is one difference.
type Mark struct {
	View   View
	Reason Reason
	Note   string          // the rule or the detail
	By     *history.Origin // the line that did it, nil for none
}

// Row is one item, or one thing on the screen, in all views.
type Row struct {
	Head    Head
	Item    *history.ResponseItem // as the request has it, or history; nil for what neither has
	Request int                   // index in the input, -1 for none
	History int                   // index in history, -1 for none
	Line    history.Origin        // Line 0: no line holds it
	Shown   *Shown                // nil: the screen shows nothing
	Marks   []Mark
	Gone    bool            // it left history before the step
	By      *history.Origin // by this line
	Undone  bool            // a rollback took it off the screen
	Kind    string          // of the line

	event bool // nothing but what the screen was told
	taken bool // put to an item
}

// Head is what tells one item from others.
type Head struct {
	Type    history.ItemType
	Role    string
	Phase   string
	Name    string // of the tool
	CallID  string
	Context bool
	Text    string // the beginning of what it says
}

// Shown is what the screen shows, and the lines that told it.
type Shown struct {
	history.TurnItem
	Lines []history.Origin // none: it is shown as a replay of the items would
}

// How much is kept of a text: of what the screen shows, and of an item, which stands whole in the request if it is there.
const (
	mostShown = 2000
	mostText  = 300
)

func headOf(it *history.ResponseItem) Head {
	h := Head{Type: it.Type, Context: it.Context()}
	if it.Type == history.Message {
		h.Role, h.Phase = it.Role(), it.Text(history.FieldPhase)
	}
	h.Name, h.CallID = it.Text(history.FieldName), it.CallID()
	for _, f := range []history.Field{history.FieldArguments, history.FieldInput} {
		if h.Text == "" {
			h.Text = it.Text(f)
		}
	}
	for _, p := range it.Content() {
		if h.Text == "" && p.Kind != "input_image" && p.Kind != "input_audio" && p.Kind != "encrypted_content" {
			h.Text = p.Text
		}
	}
	h.Text = clip(h.Text, mostText)
	return h
}

// clip is the beginning of a text, without the rest in memory.
func clip(text string, most int) string {
	if len(text) > most {
		return strings.ToValidUTF8(strings.Clone(text[:most]), "")
	}
	return text
}

func (r *Row) mark(view View, reason Reason, note string, by *history.Origin) {
	r.Marks = append(r.Marks, Mark{view, reason, note, by})
}

// Has reports whether a view has the row.
func (r *Row) Has(v View) bool {
	switch v {
	case Request:
		return r.Request >= 0
	case History:
		return r.History >= 0
	case Rollout:
		return r.Line.Line > 0
	}
	return r.Shown != nil && !r.Undone
}
