package render

import (
	"fmt"
	"strings"
)

// stepRow is a line of the table of steps.
type stepRow struct {
	step, turn, time, cause, items, added, tokens, reported, cached, prefix string
}

// columns is how the table is laid out.
type columns struct {
	cause  int  // the width of the cause
	cached bool // what the server had cached is shown
}

// columnsFor fits the table into a terminal: on a narrow one the cause is shortened, and what was cached is left out. Width 0
// is no terminal.
func columnsFor(width int) columns {
	const (
		whole  = 102
		cached = 10
		cause  = 24
	)
	if width == 0 || width >= whole {
		return columns{cause, true}
	}
	return columns{min(max(cause-(whole-cached-width), 12), cause), false}
}

func (c columns) line(r stepRow) string {
	cached := ""
	if c.cached {
		cached = fmt.Sprintf(" %9s", r.cached)
	}
	line := fmt.Sprintf("%5s %6s  %-9s %-*s %6s %6s %9s %9s%s  %s",
		r.step, r.turn, r.time, c.cause, shorten(r.cause, c.cause), r.items, r.added, r.tokens, r.reported, cached, r.prefix)
	return strings.TrimRight(line, " ")
}

func shorten(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	return string(runes[:width-1]) + "…"
}
