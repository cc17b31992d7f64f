package render

import (
	"strings"
	"unicode/utf8"
)

// minWrap is the narrowest column that words are wrapped to.
const minWrap = 24

// wrap breaks a text at spaces into lines of a width; one line where there is no terminal. A longer word stays whole.
func wrap(text string, width int) (lines []string) {
	if width <= 0 || utf8.RuneCountInString(text) <= width {
		return []string{text}
	}
	width = max(width, minWrap)
	line := ""
	for word := range strings.SplitSeq(text, " ") {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
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
	if len(text) <= width || utf8.RuneCountInString(text) <= width {
		return text
	}
	kept := 0
	for i := range text {
		if kept == width-1 {
			return text[:i] + "…"
		}
		kept++
	}
	return text
}
