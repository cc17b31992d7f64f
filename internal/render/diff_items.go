package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/audit"
	"promptctl/internal/compare"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Of a long run of items that came or went, so many at its ends are shown.
const (
	runHead = 8
	runTail = 3
)

// runLines is how many lines of a run inside a text are shown.
const runLines = 20

// items prints the items: what is the same folded, what came and went with its text, what changed with the places.
func (p *Diff) items(w *bufio.Writer, d *compare.Diff) {
	for i := 0; i < len(d.Entries); {
		n := runLength(d.Entries[i:])
		run := d.Entries[i : i+n]
		i += n
		if run[0].Kind == compare.Same {
			p.same(w, d, run)
			continue
		}
		for k, e := range run {
			if fold := !p.Full && n > runHead+runTail+1 && foldable(e.Kind); fold && k >= runHead && k < n-runTail {
				if k == runHead {
					p.left(w, d, run[runHead:n-runTail])
				}
				continue
			}
			p.entry(w, d, e)
		}
	}
}

func foldable(k compare.Kind) bool { return k == compare.Added || k == compare.Removed }

// runLength counts entries of one kind. Of those that are the same, the indexes have to go on.
func runLength(entries []compare.Entry) int {
	n := 1
	for n < len(entries) && entries[n].Kind == entries[0].Kind {
		a, b := entries[n-1], entries[n]
		if b.Kind == compare.Same && (b.A != a.A+1 || b.B != a.B+1) {
			break
		}
		n++
	}
	return n
}

// same folds items that did not change.
func (p *Diff) same(w *bufio.Writer, d *compare.Diff, run []compare.Entry) {
	first, last := run[0], run[len(run)-1]
	line := "= " + rangeName(first.B, last.B)
	if first.A != first.B {
		line += ", was " + rangeName(first.A, last.A)
	}
	fmt.Fprintf(w, "%-15s  %s\n", line, sameText(d, run))
}

// sameText says how much of an input a run of items is.
func sameText(d *compare.Diff, run []compare.Entry) string {
	tokens, bytes := 0, 0
	for _, e := range run {
		tokens += history.EstimateTokens(d.B.Items[e.B].ResponseItem)
		bytes += d.B.Length(e.B)
	}
	return fmt.Sprintf("%s, %s, ~%s tokens", counted(len(run), "item"), counted(bytes, "byte"), count(tokens))
}

func rangeName(from, to int) string {
	if from == to {
		return fmt.Sprintf("input[%d]", from)
	}
	return fmt.Sprintf("input[%d…%d]", from, to)
}

// left says what is left out of a long run.
func (p *Diff) left(w *bufio.Writer, d *compare.Diff, run []compare.Entry) {
	tokens := 0
	for _, e := range run {
		tokens += history.EstimateTokens(entryItem(d, e))
	}
	word := "added"
	if run[0].Kind == compare.Removed {
		word = "gone"
	}
	fmt.Fprintln(w, p.Style.faint(fmt.Sprintf("%s … %s %s, ~%s tokens; --full shows them", kindMark(run[0].Kind), counted(len(run), "more item"), word, count(tokens))))
}

// entryItem is the item of an entry, the newer one where it is in both.
func entryItem(d *compare.Diff, e compare.Entry) *history.ResponseItem {
	if e.B >= 0 {
		return d.B.Items[e.B].ResponseItem
	}
	return d.A.Items[e.A].ResponseItem
}

func (p *Diff) entry(w *bufio.Writer, d *compare.Diff, e compare.Entry) {
	it := entryItem(d, e)
	p.head(w, d, e, it)
	switch e.Kind {
	case compare.Removed:
		if p.Full {
			p.body(w, it)
		} else {
			p.firstLine(w, it)
		}
	case compare.Added:
		p.added(w, d, e, it)
	default:
		for _, c := range e.Changes {
			p.change(w, c, rangeName(e.B, e.B))
		}
	}
}

// head prints which item it is, and where it comes from.
func (p *Diff) head(w *bufio.Writer, d *compare.Diff, e compare.Entry, it *history.ResponseItem) {
	side, index := d.B, e.B
	if e.B < 0 {
		side, index = d.A, e.A
	}
	mark, name := kindMark(e.Kind), rangeName(index, index)
	what, detail := title(it)
	rest := ""
	if detail != "" {
		rest = "  " + Plain(detail)
	}
	if e.A >= 0 && e.B >= 0 && e.A != e.B {
		rest += "  was " + rangeName(e.A, e.A)
	}
	where := sideOrigin(side, it)
	line := fmt.Sprintf("%s %s  %s%s", mark, name, what, rest)
	fmt.Fprintf(w, "%s %s  %s%s%s%s\n", p.mark(mark), p.Style.bold(name), p.Style.role(what, it), rest, p.Style.gap(line, where), p.Style.faint(where))
}

