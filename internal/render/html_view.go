package render

import (
	"bufio"
	"io"
	"strings"

	"promptctl/internal/views"
)

// htmlBadge says of a view whether it has a row.
type htmlBadge struct{ Class, Text string }

// html prints the views as a page: an item for each row, with the views that have it and why others do not.
func (v *Views) html(w *bufio.Writer, a *views.Aligned, rows []*views.Row) error {
	page := htmlRequest{}
	for i := 0; i < len(rows); {
		if n := v.gone(rows[i:]); n > 1 {
			page.Items = append(page.Items, v.htmlGone(rows[i:i+n]))
			i += n
			continue
		}
		page.Items = append(page.Items, v.htmlRow(rows[i]))
		i++
	}
	return Page(w, v.headline(a, rows), func(w io.Writer) error { return parts().ExecuteTemplate(w, "request", page) })
}

// htmlGone is a run of rows that left history by one line, with a line for each behind it.
func (v *Views) htmlGone(rows []*views.Row) htmlItem {
	var lines []string
	for _, row := range rows {
		line := v.where(row) + "  " + rowWhat(row)
		if text := rowText(row); text != "" {
			line += "  " + briefly(text, excerptSize)
		}
		lines = append(lines, line)
	}
	return htmlItem{
		Class: "same", Path: counted(len(rows), "row"), Detail: strings.TrimPrefix(v.folded(rows), "… "+counted(len(rows), "row")+", "),
		Parts: []htmlPart{{Summary: "what they are", Text: strings.Join(lines, "\n")}},
	}
}

func (v *Views) htmlRow(row *views.Row) htmlItem {
	item := htmlItem{Class: "tool", Path: rowName(row), What: rowWhat(row), Detail: Plain(rowDetail(row)), Where: v.where(row)}
	if row.Request >= 0 {
		item.ID = htmlID(row.Request)
	}
	if v.Filter.View == "" {
		for _, view := range views.Views() {
			badge := htmlBadge{"absent", viewName(view)}
			if row.Has(view) {
				badge.Class = "present"
			}
			item.Badges = append(item.Badges, badge)
		}
	}
	for _, m := range row.Marks {
		if v.Filter.View == "" || m.View == v.Filter.View {
			item.Notes = append(item.Notes, markSign(m.Reason)+" "+viewName(m.View)+"  "+v.markText(m))
		}
	}
	v.htmlTexts(&item, row)
	return item
}

// htmlTexts shows what a row says: the item where there is one, and what the screen shows where that is another text.
func (v *Views) htmlTexts(item *htmlItem, row *views.Row) {
	shown := ""
	if row.Shown != nil {
		shown = shownText(row.Shown)
	}
	switch {
	case v.Filter.View == views.Screen:
		item.Parts = []htmlPart{textPart("", shown)}
		return
	case row.Item != nil:
		item.Class, item.Parts = itemClass(row.Item), htmlParts(row.Item)
	case row.Head.Text != "":
		item.Parts = []htmlPart{textPart("", row.Head.Text)}
	}
	if shown != "" && (row.Item == nil && row.Head.Text == "" || differsOnScreen(row)) {
		item.Parts = append(item.Parts, textPart("screen", shown))
	}
}

func differsOnScreen(row *views.Row) bool {
	for _, m := range row.Marks {
		if m.View == views.Screen && (m.Reason == views.Differs || m.Reason == views.Stripped) {
			return true
		}
	}
	return false
}
