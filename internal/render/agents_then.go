package render

import (
	"fmt"
	"io"

	"promptctl/internal/agentsmd"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// AgentsThen is what the model of a step was told of AGENTS.md files, beside what applies now.
type AgentsThen struct {
	Step     *history.Step
	Item     int // where in the input the model was told, -1 for nowhere
	Told     *compile.AgentsMDInForce
	Now      *agentsmd.Scope
	Text     string // what applies now
	Standing agentsmd.Standing
	Update   agentsmd.Update // how the next turn tells of it
	Fragment string          // the text that does
	Why      string          // why it tells nothing, where that is not plain
}

// Then prints a comparison for people.
func (a Agents) Then(w io.Writer, t *AgentsThen, thread *rollout.Thread) error {
	fmt.Fprintln(w, a.Style.bold(standing(t.Standing)))
	fmt.Fprintf(w, "\nthen    %s\n", a.then(t, thread))
	fmt.Fprintf(w, "now     %s\n", a.now(t))
	fmt.Fprintf(w, "next    %s\n", next(t))
	if t.Standing == agentsmd.Stale {
		fmt.Fprintln(w, "\nwhat changed since (- then, + now)")
		lineDiff(w, a.Style, t.Told.Told.Text, t.Text)
	}
	if t.Now.Lost() > 0 {
		fmt.Fprintln(w)
		a.Scope(w, t.Now)
	}
	return nil
}

func standing(s agentsmd.Standing) string {
	switch s {
	case agentsmd.Same:
		return "The rules in force are those of the folder now."
	case agentsmd.Stale:
		return "The rules in force are stale: the folder gives others now."
	case agentsmd.Removed:
		return "The rules in force are gone from the folder."
	case agentsmd.NeverSent:
		return "The folder's rules were never sent."
	}
	return "No AGENTS.md rules, neither then nor now."
}

func (a Agents) then(t *AgentsThen, thread *rollout.Thread) string {
	name := fmt.Sprintf("step %d (turn %d.%d) of %s", t.Step.Number, t.Step.Turn, t.Step.TurnStep, shortID(t.Step.Thread.ID))
	if t.Step.Number == 0 {
		name = "after the last line of " + shortID(t.Step.Thread.ID)
	}
	f := t.Told.Fragment
	switch {
	case f == nil:
		return name + ": nothing was told"
	case t.Told.Told.Text == "":
		name += ": told that they no longer apply"
	default:
		name += fmt.Sprintf(": %s", counted(len(t.Told.Told.Text), "byte"))
	}
	if dir := t.Told.Told.Directory; dir != "" {
		name += " for " + Plain(dir)
	}
	name += fmt.Sprintf(", told at input[%d], %s:%d", t.Item, fileName(thread, f.Origin.Segment), f.Origin.Line)
	if f.Origin.Time != "" {
		name += ", " + clock(f.Origin.Time)
	}
	return name
}

func (a Agents) now(t *AgentsThen) string {
	if t.Text == "" {
		return "nothing"
	}
	files := 0
	t.Now.Files(func(f *agentsmd.File) {
		if f.Kept > 0 {
			files++
		}
	})
	return fmt.Sprintf("%s from %s", counted(len(t.Text), "byte"), counted(files, "file"))
}

func next(t *AgentsThen) string {
	switch t.Update {
	case agentsmd.NoUpdate:
		if t.Why != "" {
			return "nothing: " + t.Why
		}
		return "nothing"
	case agentsmd.Plain:
		return "the text, as for the first time, when the client reads the files again"
	case agentsmd.Replacement:
		return "a replacement notice and the whole text, when the client reads the files again (on a resume, or in another folder)"
	}
	return "a notice that the rules no longer apply, when the client reads the files again (on a resume, or in another folder)"
}

// ThenReport is a comparison for programs.
type ThenReport struct {
	SchemaVersion int               `json:"schema_version"`
	Step          int               `json:"step"`
	Turn          int               `json:"turn"`
	CodexVersion  string            `json:"codex_version"`
	Standing      agentsmd.Standing `json:"standing"`
	Then          toldReport        `json:"then"`
	Now           toldReport        `json:"now"`
	Next          nextReport        `json:"next"`
	Scope         *AgentsReport     `json:"scope"`
}

type toldReport struct {
	Directory string `json:"directory,omitzero"`
	Text      string `json:"text"`
	Item      *int   `json:"item,omitzero"`
	Line      int    `json:"line,omitzero"`
	Time      string `json:"time,omitzero"`
}

type nextReport struct {
	Update agentsmd.Update `json:"update"`
	Text   string          `json:"text,omitzero"`
	Why    string          `json:"why,omitzero"`
}

// Report is the comparison for programs.
func (t *AgentsThen) Report() *ThenReport {
	version := t.Step.Version.Version.String()
	r := &ThenReport{
		SchemaVersion: SchemaVersion, Step: t.Step.Number, Turn: t.Step.Turn, CodexVersion: version, Standing: t.Standing,
		Then: toldReport{Directory: t.Told.Told.Directory, Text: t.Told.Told.Text},
		Now:  toldReport{Text: t.Text},
		Next: nextReport{t.Update, t.Fragment, t.Why}, Scope: NewAgentsReport(t.Now, version),
	}
	if f := t.Told.Fragment; f != nil {
		r.Then.Item, r.Then.Line, r.Then.Time = &t.Item, f.Origin.Line, f.Origin.Time
	}
	return r
}
