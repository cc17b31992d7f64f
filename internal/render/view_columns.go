package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/views"
)

// wideTerminal is the width from which on the four views stand in columns.
const wideTerminal = 160

// columns prints a line for each row, and a cell for each view: "=" where it has the same as the one to its left.
func (v *Views) columns(w *bufio.Writer, rows []*views.Row) {
	widths := v.widths()
	var heads []string
	for _, view := range views.Views() {
		heads = append(heads, viewName(view))
	}
	v.line(w, heads, widths, v.Text.Style.faint)
	for i := 0; i < len(rows); {
		if n := v.gone(rows[i:]); n > 1 {
			fmt.Fprintln(w, v.Text.Style.faint(v.folded(rows[i:i+n])))
			i += n
			continue
		}
		v.line(w, v.cells(rows[i]), widths, func(s string) string { return s })
		i++
	}
}

const columnGap = "  "

// widths share the terminal out: most to the request, which says what the others repeat.
func (v *Views) widths() [4]int {
	all := v.Text.Style.Width - 3*len(columnGap)
	return [4]int{all * 38 / 100, all * 14 / 100, all * 20 / 100, all * 28 / 100}
}

// line prints cells, each cut to its width.
func (v *Views) line(w *bufio.Writer, cells []string, widths [4]int, paint func(string) string) {
	var line strings.Builder
	for i, cell := range cells {
		cell = briefly(cell, widths[i])
		line.WriteString(paint(cell))
		if i < len(cells)-1 {
			line.WriteString(strings.Repeat(" ", widths[i]-columnsOf(cell)) + columnGap)
		}
	}
	fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
}

// cells are what each view has of a row.
func (v *Views) cells(row *views.Row) []string {
	what := rowWhat(row)
	if detail := rowDetail(row); detail != "" {
		what += " " + Plain(detail)
	}
	if text := rowText(row); text != "" {
		what += "  " + text
	}
	told := false // the text stands further left
	cell := func(view views.View, name string) string {
		if !row.Has(view) {
			return v.absent(row, view)
		}
		text := name + " =" + v.changed(row, view)
		if !told {
			text = name + v.changed(row, view) + " " + what
		}
		told = true
		return text
	}
	cells := []string{
		cell(views.Request, fmt.Sprintf("input[%d]", row.Request)),
		cell(views.History, fmt.Sprintf("[%d]", row.History)),
		cell(views.Rollout, v.where(row)),
	}
	return append(cells, v.screenCell(row, told))
}

// absent says why a view has nothing.
func (v *Views) absent(row *views.Row, view views.View) string {
	for _, m := range row.Marks {
		if m.View == view {
			return markSign(m.Reason) + " " + v.markText(m)
		}
	}
	return "-"
}

// changed says what of a row a view has otherwise.
func (v *Views) changed(row *views.Row, view views.View) string {
	text := ""
	for _, m := range row.Marks {
		if m.View == view {
			text += " " + markSign(m.Reason) + " " + v.markText(m)
		}
	}
	return text
}

func (v *Views) screenCell(row *views.Row, told bool) string {
	if row.Shown == nil {
		return v.absent(row, views.Screen)
	}
	kind := Plain(string(row.Shown.Kind))
	text := firstLine(shownText(row.Shown))
	switch {
	case row.Head.Type == 0:
		return kind + "  " + text
	case told && text == rowText(row):
		return kind + " =" + v.changed(row, views.Screen)
	}
	return kind + v.changed(row, views.Screen) + "  " + text
}
