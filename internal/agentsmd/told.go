package agentsmd

import "strings"

// The notices that come before a changed text, and in place of one that is gone.
//
// NOTE(codex): 0.143.0 first tells changes within a thread; before, the first text stood for good.
const (
	replaceNotice = "These AGENTS.md instructions replace all previously provided AGENTS.md instructions."
	removeNotice  = "The previously provided AGENTS.md instructions no longer apply."
)

// Told is what a model was told of the files: a text, and the folder that the wrapper names. The zero value is nothing.
type Told struct {
	Directory string
	Text      string
}

// Told is what the composition tells.
func (c *Composition) Told() Told { return Told{c.Directory, c.Text} }

// Told is what the files tell, nothing where no text is left of them.
func (s *Scope) Told() Told {
	if composed, ok := s.Compose(); ok {
		return composed.Told()
	}
	return Told{}
}

// ParseFragment takes a text apart as the model was sent it. ok is false for anything else. A removal tells nothing.
func ParseFragment(fragment string) (told Told, ok bool) {
	if body, old := strings.CutPrefix(fragment, oldWrapperStart); old {
		body, ok = strings.CutSuffix(body, oldWrapperEnd)
		return Told{Text: body}, ok
	}
	rest, ok := strings.CutPrefix(fragment, wrapperStart)
	if !ok {
		return told, false
	}
	head, body, ok := strings.Cut(rest, wrapperOpening)
	if !ok {
		return told, false
	}
	if body, ok = strings.CutSuffix(body, wrapperClosing); !ok || body == removeNotice {
		return Told{}, ok
	}
	return Told{strings.TrimPrefix(head, " for "), strings.TrimPrefix(body, replaceNotice+betweenFiles)}, true
}

// WithoutSkills is the text without the list of skills that some releases append to it.
func (t Told) WithoutSkills() Told {
	if i := strings.LastIndex(t.Text, betweenFiles+skillsHeading); i >= 0 {
		t.Text = strings.TrimSuffix(t.Text[:i], strings.TrimSuffix(behindGlobal, betweenFiles))
	} else if strings.HasPrefix(t.Text, skillsHeading) {
		t.Text = ""
	}
	return t
}

const skillsHeading = "## Skills\n"

// fragment wraps a text.
func (t Told) fragment(text string) string {
	head := wrapperStart
	if t.Directory != "" {
		head += " for " + t.Directory
	}
	return head + wrapperOpening + text + wrapperClosing
}

// Update is how a turn tells of the files.
type Update string

const (
	NoUpdate    Update = "nothing"
	Plain       Update = "plain"
	Replacement Update = "replacement"
	Removal     Update = "removal"
)

// Previous is what a client believes that the model was told before.
type Previous int

const (
	Absent  Previous = iota // nothing
	Unknown                 // something, but not what
	Known                   // what [Told] says
)

// UpdateTo is how a turn tells a model that was told t of what now applies, and the fragment that does, "" for nothing.
//
// NOTE(codex): 0.143.0 another folder alone is told as a replacement too, with the whole text.
func (t Told) UpdateTo(now Told, previous Previous) (Update, string) {
	switch {
	case previous == Known && now == t, previous != Unknown && now.Text == "" && t.Text == "":
		return NoUpdate, ""
	case now.Text == "":
		return Removal, Told{}.fragment(removeNotice)
	case previous == Absent, previous == Known && t.Text == "":
		return Plain, now.fragment(now.Text)
	}
	return Replacement, now.fragment(replaceNotice + betweenFiles + now.Text)
}

// Standing says how what the model was told stands to what applies now.
type Standing string

const (
	Nothing   Standing = "nothing" // neither then nor now
	Same      Standing = "same"
	Stale     Standing = "stale"
	Removed   Standing = "removed"
	NeverSent Standing = "never sent"
)

// Standing compares texts; the folder that a wrapper names is no rule. ever says that the model was told something, if only
// that rules no longer apply.
func (t Told) Standing(now Told, ever bool) Standing {
	switch {
	case t.Text == now.Text && t.Text == "":
		return Nothing
	case t.Text == now.Text:
		return Same
	case now.Text == "":
		return Removed
	case !ever:
		return NeverSent
	}
	return Stale
}
