package render

import (
	"strings"

	"promptctl/internal/history"

	"github.com/fatih/color"
)

// Style says how text may be shown.
type Style struct {
	Color bool
	Width int // columns of the terminal, 0 for a pipe
}

// paint colours a text if colours are on. Marks and words carry the meaning without it.
func (s Style) paint(text string, attributes ...color.Attribute) string {
	if !s.Color || text == "" {
		return text
	}
	c := color.New(attributes...)
	c.EnableColor()
	return c.Sprint(text)
}

func (s Style) faint(text string) string   { return s.paint(text, color.Faint) }
func (s Style) bold(text string) string    { return s.paint(text, color.Bold) }
func (s Style) warning(text string) string { return s.paint(text, color.FgYellow, color.Bold) }

func (s Style) failure(text string) string { return s.paint(text, color.FgRed, color.Bold) }

// role colours a word by whose item it is.
func (s Style) role(text string, it *history.ResponseItem) string {
	switch {
	case it.Type == history.Message && it.Role() == "developer":
		return s.paint(text, color.FgBlue, color.Bold)
	case it.Context():
		return s.paint(text, color.FgCyan, color.Bold)
	case it.Type == history.Message && it.Role() == "assistant":
		return s.paint(text, color.FgMagenta, color.Bold)
	case it.Type == history.Message:
		return s.paint(text, color.FgGreen, color.Bold)
	case it.Type == history.Reasoning:
		return s.paint(text, color.Faint)
	}
	return s.paint(text, color.FgYellow, color.Bold)
}

// room is how wide a text may be behind an indent; 0 for a pipe, which has no end.
func (s Style) room(indent int) int {
	if s.Width == 0 {
		return 0
	}
	return max(minWrap, s.Width-indent)
}

// gap is the blank between a line and what stands at its right: up to the column of such, or as far as there is room.
func (s Style) gap(line, right string) string {
	column := s.column()
	if s.Width > 0 {
		column = min(column, s.Width-columnsOf(right))
	}
	return strings.Repeat(" ", max(2, column-columnsOf(line)))
}

// column is where references to the rollout stand.
func (s Style) column() int {
	const usual = 84
	if s.Width == 0 {
		return usual
	}
	return max(40, min(usual, s.Width-16))
}
