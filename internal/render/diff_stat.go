package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/compare"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// Stat prints a line for each thing that differs, with how many lines of its text came and went, and the sum.
func (p *Diff) Stat(w *bufio.Writer, d *compare.Diff) {
	p.headline(w, d)
	for _, c := range d.Settings {
		p.row(w, changeKindMark(c), c.Path, scalarChange(c, 60), "")
	}
	if c := d.Instructions; c != nil {
		p.row(w, "~", "instructions", lineCounts(rawjson.String(c.Was), rawjson.String(c.Now)), "")
	}
	for _, t := range d.Tools {
		p.row(w, kindMark(t.Kind), "tools", Plain(t.Name), "")
	}
	for _, s := range d.Sections {
		p.row(w, sectionMark(s.Change), s.ID, sectionText(s), toldText(s))
	}
	for _, e := range d.Entries {
		if e.Kind != compare.Same {
			p.statRow(w, d, e)
		}
	}
	p.unresolved(w, d)
	if !d.Equal() {
		fmt.Fprintln(w, "items: "+kindCounts(d))
	}
}

func (p *Diff) statRow(w *bufio.Writer, d *compare.Diff, e compare.Entry) {
	it := entryItem(d, e)
	what, detail := title(it)
	added, removed := lineTotals(d, e)
	name := rangeName(max(e.A, 0), max(e.A, 0))
	if e.B >= 0 {
		name = rangeName(e.B, e.B)
	}
	p.row(w, kindMark(e.Kind), name, strings.TrimRight(fmt.Sprintf("+%d -%d lines  %s  %s", added, removed, what, Plain(detail)), " "), "")
}

// lineTotals counts the lines of text that came and went with an entry.
func lineTotals(d *compare.Diff, e compare.Entry) (added, removed int) {
	if e.A >= 0 && e.B >= 0 {
		return countLines(itemText(d.A.Items[e.A].ResponseItem), itemText(d.B.Items[e.B].ResponseItem))
	}
	n := len(linesOf(itemText(entryItem(d, e))))
	if e.Kind == compare.Added {
		return n, 0
	}
	return 0, n
}

// itemText is what an item says, as "build --full" shows it.
func itemText(it *history.ResponseItem) string {
	var out strings.Builder
	w := bufio.NewWriter(&out)
	(&Text{Full: true}).body(w, it)
	w.Flush()
	return strings.TrimSuffix(out.String(), "\n")
}

// kindCounts counts the entries of each kind.
func kindCounts(d *compare.Diff) string {
	counts := map[compare.Kind]int{}
	for _, e := range d.Entries {
		counts[e.Kind]++
	}
	var words []string
	for _, k := range []compare.Kind{compare.Same, compare.Added, compare.Removed, compare.Changed, compare.Moved} {
		if counts[k] > 0 {
			words = append(words, fmt.Sprintf("%s %s", count(counts[k]), k))
		}
	}
	return strings.Join(words, ", ")
}

// Names prints the paths of what differs, each behind its mark; items that are gone by their place in the first input.
func (p *Diff) Names(w *bufio.Writer, d *compare.Diff) {
	name := func(mark, path string) { fmt.Fprintf(w, "%s %s\n", mark, Plain(path)) }
	for _, c := range d.Settings {
		name(changeKindMark(c), c.Path)
	}
	if d.Instructions != nil {
		name("~", "instructions")
	}
	for _, t := range d.Tools {
		name(kindMark(t.Kind), "tools."+t.Name)
	}
	for _, e := range d.Entries {
		switch {
		case e.Kind == compare.Removed:
			name("-", rangeName(e.A, e.A))
		case e.Kind == compare.Changed:
			for _, c := range e.Changes {
				name(changeKindMark(c), c.Path)
			}
		case e.Kind != compare.Same:
			name(kindMark(e.Kind), rangeName(e.B, e.B))
		}
	}
}

// Bytes prints where two encoded bodies begin to differ.
func (p *Diff) Bytes(w *bufio.Writer, a, b *compare.Body, d *compare.ByteDiff) {
	title := sideNames(&compare.Diff{A: a, B: b})
	if d.Equal {
		fmt.Fprintf(w, "%s\n", p.Style.bold(fmt.Sprintf("%s: no difference in %s", title, counted(d.Lengths[0], "byte"))))
		return
	}
	fmt.Fprintf(w, "%s\n", p.Style.bold(fmt.Sprintf("%s: %s and %s, the first that differs is byte %s",
		title, count(d.Lengths[0]), counted(d.Lengths[1], "byte"), count(d.Offset))))
	path := d.Path
	if path == "" {
		path = "the body itself"
	}
	fmt.Fprintf(w, "in   %s\nwas  %s%s\nnow  %s%s\n", Plain(path),
		p.Style.faint(Plain(d.Before)), p.Style.removed(Plain(d.Was)), p.Style.faint(Plain(d.Before)), p.Style.added(Plain(d.Now)))
}
