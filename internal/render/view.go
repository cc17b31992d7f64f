package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/history"
	"promptctl/internal/views"
)

// Views prints the four views of a step.
type Views struct {
	Text   Text
	Filter views.Filter
	JSON   bool
	HTML   bool
}

// Show prints one view where the filter names it, or all four side by side: in columns on a wide terminal, in blocks elsewhere.
func (v *Views) Show(w *bufio.Writer, a *views.Aligned) error {
	rows := v.rows(a)
	if v.JSON {
		return JSON(w, v.record(a, rows))
	}
	if v.HTML {
		return v.html(w, a, rows)
	}
	for _, line := range wrap(v.headline(a, rows), v.Text.Style.Width) {
		fmt.Fprintln(w, v.Text.Style.bold(line))
	}
	switch {
	case v.Filter.View != "":
		v.one(w, rows)
	case v.Text.Style.Width >= wideTerminal:
		w.WriteString("\n")
		v.columns(w, rows)
	default:
		v.blocks(w, rows)
	}
	return nil
}

// rows are those that the filter keeps. Lines that are neither items nor on the screen are in the view of the rollout alone.
func (v *Views) rows(a *views.Aligned) (rows []*views.Row) {
	for _, row := range a.Rows {
		plain := row.Head.Type == history.Other && row.Shown == nil && row.Request < 0 && row.History < 0 && len(row.Marks) == 0
		if v.Filter.Keeps(row) && (v.Filter.View == views.Rollout || !plain) {
			rows = append(rows, row)
		}
	}
	return rows
}

// headline counts what each view has.
func (v *Views) headline(a *views.Aligned, rows []*views.Row) string {
	s := a.Request.Step
	name := fmt.Sprintf("step %d (turn %d.%d) of %s", s.Number, s.Turn, s.TurnStep, shortID(threadID(a.Request)))
	if s.Number == 0 {
		name = "behind the last line of " + shortID(threadID(a.Request))
	}
	n := map[views.View]int{}
	marked := 0
	for _, row := range rows {
		for _, view := range views.Views() {
			if row.Has(view) {
				n[view]++
			}
		}
		if len(row.Marks) > 0 {
			marked++
		}
	}
	if view := v.Filter.View; view != "" {
		return Plain(fmt.Sprintf("%s: %s in the view of the %s", name, counted(n[view], "row"), viewName(view)))
	}
	differ := counted(marked, "row") + " differ"
	if marked == 1 {
		differ = "1 row differs"
	}
	return Plain(fmt.Sprintf("%s: %s in the request, %s in history, %s in the rollout, %s on the screen; %s",
		name, counted(n[views.Request], "item"), count(n[views.History]), count(n[views.Rollout]), count(n[views.Screen]), differ))
}

func viewName(v views.View) string {
	if v == views.Screen {
		return "screen"
	}
	return string(v)
}

// blocks prints a block for each row: what it is, what it says, and where views differ.
func (v *Views) blocks(w *bufio.Writer, rows []*views.Row) {
	for i := 0; i < len(rows); {
		w.WriteString("\n")
		if n := v.gone(rows[i:]); n > 1 {
			for _, line := range wrap(v.folded(rows[i:i+n]), v.Text.Style.Width) {
				fmt.Fprintln(w, v.Text.Style.faint(line))
			}
			i += n
			continue
		}
		v.block(w, rows[i])
		i++
	}
}

// gone is how many rows at the start left history by one and the same line.
func (v *Views) gone(rows []*views.Row) int {
	n := 0
	for n < len(rows) && !v.Text.Full && rows[n].Gone && rows[n].By == rows[0].By {
		n++
	}
	return n
}

func (v *Views) folded(rows []*views.Row) string {
	first, last := rows[0].Line, rows[len(rows)-1].Line
	why, shown := "gone", 0
	for _, row := range rows {
		if row.Has(views.Screen) {
			shown++
		}
		for _, m := range row.Marks {
			if m.View == views.History {
				why = v.markText(m)
			}
		}
	}
	text := fmt.Sprintf("… %s, %s to %s: %s", counted(len(rows), "row"), v.Text.line(first), v.Text.line(last), why)
	if shown > 0 {
		text += fmt.Sprintf("; %d of them still on the screen", shown)
	}
	return text
}

