package render

import (
	"fmt"
	"io"
	"strings"

	"promptctl/internal/diag"
	"promptctl/internal/drift"
)

// CheckReport is what a run over the cases of a settings file found.
type CheckReport struct {
	Settings    string   // the file with the cases
	Lock        string   // the lock file, "" for none
	Releases    []string // those that are compared with each other, in place of a lock
	Prompts     int
	Comparisons []*drift.Comparison
	Results     []drift.Result
	Updated     bool // the lock was written
	Unchanged   bool // it was so before
}

// Differing are the prompts that are not as they were.
func (r *CheckReport) Differing() (n int) {
	for _, c := range r.Comparisons {
		if c.Differs() {
			n++
		}
	}
	return n
}

// gone are the prompts that only the lock has.
func (r *CheckReport) gone() (n int) {
	for _, c := range r.Comparisons {
		if c.Prompt == nil {
			n++
		}
	}
	return n
}

// Broken are the assertions that do not hold.
func (r *CheckReport) Broken() (n int) {
	for _, result := range r.Results {
		if result.Failure != "" {
			n++
		}
	}
	return n
}

// Failed reports whether the run should fail: what was just written to the lock is no drift any more.
func (r *CheckReport) Failed() bool { return r.Broken() > 0 || !r.Updated && r.Differing() > 0 }

// Check prints a report for people: the answer, then what differs and why. Paths are relative to base where they can be.
func Check(w io.Writer, style Style, r *CheckReport, base string) {
	p := checkPrinter{w, style, base, r.Updated}
	fmt.Fprintln(w, style.bold(p.answer(r)))
	for _, c := range r.Comparisons {
		if c.Differs() {
			p.comparison(c)
		}
	}
	if r.Broken() > 0 {
		fmt.Fprintln(w)
	}
	for _, result := range r.Results {
		if result.Failure == "" {
			continue
		}
		fmt.Fprintf(w, "%s %s  %s: %s%s\n", style.warning("!"), caseTitle(result.Case, result.Step), Plain(result.What), Plain(result.Failure), p.at(result.Place))
	}
	if r.Lock != "" && !r.Updated && r.Differing() > 0 {
		fmt.Fprintf(w, "\n%s\n", style.faint("promptctl check --update takes what is now for right"))
	}
}

type checkPrinter struct {
	w     io.Writer
	style Style
	base  string

	updated bool // what differs was just written to the lock
}

func (p checkPrinter) answer(r *CheckReport) string {
	prompts := counted(r.Prompts, "prompt")
	var text string
	switch n := r.Differing(); {
	case r.Releases != nil && n == 0:
		text = fmt.Sprintf("%s: the same under codex %s", prompts, strings.Join(r.Releases, ", "))
	case r.Releases != nil:
		text = fmt.Sprintf("%s of %s: not the same under codex %s", count(n), prompts, strings.Join(r.Releases, ", "))
	case r.Unchanged:
		text = fmt.Sprintf("%s: as they are locked in %s", prompts, p.path(r.Lock))
	case r.Updated:
		text = fmt.Sprintf("%s locked in %s, %s of them changed", prompts, p.path(r.Lock), count(n-r.gone()))
		if gone := r.gone(); gone > 0 {
			text += fmt.Sprintf(", %s gone", count(gone))
		}
	case r.Lock == "":
		text = prompts
	case n == 0:
		text = fmt.Sprintf("%s: as they are locked in %s", prompts, p.path(r.Lock))
	default:
		text = fmt.Sprintf("%s: not as locked in %s", counted(n, "prompt"), p.path(r.Lock))
	}
	switch n := r.Broken(); {
	case n > 0:
		text += fmt.Sprintf("; %s not hold", counted(n, "assertion")+verb(n))
	case len(r.Results) > 0:
		text += fmt.Sprintf("; %s", heldWords(len(r.Results)))
	}
	return text + "."
}

func verb(n int) string {
	if n == 1 {
		return " does"
	}
	return " do"
}

func heldWords(n int) string {
	if n == 1 {
		return "its one assertion holds"
	}
	return "all " + counted(n, "assertion") + " hold"
}

