package render

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// columnsOf is how many columns of a terminal a text takes: wide letters take two, marks above others none.
func columnsOf(text string) (n int) {
	for _, r := range text {
		n += runeColumns(r)
	}
	return n
}

func runeColumns(r rune) int {
	if r < 0x300 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// minWrap is the narrowest column that words are wrapped to.
const minWrap = 24

// wrap breaks a text at spaces into lines of a width; one line where there is no terminal. A longer word stays whole.
func wrap(text string, width int) (lines []string) {
	if width <= 0 || columnsOf(text) <= width {
		return []string{text}
	}
	width = max(width, minWrap)
	line := ""
	for word := range strings.SplitSeq(text, " ") {
		if line != "" && columnsOf(line)+1+columnsOf(word) > width {
			lines = append(lines, line)
			line = word
			continue
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// briefly cuts a text to a width, however little room there is.
func briefly(text string, width int) string {
	width = max(width, 1)
	taken, end := 0, 0 // the part that leaves room for the mark behind it
	for i, r := range text {
		if taken < width {
			end = i
		}
		if taken += runeColumns(r); taken > width {
			return text[:end] + "…"
		}
	}
	return text
}