// sideOrigin says where an item of one side comes from.
func sideOrigin(side *compare.Body, it *history.ResponseItem) string {
	if side.Request == nil {
		return "saved"
	}
	return (&Text{Thread: side.Thread}).origin(it)
}

// body prints what an item says, as "build" does.
func (p *Diff) body(w *bufio.Writer, it *history.ResponseItem) {
	(&Text{Style: p.Style, Full: p.Full}).body(w, it)
}

// firstLine prints the beginning of what an item says.
func (p *Diff) firstLine(w *bufio.Writer, it *history.ResponseItem) {
	var out strings.Builder
	buffered := bufio.NewWriter(&out)
	(&Text{}).body(buffered, it)
	buffered.Flush()
	if first, _, _ := strings.Cut(strings.TrimSpace(out.String()), "\n"); first != "" {
		width := p.Style.column()
		fmt.Fprintln(w, "      "+p.Style.faint(briefly(first, width)))
	}
}

// added prints a new item; context that tells a section again as what changed in it since it was told before.
func (p *Diff) added(w *bufio.Writer, d *compare.Diff, e compare.Entry, it *history.ResponseItem) {
	if p.Full || !it.Context() {
		p.body(w, it)
		return
	}
	for i, part := range it.Content() {
		name := fmt.Sprintf("  [%d] ", i)
		if s := toldHere(d, e.B, i); s != nil && s.Replaces != nil {
			before := d.B.Items[s.Replaces.Item].Content()[s.Replaces.Part].Text
			if before == part.Text {
				first, _, _ := strings.Cut(part.Text, "\n")
				fmt.Fprintf(w, "%s%s … as at %s\n", name, Plain(first), placeName(s.Replaces))
				continue
			}
			fmt.Fprintf(w, "%s%s since %s\n", name, Plain(part.Fragment), placeName(s.Replaces))
			p.text().print(w, before, part.Text)
			continue
		}
		(&Text{Style: p.Style}).lines(w, name, partLine(part))
	}
}

func partLine(part history.Part) string {
	switch {
	case part.Fragment != "":
		return fragmentLine(part)
	case part.Kind == "input_image" || part.Kind == "input_audio":
		return "(" + part.Kind + ") " + mediaName(part.Text)
	}
	return part.Text
}

// toldHere is the section that is told newly at a place, nil for none.
func toldHere(d *compare.Diff, item, part int) *compare.Section {
	for i, s := range d.Sections {
		if s.Told != nil && *s.Told == (audit.Place{Item: item, Part: part}) {
			return &d.Sections[i]
		}
	}
	return nil
}

// text is the printer of changes inside a text.
func (p *Diff) text() textDiff {
	d := textDiff{style: p.Style, context: p.Context, indent: "      ", words: p.Words, columns: p.Columns, full: p.Full}
	if !p.Full {
		d.fold = runLines
	}
	return d
}

// change prints one place inside an item: short values in one line, texts by their lines.
func (p *Diff) change(w *bufio.Writer, c compare.Change, item string) {
	path := Plain(strings.TrimPrefix(strings.TrimPrefix(c.Path, item), "."))
	was, text := rawjson.Text(c.Was)
	now, same := rawjson.Text(c.Now)
	short := len(was) <= 40 && len(now) <= 40 && !strings.Contains(string(was)+string(now), "\n")
	if text && same && !short {
		fmt.Fprintf(w, "    %s\n", p.Style.faint(path))
		p.text().print(w, string(was), string(now))
		return
	}
	fmt.Fprintf(w, "    %s %s  %s\n", p.mark(changeKindMark(c)), path, scalarChange(c, 60))
}

// countLines counts the lines that came and went between two texts.
func countLines(was, now string) (added, removed int) {
	for _, e := range diffTokens(splitLines(was, now)) {
		switch e.kind {
		case diffmatchpatch.DiffInsert:
			added += len(e.tokens)
		case diffmatchpatch.DiffDelete:
			removed += len(e.tokens)
		}
	}
	return added, removed
}