func (v *Views) block(w *bufio.Writer, row *views.Row) {
	name, what, detail := rowName(row), rowWhat(row), rowDetail(row)
	line := name + "  " + what
	if detail != "" {
		line += "  " + Plain(detail)
	}
	where := v.where(row)
	column := v.Text.Style.column()
	if width := v.Text.Style.Width; width > 0 {
		column = min(column, width-max(26, len(where)))
		line = briefly(line, width-len(where)-2)
	}
	if !strings.HasPrefix(line, name) {
		line = name // its place is what a row is asked for by
	}
	pad := max(2, column-columnsOf(line))
	bold := v.Text.Style.bold(name) + strings.TrimPrefix(line, name)
	if row.Item != nil && strings.HasPrefix(line, name+"  "+what) {
		bold = v.Text.Style.bold(name) + "  " + v.Text.Style.role(what, row.Item) + strings.TrimPrefix(line, name+"  "+what)
	}
	if where != "" {
		bold += strings.Repeat(" ", pad) + v.Text.Style.faint(where)
	}
	fmt.Fprintln(w, bold)
	if text := rowText(row); text != "" {
		fmt.Fprintf(w, "      %s\n", briefly(text, v.textWidth()))
	}
	if len(row.Marks) == 0 {
		fmt.Fprintf(w, "  = the same in all four\n")
	}
	for _, m := range row.Marks {
		text := fmt.Sprintf("%-8s %s", viewName(m.View), v.markText(m))
		fmt.Fprintf(w, "  %s %s\n", v.Text.Style.warning(markSign(m.Reason)), text)
	}
}

func (v *Views) textWidth() int {
	if v.Text.Style.Width == 0 {
		return 100
	}
	return max(20, v.Text.Style.Width-6)
}

// where are the lines that hold the row and tell the screen of it.
func (v *Views) where(row *views.Row) string {
	if row.Line.Line == 0 {
		return ""
	}
	where := v.Text.line(row.Line)
	if row.Line.Index >= 0 {
		where += fmt.Sprintf(" [%d]", row.Line.Index)
	}
	if row.Shown != nil && len(row.Shown.Lines) > 0 && row.Shown.Lines[0].Line != row.Line.Line {
		where += fmt.Sprintf(", screen :%d", row.Shown.Lines[0].Line)
	}
	return where
}

// rowName is the row's place in the view nearest to the model.
func rowName(row *views.Row) string {
	switch {
	case row.Request >= 0:
		return fmt.Sprintf("input[%d]", row.Request)
	case row.History >= 0:
		return fmt.Sprintf("history[%d]", row.History)
	case row.Head.Type == history.Other && row.Shown != nil:
		return "screen"
	}
	return "rollout"
}

// rowWhat is role or type.
func rowWhat(row *views.Row) string {
	switch {
	case row.Head.Role != "":
		return Plain(row.Head.Role)
	case row.Head.Type != history.Other:
		return row.Head.Type.String()
	case row.Shown != nil:
		return Plain(string(row.Shown.Kind))
	}
	return Plain(row.Kind)
}

func rowDetail(row *views.Row) string {
	switch {
	case row.Item != nil:
		_, detail := title(row.Item)
		return detail
	case row.Head.Context:
		return "context"
	case row.Head.Phase != "":
		return row.Head.Phase
	case row.Head.Name != "":
		return row.Head.Name + "  " + row.Head.CallID
	}
	return row.Head.CallID
}

// rowText is the first line of what the row says, or of what the screen shows in its place.
func rowText(row *views.Row) string {
	text := row.Head.Text
	if text == "" && row.Shown != nil {
		text = shownText(row.Shown)
	}
	return firstLine(text)
}

func firstLine(text string) string {
	text = strings.TrimSpace(text)
	line, rest, _ := strings.Cut(text, "\n")
	if strings.TrimSpace(rest) != "" {
		line += " …"
	}
	return Plain(line)
}

// shownText is what the screen shows, in one text.
func shownText(s *views.Shown) string {
	text := strings.Join(s.Texts, "\n")
	for _, m := range s.Media {
		text += " (" + mediaName(m) + ")"
	}
	return strings.TrimSpace(text)
}
