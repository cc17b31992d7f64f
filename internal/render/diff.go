package render

import (
	"bufio"
	"fmt"
	"path/filepath"
	"strings"

	"promptctl/internal/compare"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/fatih/color"
)

// Diff prints what differs between two bodies for people.
type Diff struct {
	Style   Style
	Context int  // equal lines around a change inside a text
	Words   bool // changed words inside their line
	Columns bool // texts side by side
	Full    bool // long texts and runs of items whole
}

// Print prints the answer, then the members around the input, World State, and the items.
func (p *Diff) Print(w *bufio.Writer, d *compare.Diff) {
	p.headline(w, d)
	if d.Equal() {
		p.unresolved(w, d)
		return
	}
	p.firstDifference(w, d)
	p.members(w, d)
	p.unresolved(w, d)
	if len(d.Entries) > 0 {
		w.WriteString("\n")
	}
	p.items(w, d)
}

// headline answers: which two, how much came or went, and where the cached prefix ends.
func (p *Diff) headline(w *bufio.Writer, d *compare.Diff) {
	parts := []string{p.answer(d)}
	if p.Style.Width > 0 && columnsOf(parts[0]) > p.Style.Width {
		parts = strings.SplitN(parts[0], "; ", 2)
	}
	for _, part := range parts {
		for _, line := range wrap(part, p.Style.room(0)) {
			fmt.Fprintln(w, p.Style.bold(line))
		}
	}
}

func (p *Diff) answer(d *compare.Diff) string {
	names := sideNames(d)
	if d.Equal() {
		return names + ": " + sameAnswer(d)
	}
	items, tokens := len(d.B.Items)-len(d.A.Items), d.B.Tokens()-d.A.Tokens()
	noun := "items"
	if items == 1 || items == -1 {
		noun = "item"
	}
	return fmt.Sprintf("%s: %s %s, ~%s tokens; %s", names, signed(items), noun, signed(tokens), cacheAnswer(d))
}

// sameAnswer says how far two bodies are known to be the same. How a saved one is spelled does not count.
func sameAnswer(d *compare.Diff) string {
	switch {
	case len(d.Unresolved) > 0:
		return "no difference in what is known of them"
	case d.B.Request == nil:
		return "no difference"
	}
	return "no difference, the same bytes are sent"
}

// cacheAnswer says where the cached prefix ends.
func cacheAnswer(d *compare.Diff) string {
	end := d.CacheEnd()
	switch {
	case end == "":
		return "the input is the same"
	case d.Divergence != nil && end == itemStart(d) && d.Divergence.Cause.Kind == compare.Appended:
		return "all of the first stays cached, up to " + end
	}
	return "the cached prefix ends at " + Plain(end)
}

func itemStart(d *compare.Diff) string { return rangeName(d.Divergence.Item, d.Divergence.Item) }

// sideNames names the two in one line; a thread that both are of is named once.
func sideNames(d *compare.Diff) string {
	a, b := sideName(d.A), sideName(d.B)
	if d.A.Request == nil || d.B.Request == nil || threadID(d.A.Request) != threadID(d.B.Request) {
		return a + sideThread(d.A) + " → " + b + sideThread(d.B)
	}
	return a + " → " + b + sideThread(d.B)
}

func sideName(b *compare.Body) string {
	if b.Request == nil {
		return Plain(filepath.Base(b.Name))
	}
	return stepTitle(b.Request.Step)
}

func sideThread(b *compare.Body) string {
	if b.Request == nil {
		return ""
	}
	return " of " + Plain(shortID(threadID(b.Request)))
}

// stepTitle is how a step is called in a sentence.
func stepTitle(s *history.Step) string {
	if s.Number == 0 {
		return "after the last line"
	}
	return fmt.Sprintf("step %d (turn %d.%d)", s.Number, s.Turn, s.TurnStep)
}

// firstDifference names the place, what was there, what is, and why.
func (p *Diff) firstDifference(w *bufio.Writer, d *compare.Diff) {
	v := d.Divergence
	if v == nil || v.Cause.Kind == compare.Appended {
		return
	}
	fmt.Fprintf(w, "first difference  %s, byte %s of the input\n", p.Style.bold(Plain(v.Path)), count(v.Offset))
	if v.Path != itemStart(d) { // else it is an item that is shown below
		was, now := excerpts(v.Was, v.Now)
		if !d.Partners(v.Item, v.Item) {
			was, now = itemTitle(d.A.Items[v.Item].ResponseItem), itemTitle(d.B.Items[v.Item].ResponseItem)
		}
		width := excerptSize
		if p.Style.Width > 0 {
			width = max(20, min(width, p.Style.Width-len("  was  ")))
		}
		fmt.Fprintf(w, "  was  %s\n  now  %s\n", p.Style.removed(briefly(was, width)), p.Style.added(briefly(now, width)))
	}
	fmt.Fprintf(w, "  why  %s\n", causeText(d))
}

// itemTitle names an item in a line, with the beginning of what it says.
func itemTitle(it *history.ResponseItem) string {
	what, detail := title(it)
	first, _, _ := strings.Cut(strings.TrimSpace(itemText(it)), "\n")
	if it.Context() {
		first = ""
	}
	return strings.TrimRight(briefly(strings.TrimSpace(what+"  "+Plain(detail))+"  "+first, excerptSize), " ")
}

