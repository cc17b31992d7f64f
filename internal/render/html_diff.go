package render

import (
	"bufio"
	"io"
	"strings"

	"promptctl/internal/compare"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// HTML prints what differs as a page.
func (p *Diff) HTML(w *bufio.Writer, d *compare.Diff) error {
	page := htmlRequest{Facts: p.htmlFacts(d)}
	if c := d.Instructions; c != nil {
		page.Items = append(page.Items, htmlItem{
			ID: "instructions", Class: "developer changed", Mark: "~", Path: "instructions",
			Parts: []htmlPart{p.htmlDiff("", rawjson.String(c.Was), rawjson.String(c.Now))},
		})
	}
	for _, t := range d.Tools {
		item := htmlItem{Class: "tool " + string(t.Kind), Mark: kindMark(t.Kind), Path: "tools", What: Plain(t.Name)}
		for _, c := range t.Changes {
			item.Parts = append(item.Parts, p.htmlChange(c, "tools."+t.Name))
		}
		page.Items = append(page.Items, item)
	}
	if !d.Equal() {
		page.Items = append(page.Items, p.htmlItems(d)...)
	}
	return Page(w, p.answer(d), func(w io.Writer) error { return parts().ExecuteTemplate(w, "request", page) })
}

func (p *Diff) htmlFacts(d *compare.Diff) (facts []htmlFact) {
	if v := d.Divergence; v != nil && v.Cause.Kind != compare.Appended {
		facts = append(facts, htmlFact{Name: "first difference", Text: Plain(v.Path) + ", byte " + count(v.Offset) + " of the input: " + causeText(d)})
	}
	for _, c := range d.Settings {
		facts = append(facts, htmlFact{Mark: changeKindMark(c), Name: Plain(c.Path), Text: scalarChange(c, 200)})
	}
	for _, s := range d.Sections {
		facts = append(facts, htmlFact{Mark: sectionMark(s.Change), Name: Plain(s.ID), Text: sectionText(s), Told: toldText(s)})
	}
	if len(d.Unresolved) > 0 {
		facts = append(facts, htmlFact{Mark: "?", Name: "not compared", Text: strings.Join(d.Unresolved, ", ") + ": not in the rollout"})
	}
	return facts
}

// htmlItems shows every item; those that are the same folded, run by run.
func (p *Diff) htmlItems(d *compare.Diff) (items []htmlItem) {
	for i := 0; i < len(d.Entries); {
		n := runLength(d.Entries[i:])
		if d.Entries[i].Kind == compare.Same {
			items = append(items, p.htmlSame(d, d.Entries[i:i+n]))
		} else {
			for _, e := range d.Entries[i : i+n] {
				items = append(items, p.htmlEntry(d, e))
			}
		}
		i += n
	}
	return items
}

// htmlSame is a run of items that did not change, with a line for each behind it.
func (p *Diff) htmlSame(d *compare.Diff, run []compare.Entry) htmlItem {
	first, last := run[0], run[len(run)-1]
	item := htmlItem{Class: "same", Mark: "=", Path: rangeName(first.B, last.B), What: sameText(d, run)}
	if first.A != first.B {
		item.Detail = "was " + rangeName(first.A, last.A)
	}
	var lines []string
	for _, e := range run {
		lines = append(lines, rangeName(e.B, e.B)+"  "+itemTitle(d.B.Items[e.B].ResponseItem))
	}
	item.Parts = []htmlPart{{Summary: "what they are", Text: strings.Join(lines, "\n")}}
	return item
}

func (p *Diff) htmlEntry(d *compare.Diff, e compare.Entry) htmlItem {
	it := entryItem(d, e)
	side, index := d.B, e.B
	if e.B < 0 {
		side, index = d.A, e.A
	}
	item := newHTMLItem(it, index, sideOrigin(side, it))
	item.Class += " " + string(e.Kind)
	item.Mark = kindMark(e.Kind)
	if e.B < 0 {
		item.ID = "" // a place in the first input
	}
	if e.A >= 0 && e.B >= 0 && e.A != e.B {
		item.Detail = strings.TrimLeft(item.Detail+"  was "+rangeName(e.A, e.A), " ")
	}
	switch {
	case e.Kind == compare.Added:
		p.htmlSince(d, e.B, it, item.Parts)
	case len(e.Changes) > 0:
		item.Parts = nil
		for _, c := range e.Changes {
			item.Parts = append(item.Parts, p.htmlChange(c, item.Path))
		}
	case e.Kind == compare.Removed:
		for i := range item.Parts {
			item.Parts[i].fold()
		}
	}
	return item
}

// fold puts a text behind its first line.
func (p *htmlPart) fold() {
	if first, _, more := strings.Cut(p.Text, "\n"); more && p.Summary == "" && p.Image == "" {
		p.Summary = briefly(first, 100) + " …"
	}
}

// htmlSince shows context that tells a section again as what changed in it.
func (p *Diff) htmlSince(d *compare.Diff, index int, it *history.ResponseItem, parts []htmlPart) {
	for i, part := range it.Content() {
		s := toldHere(d, index, i)
		if s == nil || s.Replaces == nil {
			continue
		}
		before := d.B.Items[s.Replaces.Item].Content()[s.Replaces.Part].Text
		label := parts[i].Label + " since " + placeName(s.Replaces)
		if before == part.Text {
			parts[i].Label += ", as at " + placeName(s.Replaces)
			parts[i].fold()
			continue
		}
		parts[i] = p.htmlDiff(label, before, part.Text)
	}
}

// htmlChange shows one place inside an item.
func (p *Diff) htmlChange(c compare.Change, item string) htmlPart {
	path := Plain(strings.TrimPrefix(strings.TrimPrefix(c.Path, item), "."))
	was, text := rawjson.Text(c.Was)
	now, same := rawjson.Text(c.Now)
	if !text || !same {
		was, now = c.Was, c.Now
	}
	return p.htmlDiff(path, string(was), string(now))
}

// htmlDiff shows what changed between two texts.
func (p *Diff) htmlDiff(label, was, now string) htmlPart {
	part := htmlPart{Label: label}
	d := p.text()
	edits := diffTokens(splitLines(was, now))
	for i := 0; i < len(edits); i++ {
		e := edits[i]
		switch {
		case e.kind == diffmatchpatch.DiffEqual:
			head, left, tail := d.around(e.tokens, i > 0, i < len(edits)-1)
			part.add("", " ", head)
			if left > 0 {
				part.add("skip", " ", []string{"… " + counted(left, "equal line")})
			}
			part.add("", " ", tail)
		case i+1 < len(edits) && edits[i+1].kind == diffmatchpatch.DiffInsert:
			part.replaced(e.tokens, edits[i+1].tokens)
			i++
		case e.kind == diffmatchpatch.DiffDelete:
			part.add("gone", "-", e.tokens)
		default:
			part.add("new", "+", e.tokens)
		}
	}
	if len(part.Lines) > foldedLines {
		part.Summary = lineCounts(was, now)
	}
	return part
}

// foldedLines is from how many lines on a diff is folded.
const foldedLines = 60

func (p *htmlPart) add(class, mark string, lines []string) {
	for _, line := range lines {
		p.Lines = append(p.Lines, htmlLine{class, mark, []htmlWord{{Text: plainText(line)}}})
	}
}

// wordsLimit bounds the lines whose words are compared.
const wordsLimit = 4000

// replaced shows lines that others took the place of, with the words that differ where each has a partner.
func (p *htmlPart) replaced(was, now []string) {
	if len(was) != len(now) {
		p.add("gone", "-", was)
		p.add("new", "+", now)
		return
	}
	var after []htmlLine
	for i := range was {
		gone, came := htmlLine{Class: "gone", Mark: "-"}, htmlLine{Class: "new", Mark: "+"}
		if len(was[i])+len(now[i]) > wordsLimit {
			gone.Words, came.Words = []htmlWord{{Text: plainText(was[i])}}, []htmlWord{{Text: plainText(now[i])}}
		} else {
			gone.Words, came.Words = markedWords(was[i], now[i])
		}
		p.Lines = append(p.Lines, gone)
		after = append(after, came)
	}
	p.Lines = append(p.Lines, after...)
}

func markedWords(was, now string) (gone, came []htmlWord) {
	for _, e := range diffTokens(splitWords(was), splitWords(now)) {
		text := plainText(strings.Join(e.tokens, ""))
		switch e.kind {
		case diffmatchpatch.DiffDelete:
			gone = append(gone, htmlWord{"gone", text})
		case diffmatchpatch.DiffInsert:
			came = append(came, htmlWord{"new", text})
		default:
			gone, came = append(gone, htmlWord{Text: text}), append(came, htmlWord{Text: text})
		}
	}
	return gone, came
}
