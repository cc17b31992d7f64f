package render

import (
	"slices"
	"testing"
)

func TestBriefly(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 0, ""},
		{"short", 5, "short"},
		{"longer", 5, "long…"},
		{"höher", 5, "höher"},
		{"größer", 5, "größ…"},
		{"no room", 1, "…"},
		{"世界", 4, "世界"},
		{"世界人", 5, "世界…"},
		{"世界人", 4, "世…"},
		{"e\u0301te\u0301", 3, "e\u0301te\u0301"},
		{"\xff\xfe\xfd", 2, "\xff…"},
		{"no room", 0, "…"},
		{"no room", -7, "…"},
	} {
		if got := briefly(c.text, c.width); got != c.want {
			t.Errorf("briefly(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"one two three four five six", 0, []string{"one two three four five six"}},
		{"one two three four five six", -3, []string{"one two three four five six"}},
		{"one two three four five six", 27, []string{"one two three four five six"}},
		{"one two three four five six", 26, []string{"one two three four five", "six"}},
		{"one two three four five six", 3, []string{"one two three four five", "six"}},
		{"thisisawordthatislongerthanthewidth two", 30, []string{"thisisawordthatislongerthanthewidth", "two"}},
	} {
		if got := wrap(c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("wrap(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}