func caseTitle(name, step string) string {
	if step == "" {
		return Plain(name)
	}
	return Plain(name + " step " + step)
}

func (p checkPrinter) path(path string) string { return Plain(relative(p.base, path)) }

// at is a place behind a message, "" for none.
func (p checkPrinter) at(place diag.Place) string {
	if place.File == "" {
		return ""
	}
	place.File = relative(p.base, place.File)
	return p.style.faint("  " + Plain(place.String()))
}

func (p checkPrinter) comparison(c *drift.Comparison) {
	fmt.Fprintln(p.w)
	title := caseTitle(c.Name, c.Step)
	switch {
	case c.Prompt == nil && p.updated:
		fmt.Fprintf(p.w, "- %s  no case of the settings any more\n", title)
		return
	case c.Prompt == nil:
		fmt.Fprintf(p.w, "- %s  is in the lock file, but no case of the settings\n", title)
		return
	case c.Locked == nil && p.updated:
		fmt.Fprintf(p.w, "+ %s\n", title)
		return
	case c.Locked == nil:
		fmt.Fprintf(p.w, "+ %s  is not in the lock file\n", title)
		return
	}
	facts := "  codex " + c.Prompt.Codex
	if c.Prompt.Model != "" {
		facts += "  " + c.Prompt.Model
	}
	fmt.Fprintf(p.w, "~ %s%s\n", title, p.style.faint(Plain(facts)))
	for _, cause := range c.Causes {
		p.cause(cause)
	}
	if c.Order != "" {
		fmt.Fprintf(p.w, "  ~ order  %s\n", Plain(c.Order))
	}
	for i := range c.Changes {
		p.change(&c.Changes[i])
	}
}

func (p checkPrinter) cause(c drift.Cause) {
	fmt.Fprintf(p.w, "    because  %s%s\n", Plain(c.Message), p.at(c.Place))
}

func (p checkPrinter) change(c *drift.Change) {
	fmt.Fprintf(p.w, "  %s %-14s %s\n", changeMark(c), Plain(c.ID), changeWords(c))
	for _, cause := range c.Causes {
		p.cause(cause)
	}
	if c.Before != c.After {
		foldedDiff(indented(p.w), p.style, c.Before, c.After, foldAbove)
	}
}

// foldAbove is how many lines of a change are shown.
const foldAbove = 16

func changeMark(c *drift.Change) string {
	switch {
	case c.Was == nil:
		return "+"
	case c.Now == nil:
		return "-"
	}
	return "~"
}

// changeWords say what became of a section, in sizes.
func changeWords(c *drift.Change) string {
	switch {
	case c.Was == nil && c.Now.Unresolved, c.Now == nil && c.Was.Unresolved:
		return "its text is not at hand"
	case c.Was == nil:
		return fmt.Sprintf("%s, ~%s", counted(c.Now.Bytes, "byte"), counted(c.Now.Tokens, "token"))
	case c.Now == nil:
		return fmt.Sprintf("it was %s, ~%s", counted(c.Was.Bytes, "byte"), counted(c.Was.Tokens, "token"))
	case c.Was.Unresolved && !c.Now.Unresolved:
		return "its text is at hand now"
	case c.Now.Unresolved && !c.Was.Unresolved:
		return "its text is not at hand any more"
	case c.Was.Role != c.Now.Role:
		return fmt.Sprintf("told as %s, not as %s", orDash(c.Now.Role), orDash(c.Was.Role))
	}
	return fmt.Sprintf("%s → %s, ~%s → %s", count(c.Was.Bytes), counted(c.Now.Bytes, "byte"), count(c.Was.Tokens), counted(c.Now.Tokens, "token"))
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return Plain(s)
}

// indenting puts spaces in front of each line.
type indenting struct{ w io.Writer }

func indented(w io.Writer) io.Writer { return indenting{w} }

// Write takes whole lines.
func (i indenting) Write(line []byte) (int, error) {
	if string(line) != "\n" {
		if _, err := io.WriteString(i.w, "    "); err != nil {
			return 0, err
		}
	}
	return i.w.Write(line)
}
