package render

import (
	"bufio"
	"fmt"

	"promptctl/internal/history"
	"promptctl/internal/views"
)

// one prints the rows of a single view, with what they are in the one nearest to the model.
func (v *Views) one(w *bufio.Writer, rows []*views.Row) {
	for _, row := range rows {
		w.WriteString("\n")
		switch v.Filter.View {
		case views.Request:
			v.Text.block(w, fmt.Sprintf("input[%d]", row.Request), row.Item, v.notes(row))
		case views.History:
			v.Text.block(w, fmt.Sprintf("history[%d]", row.History), row.Item, v.notes(row))
		case views.Rollout:
			v.oneLine(w, row)
		default:
			v.oneShown(w, row)
		}
	}
}

// notes are the differences of the view, and what made them.
func (v *Views) notes(row *views.Row) (notes []string) {
	for _, m := range row.Marks {
		if m.View == v.Filter.View {
			notes = append(notes, v.markText(m))
		}
	}
	return notes
}

func (v *Views) oneLine(w *bufio.Writer, row *views.Row) {
	what := Plain(row.Kind)
	if row.Head.Type != history.Other {
		what += "  " + rowWhat(row)
		if detail := rowDetail(row); detail != "" {
			what += "  " + Plain(detail)
		}
	}
	fmt.Fprintf(w, "%s  %s%s\n", v.Text.Style.bold(v.where(row)), what, v.Text.Style.faint(becomes(row)))
	v.says(w, row, rowText(row))
}

func (v *Views) oneShown(w *bufio.Writer, row *views.Row) {
	fmt.Fprintf(w, "%s%s\n", v.Text.Style.bold(Plain(string(row.Shown.Kind))), v.Text.Style.faint(becomes(row)+"  "+v.where(row)))
	v.says(w, row, "")
	if text := shownText(row.Shown); text != "" {
		v.Text.lines(w, "      ", text)
	}
}

// says prints a text in one line, and the differences.
func (v *Views) says(w *bufio.Writer, row *views.Row, text string) {
	if text != "" {
		fmt.Fprintf(w, "      %s\n", briefly(text, v.textWidth()))
	}
	for _, m := range row.Marks {
		if m.View == v.Filter.View || v.Filter.View == views.Rollout && m.View == views.History || m.Reason == views.Undone {
			fmt.Fprintf(w, "  %s %s\n", v.Text.Style.warning(markSign(m.Reason)), v.markText(m))
		}
	}
}

// becomes names the item that a line or a thing on the screen is in the request.
func becomes(row *views.Row) string {
	switch {
	case row.Request >= 0:
		return fmt.Sprintf("  → input[%d]", row.Request)
	case row.History >= 0:
		return fmt.Sprintf("  → history[%d]", row.History)
	}
	return ""
}
