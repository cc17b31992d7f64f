package render

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/fatih/color"
	"github.com/sergi/go-diff/diffmatchpatch"
)

// lineContext is how many equal lines stand around a change.
const lineContext = 3

// textDiff prints what changed between two texts.
type textDiff struct {
	style   Style
	context int    // equal lines around a change
	indent  string // in front of each line
	words   bool   // changed words inside their line, in place of two lines
	columns bool   // the two texts side by side
	full    bool   // long lines whole
	fold    int    // of longer runs of new or gone lines the middle is left out; 0 for none
}

// lineDiff prints what changed between two texts, line by line, with the lines around it.
func lineDiff(w io.Writer, style Style, was, now string) { foldedDiff(w, style, was, now, 0) }

// foldedDiff does so with the middle left out of runs of more than fold lines that are new or gone, 0 for none.
func foldedDiff(w io.Writer, style Style, was, now string, fold int) {
	textDiff{style: style, context: lineContext, fold: fold}.print(w, was, now)
}

func (d textDiff) print(w io.Writer, was, now string) {
	edits := diffTokens(splitLines(was, now))
	if d.columns {
		d.sideBySide(w, edits)
		return
	}
	for i := 0; i < len(edits); i++ {
		e := edits[i]
		switch {
		case e.kind == diffmatchpatch.DiffEqual:
			d.equal(w, e.tokens, i > 0, i < len(edits)-1)
		case i+1 < len(edits) && edits[i+1].kind == diffmatchpatch.DiffInsert:
			d.replaced(w, e.tokens, edits[i+1].tokens)
			i++
		case e.kind == diffmatchpatch.DiffDelete:
			d.run(w, "- ", e.tokens, nil, d.style.removed)
		default:
			d.run(w, "+ ", e.tokens, nil, d.style.added)
		}
	}
}

func (s Style) removed(text string) string { return s.paint(text, color.FgRed) }
func (s Style) added(text string) string   { return s.paint(text, color.FgGreen) }

// replaced prints lines that others took the place of.
func (d textDiff) replaced(w io.Writer, was, now []string) {
	if d.words {
		d.changedWords(w, was, now)
		return
	}
	d.run(w, "- ", was, now, d.style.removed)
	d.run(w, "+ ", now, was, d.style.added)
}

// run prints lines that are new or gone.
func (d textDiff) run(w io.Writer, mark string, lines, others []string, paint func(string) string) {
	if d.fold == 0 || len(lines) <= d.fold {
		d.lines(w, mark, lines, others, paint)
		return
	}
	head := d.fold / 2
	d.lines(w, mark, lines[:head], nil, paint)
	fmt.Fprintln(w, d.indent+paint(fmt.Sprintf("%s… %s more", mark, counted(len(lines)-d.fold, "line"))))
	d.lines(w, mark, lines[len(lines)-(d.fold-head):], nil, paint)
}

// lines prints lines behind a mark. others are the lines that they are to be told from, where there are some: of a long line
// the part is shown that differs.
func (d textDiff) lines(w io.Writer, mark string, lines, others []string, paint func(string) string) {
	for i, line := range lines {
		if !d.full {
			other := ""
			if len(others) == len(lines) {
				other = others[i]
			}
			line = shortened(line, other)
		}
		fmt.Fprintln(w, d.painted(mark+Plain(line), paint))
	}
}

// painted puts the indent in front of a line; an empty one stays empty.
func (d textDiff) painted(line string, paint func(string) string) string {
	if line = strings.TrimRight(line, " "); line == "" {
		return ""
	}
	return d.indent + paint(line)
}

// shortened cuts a long line around the place where it begins to differ from another one.
func shortened(line, other string) string {
	if len(line) <= foldWidth {
		return line
	}
	at := 0
	for at < min(len(line), len(other)) && line[at] == other[at] {
		at++
	}
	from := at - foldWidth/4
	if from < foldWidth/2 {
		from = 0
	}
	to := min(len(line), from+foldWidth)
	text := strings.ToValidUTF8(line[from:to], "")
	if from > 0 {
		text = fmt.Sprintf("%s … %s", counted(from, "byte"), text)
	}
	if to < len(line) {
		text = fmt.Sprintf("%s … %s", text, counted(len(line)-to, "more byte"))
	}
	return text
}