// Bytes of an excerpt in front of a difference and in all.
const (
	excerptLead = 30
	excerptSize = 110
)

// excerpts are the parts of two values around the place where they begin to differ, as JSON.
func excerpts(was, now []byte) (string, string) {
	at := 0
	for at < min(len(was), len(now)) && was[at] == now[at] {
		at++
	}
	return excerpt(was, at), excerpt(now, at)
}

func excerpt(value []byte, at int) string {
	if value == nil {
		return "(not there)"
	}
	from := max(0, at-excerptLead)
	to := min(len(value), from+excerptSize)
	text := Plain(strings.ToValidUTF8(string(value[from:to]), ""))
	if from > 0 {
		text = "…" + text
	}
	if to < len(value) {
		text += "…"
	}
	return text
}

// causeText says why the inputs differ from some byte on.
func causeText(d *compare.Diff) string {
	c := d.Divergence.Cause
	place := ""
	if c.Origin != nil {
		place = " at " + (&Text{Thread: d.B.Thread}).line(*c.Origin)
	}
	switch c.Kind {
	case compare.Appended:
		return "the second goes on where the first ends"
	case compare.Shortened:
		return "the second ends there"
	case compare.Compaction:
		return "the compaction" + place + " replaced what was there"
	case compare.Rollback:
		return "the rollback" + place + " cut what was there"
	case compare.Normalization:
		return ruleNote(c.Rule)
	case compare.Encoding:
		was, now := encodingName(d.A), encodingName(d.B)
		if was == now {
			return "the base instructions stand in the input of one of them"
		}
		return "encoded " + was + ", then " + now
	case compare.Restart:
		return "a client that was restarted has read it back otherwise"
	case compare.Release:
		return "another release of the client sends it otherwise"
	case compare.WorldState:
		return "World State section " + Plain(c.Section) + " is told there"
	case compare.ModelSwitch:
		return "another model"
	case compare.OtherThread:
		return "two prompts that do not follow each other"
	}
	return "nothing in the rollout says why"
}

func encodingName(b *compare.Body) string {
	if b.Request == nil {
		return "as saved"
	}
	if b.Request.Encoding == compile.ResponsesLite {
		return "for Responses Lite"
	}
	return "for the Responses API"
}

// members prints settings, base instructions, tools and World State, one line each.
func (p *Diff) members(w *bufio.Writer, d *compare.Diff) {
	for _, c := range d.Settings {
		p.row(w, changeKindMark(c), c.Path, scalarChange(c, 60), "")
	}
	if c := d.Instructions; c != nil {
		was, now := rawjson.String(c.Was), rawjson.String(c.Now)
		p.row(w, "~", "instructions", fmt.Sprintf("%s → %s", counted(len(was), "byte"), counted(len(now), "byte")), "")
		p.text().print(w, was, now)
	}
	for _, t := range d.Tools {
		p.row(w, kindMark(t.Kind), "tools", Plain(t.Name), "")
		for _, c := range t.Changes {
			p.change(w, c, "tools."+t.Name)
		}
	}
	for _, s := range d.Sections {
		p.row(w, sectionMark(s.Change), s.ID, sectionText(s), toldText(s))
	}
}

// rowIndent is where the text of a row goes on in the next line.
const rowIndent = 18

// row prints a mark, a name, what became of it, and where it is told; what finds no room goes below.
func (p *Diff) row(w *bufio.Writer, mark, name, text, right string) {
	head := fmt.Sprintf("%s %-14s  ", mark, Plain(name))
	blank := strings.Repeat(" ", rowIndent)
	lines := wrap(text, p.Style.room(max(rowIndent, columnsOf(head))))
	line := head
	for i, next := range lines {
		if i > 0 {
			p.printRow(w, mark, line)
			line = blank
		}
		line += next
	}
	width := p.Style.Width
	if width == 0 {
		width = columnsWidth
	}
	if right == "" || columnsOf(line)+2+len(right) <= width {
		if right != "" {
			line += Style{Width: width}.gap(line, right) + p.Style.faint(right)
		}
		p.printRow(w, mark, line)
		return
	}
	p.printRow(w, mark, line)
	for _, next := range wrap(right, p.Style.room(rowIndent)) {
		fmt.Fprintln(w, blank+p.Style.faint(next))
	}
}

// printRow prints a line of a row, with its mark in colour where it begins with it.
func (p *Diff) printRow(w *bufio.Writer, mark, line string) {
	line = strings.TrimRight(line, " ")
	if rest, ok := strings.CutPrefix(line, mark); ok {
		line = p.mark(mark) + rest
	}
	fmt.Fprintln(w, line)
}

func (p *Diff) mark(mark string) string {
	switch mark {
	case "+":
		return p.Style.paint(mark, color.FgGreen, color.Bold)
	case "-":
		return p.Style.paint(mark, color.FgRed, color.Bold)
	case "~", ">":
		return p.Style.paint(mark, color.FgYellow, color.Bold)
	}
	return mark
}

func (p *Diff) unresolved(w *bufio.Writer, d *compare.Diff) {
	if len(d.Unresolved) == 0 {
		return
	}
	fmt.Fprintf(w, "%s %-14s  %s\n", p.Style.warning("?"), "not compared", strings.Join(d.Unresolved, ", ")+": not in the rollout")
}
