package render

import (
	"testing"
	"unicode/utf8"
)

func TestColumnsFit(t *testing.T) {
	row := stepRow{"12345", "123.45", "18:34:22", "result of a_tool_with_a_long_name", "1,234", "+1,234", "1,234,567", "1,234,567", "1,234,567", "stable"}
	for width, longest := range map[int]int{0: 100, 200: 100, 102: 100, 101: 90, 90: 88, 80: 78} {
		if got := utf8.RuneCountInString(columnsFor(width).line(row)); got > longest {
			t.Errorf("on %d columns a row takes %d, want %d at most", width, got, longest)
		}
	}
}