// equal prints the equal lines next to a change, and how many are left out.
func (d textDiff) equal(w io.Writer, lines []string, behind, before bool) {
	head, left, tail := d.around(lines, behind, before)
	d.lines(w, "  ", head, nil, d.style.faint)
	if left > 0 {
		fmt.Fprintln(w, d.indent+d.style.faint(fmt.Sprintf("  … %s", counted(left, "equal line"))))
	}
	d.lines(w, "  ", tail, nil, d.style.faint)
}

// around picks the equal lines that are shown: those behind one change and in front of the next.
func (d textDiff) around(lines []string, behind, before bool) (head []string, left int, tail []string) {
	first, last := 0, 0
	if behind {
		first = d.context
	}
	if before {
		last = d.context
	}
	if len(lines) <= first+last+1 && d.context > 0 || len(lines) <= first+last {
		return lines, 0, nil
	}
	return lines[:first], len(lines) - first - last, lines[len(lines)-last:]
}

// changedWords prints changed lines once, with the words that are gone in [-…-] and the new ones in {+…+}.
func (d textDiff) changedWords(w io.Writer, was, now []string) {
	edits := diffTokens(splitWords(strings.Join(was, "\n")), splitWords(strings.Join(now, "\n")))
	var out strings.Builder
	for _, e := range edits {
		for i, line := range strings.Split(strings.Join(e.tokens, ""), "\n") {
			if i > 0 {
				out.WriteString("\n" + d.indent + "  ") // the next line of the text
			}
			out.WriteString(d.word(e.kind, Plain(line)))
		}
	}
	fmt.Fprintln(w, strings.TrimRight(d.indent+"~ "+out.String(), " "))
}

func (d textDiff) word(kind diffmatchpatch.Operation, text string) string {
	switch {
	case text == "":
	case kind == diffmatchpatch.DiffDelete:
		return d.style.removed("[-" + text + "-]")
	case kind == diffmatchpatch.DiffInsert:
		return d.style.added("{+" + text + "+}")
	}
	return text
}

// edit is a run of tokens that both texts have, or only one of them.
type edit struct {
	kind   diffmatchpatch.Operation
	tokens []string
}

// tokenLimit bounds how many tokens are compared with each other: the time that takes grows with the square of what differs.
const tokenLimit = 20_000

// diffTokens compares two lists. What is gone stands in front of what came in its place.
func diffTokens(a, b []string) (edits []edit) {
	numbers, tokens := map[string]rune{}, map[rune]string{}
	number := func(list []string) []rune {
		var runes []rune
		for _, token := range list {
			n, known := numbers[token]
			if !known {
				n = rune(len(numbers) + 1) // below the surrogates, which are no runes
				numbers[token], tokens[n] = n, token
			}
			runes = append(runes, n)
		}
		return runes
	}
	if len(a)+len(b) > tokenLimit {
		return diffEnds(a, b)
	}
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // a result must not depend on how fast the machine is
	for _, part := range d.DiffMainRunes(number(a), number(b), false) {
		e := edit{kind: part.Type}
		for _, n := range part.Text {
			e.tokens = append(e.tokens, tokens[n])
		}
		edits = append(edits, e)
	}
	return edits
}

// diffEnds leaves out only what two lists begin and end with.
func diffEnds(a, b []string) (edits []edit) {
	head, tail := 0, 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	for _, e := range []edit{
		{diffmatchpatch.DiffEqual, a[:head]},
		{diffmatchpatch.DiffDelete, a[head : len(a)-tail]},
		{diffmatchpatch.DiffInsert, b[head : len(b)-tail]},
		{diffmatchpatch.DiffEqual, a[len(a)-tail:]},
	} {
		if len(e.tokens) > 0 {
			edits = append(edits, e)
		}
	}
	return edits
}

// splitLines splits two texts; a line end that both end with is left out.
func splitLines(a, b string) (linesA, linesB []string) {
	if strings.HasSuffix(a, "\n") && strings.HasSuffix(b, "\n") || a == "" || b == "" {
		a, b = strings.TrimSuffix(a, "\n"), strings.TrimSuffix(b, "\n")
	}
	return linesOf(a), linesOf(b)
}

func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// splitWords splits a text into words, blanks and single marks.
func splitWords(text string) (words []string) {
	kind := func(r rune) int {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_':
			return 1
		case r == ' ' || r == '\t':
			return 2
		}
		return 0
	}
	start, last := 0, 0
	for i, r := range text {
		k := kind(r)
		if i > 0 && (k == 0 || k != last) {
			words = append(words, text[start:i])
			start = i
		}
		last = k
	}
	if text != "" {
		words = append(words, text[start:])
	}
	return words
}
