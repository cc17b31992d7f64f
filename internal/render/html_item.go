package render

import (
	"fmt"
	"html/template"
	"strings"

	"promptctl/internal/history"
)

// htmlFact is a row above the items.
type htmlFact struct{ Mark, Name, Text, Told string }

// htmlItem is one item as a page shows it.
type htmlItem struct {
	ID     string // what the address names it by; "" for none
	Class  string // whose it is, and what became of it
	Mark   string
	Path   string
	What   string
	Detail string
	Where  string
	Badges []htmlBadge
	Notes  []string
	Parts  []htmlPart
}

// htmlPart is one content entry: a text, folded if it has a summary; an image; or the lines of a diff.
type htmlPart struct {
	Label   string
	Text    string
	Summary string
	Image   template.URL
	Lines   []htmlLine
}

type htmlLine struct {
	Class, Mark string
	Words       []htmlWord
}

type htmlWord struct{ Class, Text string }

// htmlRequest is a request as a page shows it.
type htmlRequest struct {
	Facts []htmlFact
	Items []htmlItem
}

// newHTMLItem shows an item. where says where it comes from.
func newHTMLItem(it *history.ResponseItem, index int, where string) htmlItem {
	what, detail := title(it)
	return htmlItem{
		ID: htmlID(index), Class: itemClass(it), Path: rangeName(index, index), What: what, Detail: Plain(detail),
		Where: where, Parts: htmlParts(it),
	}
}

// htmlID is what the address of a page names an item by.
func htmlID(index int) string { return fmt.Sprintf("input-%d", index) }

// itemClass says whose an item is, as colours of a terminal do.
func itemClass(it *history.ResponseItem) string {
	switch {
	case it.Type == history.Message && it.Role() == "developer":
		return "developer"
	case it.Context():
		return "context"
	case it.Type == history.Message && it.Role() == "assistant":
		return "assistant"
	case it.Type == history.Message:
		return "user"
	case it.Type == history.Reasoning:
		return "reasoning"
	}
	return "tool"
}

// htmlParts are the entries of an item, or what else it says as one.
func htmlParts(it *history.ResponseItem) (list []htmlPart) {
	content := it.Content()
	for i, p := range content {
		label := p.Fragment
		if len(content) > 1 {
			label = strings.TrimSpace(fmt.Sprintf("[%d] %s", i, p.Fragment))
		}
		list = append(list, htmlContent(label, p))
	}
	if len(content) == 0 || it.Type == history.Reasoning {
		text := unindent(itemText(it))
		if it.Type == history.Reasoning {
			text = encryptedNote(it)
		}
		if text != "" {
			list = append(list, textPart("", text))
		}
	}
	return list
}

func encryptedNote(it *history.ResponseItem) string {
	if n := len(it.Text(history.FieldEncryptedContent)); n > 0 {
		return counted(n, "byte") + " encrypted"
	}
	return ""
}

func htmlContent(label string, p history.Part) htmlPart {
	switch {
	case p.Kind == "input_image" && inlineImage(p.Text):
		return htmlPart{Label: label, Image: template.URL(p.Text), Text: mediaName(p.Text)}
	case p.Kind == "input_image" || p.Kind == "input_audio":
		return htmlPart{Label: label, Text: "(" + p.Kind + ") " + Plain(mediaName(p.Text))}
	case p.Kind == "encrypted_content":
		return htmlPart{Label: label, Text: counted(len(p.Text), "byte") + " encrypted"}
	}
	return textPart(label, p.Text)
}

// inlineImage reports whether a URL is a picture that stands in it whole. Nothing else is put into a page as an image: what
// points elsewhere would be loaded, and vector graphics are documents of their own.
func inlineImage(url string) bool {
	for _, kind := range []string{"png", "jpeg", "gif", "webp"} {
		if data, ok := strings.CutPrefix(url, "data:image/"+kind+";base64,"); ok {
			return data != "" && !strings.ContainsFunc(data, func(r rune) bool {
				return r != '+' && r != '/' && r != '=' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
			})
		}
	}
	return false
}

// Longer texts are folded in a page.
const (
	openLines = 16
	openBytes = 2000
)

func textPart(label, text string) htmlPart {
	text = strings.TrimSuffix(text, "\n")
	p := htmlPart{Label: label, Text: plainText(text)}
	lines := strings.Count(text, "\n") + 1
	if lines > openLines || len(text) > openBytes {
		first, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
		p.Summary = fmt.Sprintf("%s … %s, %s", Plain(briefly(first, 100)), counted(lines, "line"), counted(len(text), "byte"))
	}
	return p
}

// plainText is [Plain] for a text of several lines, whose ends and tabs stay.
func plainText(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		cells := strings.Split(line, "\t")
		for k, cell := range cells {
			cells[k] = Plain(cell)
		}
		lines[i] = strings.Join(cells, "\t")
	}
	return strings.Join(lines, "\n")
}
