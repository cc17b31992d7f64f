package provenance

import (
	"strings"
	"testing"
)

// TestSameLines: brackets stand around the place in either text.
func TestSameLines(t *testing.T) {
	for _, c := range []struct{ name, was, now string }{
		{"another place", "a\nuse [tabs]\nb", "use [tabs]\nb"},
		{"a line that only ends so", "[use tabs]", "never use tabs"},
		{"gone", "a\n[b]", "a"},
		{"the first of two", "[x]\ny\nx", "[x]\nz\nx"},
		{"the second of two", "x\ny\n[x]", "x\nz\n[x]"},
		{"the second of two, one is left", "x\ny\n[x]", "y\n[x]"},
		{"several lines", "a\nb\n[a\nb]", "a\nb\n\n[a\nb]"},
		{"an empty text", "[]", "[]"},
	} {
		was, from, to := unmarked(c.was)
		now, begin, end := unmarked(c.now)
		start, stop, ok := sameLines(was, now, from, to)
		if want := begin >= 0; ok != want || ok && (start != begin || stop != end) {
			t.Errorf("%s: %d to %d, %v; want %d to %d", c.name, start, stop, ok, begin, end)
		}
	}
}

// unmarked takes the brackets out of a text; from is -1 where there are none.
func unmarked(text string) (plain string, from, to int) {
	from = strings.IndexByte(text, '[')
	to = strings.IndexByte(text, ']') - 1
	return strings.NewReplacer("[", "", "]", "").Replace(text), from, to
}
