package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/compare"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// Compactions prints what the compactions of a thread left, for people.
type Compactions struct {
	Style  Style
	Thread *rollout.Thread
	Full   bool
}

// Print prints the answer and a block for each compaction; items lists every item of each.
func (p *Compactions) Print(w *bufio.Writer, list []*compare.Left, requests int, items bool) {
	for _, line := range wrap(p.headline(list, requests), p.Style.room(0)) {
		fmt.Fprintln(w, p.Style.bold(line))
	}
	for _, l := range list {
		w.WriteString("\n")
		p.block(w, l)
		if items {
			w.WriteString("\n")
			p.items(w, l)
		}
	}
}

// headline answers: how many, how much went, and whether anything stands twice.
func (p *Compactions) headline(list []*compare.Left, requests int) string {
	id := Plain(shortID(p.Thread.Meta.ID))
	if len(list) == 0 {
		return fmt.Sprintf("no compaction of %s in %s", id, counted(requests, "request"))
	}
	before, after, twice := 0, 0, 0
	for _, l := range list {
		before, after = before+l.Before.Tokens, after+l.After.Tokens
		twice += len(l.Twice)
	}
	verdict := "nothing stands twice"
	if twice > 0 {
		verdict = counted(twice, "piece") + " of context twice"
	}
	name := counted(len(list), "compaction")
	if len(list) == 1 {
		name = fmt.Sprintf("compaction %d", list[0].Number)
	}
	return fmt.Sprintf("%s of %s: ~%s tokens of history became ~%s; %s", name, id, count(before), count(after), verdict)
}

func (p *Compactions) block(w *bufio.Writer, l *compare.Left) {
	name := fmt.Sprintf("compaction %d", l.Number)
	for i, line := range wrap(name+"  "+p.title(l), p.Style.room(0)) {
		if rest, ok := strings.CutPrefix(line, name); ok && i == 0 {
			line = p.Style.bold(name) + rest
		}
		fmt.Fprintln(w, line)
	}
	p.row(w, "=", "kept", sizeText(l.Kept))
	for _, s := range l.Shortened {
		p.row(w, "~", "shortened", fmt.Sprintf("%s → %s, %s", counted(s.Was, "byte"), counted(s.Now, "byte"), p.place(s.Origin)))
	}
	var gone []string
	total := compare.Size{}
	for _, d := range l.Dropped {
		gone = append(gone, fmt.Sprintf("%s %s", count(d.Items), Plain(d.What)))
		total.Items, total.Tokens = total.Items+d.Items, total.Tokens+d.Tokens
	}
	if len(gone) > 0 {
		p.row(w, "-", "dropped", sizeText(total)+": "+strings.Join(gone, ", "))
	}
	p.row(w, "+", "summary", summaryText(l.Summary, 60))
	if names := fragmentNames(l.Context); names != "" {
		p.row(w, "+", "put in", names)
	}
	mark := "+"
	if len(l.Told) == 0 {
		mark = " "
	}
	p.row(w, mark, "told again", p.told(l))
	for _, t := range l.Twice {
		how := "in two versions"
		if t.Equal {
			how = "the same"
		}
		var places []string
		for _, place := range t.Places {
			places = append(places, placeName(&place))
		}
		p.row(w, "!", "twice", fmt.Sprintf("%s, %s: %s; %s to spare", Plain(t.Name), how, strings.Join(places, ", "), counted(t.Bytes, "byte")))
	}
}

// title says where a compaction is recorded, who made it, and what it did to the size.
func (p *Compactions) title(l *compare.Left) string {
	who := "nobody was asked"
	if s := l.Asked; s != nil {
		who = "asked for in " + stepTitle(s)
		if l.Kind == compare.RemoteCompaction {
			who = "the server's, " + who
		}
	}
	return fmt.Sprintf("%s, %s: %s → %s", p.place(l.Origin), who, sizeText(l.Before), sizeText(l.After))
}

func (p *Compactions) place(o history.Origin) string { return (&Text{Thread: p.Thread}).line(o) }

func sizeText(s compare.Size) string {
	return fmt.Sprintf("%s, ~%s tokens", counted(s.Items, "item"), count(s.Tokens))
}

func summaryText(s *compare.Summary, width int) string {
	switch {
	case s == nil:
		return "none"
	case s.Encrypted > 0:
		return counted(s.Encrypted, "byte") + " encrypted, which only the server reads"
	}
	lines := linesOf(strings.TrimSuffix(s.Text, "\n"))
	text := Plain(briefly(strings.Join(lines, " "), width))
	return fmt.Sprintf("%s in %s: %s", counted(len(s.Text), "byte"), counted(len(lines), "line"), text)
}

// told says which context came behind the compaction.
func (p *Compactions) told(l *compare.Left) string {
	switch {
	case l.Next == 0:
		return "nothing yet: no request followed"
	case len(l.Told) == 0:
		return fmt.Sprintf("nothing by step %d", l.Next)
	}
	var names []string
	for _, f := range l.Told {
		names = append(names, fmt.Sprintf("%s at %s", Plain(f.Name), placeName(&f.Place)))
	}
	return fmt.Sprintf("by step %d: %s", l.Next, strings.Join(names, ", "))
}

func fragmentNames(list []compare.Fragment) string {
	var names []string
	for _, f := range list {
		names = append(names, Plain(f.Name))
	}
	return strings.Join(names, ", ")
}

// row prints one line of a block; a long one goes on below on a terminal.
func (p *Compactions) row(w *bufio.Writer, mark, name, text string) {
	const indent = 14
	shown := mark
	if mark == "!" {
		shown = p.Style.warning(mark)
	}
	for i, line := range wrap(text, p.Style.room(indent)) {
		if i == 0 {
			fmt.Fprintf(w, "%s %-10s  %s\n", shown, name, line)
			continue
		}
		fmt.Fprintf(w, "%s%s\n", strings.Repeat(" ", indent), line)
	}
}

// items lists what became of each item.
func (p *Compactions) items(w *bufio.Writer, l *compare.Left) {
	d := &Diff{Style: p.Style, Context: lineContext, Full: p.Full}
	for _, e := range l.Items.Entries {
		it := entryItem(l.Items, e)
		what, detail := title(it)
		line := kindMark(e.Kind) + " " + what
		if detail != "" {
			line += "  " + Plain(detail)
		}
		where := (&Text{Thread: p.Thread}).origin(it)
		if e.A >= 0 && e.B >= 0 {
			where = (&Text{Thread: p.Thread}).origin(l.Items.A.Items[e.A].ResponseItem) + " → " + where
		}
		fmt.Fprintf(w, "%s%s%s\n", strings.Replace(line, what, p.Style.role(what, it), 1), p.Style.gap(line, where), p.Style.faint(where))
		switch {
		case e.Kind == compare.Changed:
			for _, c := range e.Changes {
				d.change(w, c, rangeName(e.B, e.B))
			}
		case p.Full || e.Kind == compare.Added:
			d.body(w, it)
		default:
			d.firstLine(w, it)
		}
	}
}
