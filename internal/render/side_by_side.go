package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// columnsWidth is the width of two columns where no terminal says how wide it is.
const columnsWidth = 130

// sideBySide prints two texts in columns: | between lines that differ, < and > where one has no partner.
func (d textDiff) sideBySide(w io.Writer, edits []edit) {
	for i := 0; i < len(edits); i++ {
		e := edits[i]
		switch {
		case e.kind == diffmatchpatch.DiffEqual:
			head, left, tail := d.around(e.tokens, i > 0, i < len(edits)-1)
			d.rows(w, head, head, true)
			if left > 0 {
				fmt.Fprintln(w, d.indent+d.style.faint(fmt.Sprintf("… %s", counted(left, "equal line"))))
			}
			d.rows(w, tail, tail, true)
		case i+1 < len(edits) && edits[i+1].kind == diffmatchpatch.DiffInsert:
			d.rows(w, e.tokens, edits[i+1].tokens, false)
			i++
		case e.kind == diffmatchpatch.DiffDelete:
			d.rows(w, e.tokens, nil, false)
		default:
			d.rows(w, nil, e.tokens, false)
		}
	}
}

// rows prints two lists of lines beside each other; a line that is too long goes on below.
func (d textDiff) rows(w io.Writer, was, now []string, equal bool) {
	for i := range max(len(was), len(now)) {
		mark := "|"
		var left, right []string
		switch {
		case equal:
			mark = " "
		case i >= len(was):
			mark = ">"
		case i >= len(now):
			mark = "<"
		}
		if i < len(was) {
			left = d.wrap(was[i], at(now, i))
		}
		if i < len(now) {
			right = d.wrap(now[i], at(was, i))
		}
		for row := range max(len(left), len(right)) {
			d.row(w, at(left, row), mark, at(right, row))
		}
	}
}

func (d textDiff) row(w io.Writer, left, mark, right string) {
	paintLeft, paintRight := d.style.removed, d.style.added
	if mark == " " {
		paintLeft, paintRight = d.style.faint, d.style.faint
	}
	blank := strings.Repeat(" ", max(0, d.columnWidth()-columnsOf(left)))
	fmt.Fprintln(w, strings.TrimRight(d.indent+paintLeft(left)+blank+" "+mark+" "+paintRight(right), " "))
}

// columnWidth is the room for one of the two texts.
func (d textDiff) columnWidth() int {
	width := d.style.Width
	if width == 0 {
		width = columnsWidth
	}
	return max(16, (width-len(d.indent)-len(" | "))/2)
}

// wrap makes a line harmless and breaks it into rows.
func (d textDiff) wrap(line, other string) (rows []string) {
	if !d.full {
		line = shortened(line, other)
	}
	rest := Plain(line)
	for {
		taken, end := 0, len(rest)
		for i, r := range rest {
			if taken += runeColumns(r); taken > d.columnWidth() {
				end = i
				break
			}
		}
		rows = append(rows, rest[:end])
		if rest = rest[end:]; rest == "" {
			return rows
		}
	}
}

func at(rows []string, i int) string {
	if i < len(rows) {
		return rows[i]
	}
	return ""
}
