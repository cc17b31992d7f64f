package render

import (
	"bufio"
	"io"

	"promptctl/internal/compile"
	"promptctl/internal/rollout"
)

// HTML prints a request as a page.
func HTML(w *bufio.Writer, r *compile.Request, thread *rollout.Thread) error {
	t := Text{Thread: thread}
	page := htmlRequest{}
	for _, f := range facts(r, thread) {
		page.Facts = append(page.Facts, htmlFact{Name: f.name, Text: f.text})
	}
	if r.Prompt.Instructions != "" && r.Encoding == compile.Responses {
		page.Items = append(page.Items, htmlItem{
			ID: "instructions", Class: "developer", Path: "instructions", Parts: []htmlPart{textPart("", r.Prompt.Instructions)},
		})
	}
	for i, it := range r.Input {
		item := newHTMLItem(it, i, t.origin(it))
		item.Notes = t.changes(r, i)
		page.Items = append(page.Items, item)
	}
	return Page(w, headline(r), func(w io.Writer) error { return parts().ExecuteTemplate(w, "request", page) })
}
