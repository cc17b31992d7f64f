package render

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sergi/go-diff/diffmatchpatch"
)

// TestDiffTokens: what is equal or gone is the first list, what is equal or new the second, however long they are.
func TestDiffTokens(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	list := func(n, kinds int) (tokens []string) {
		for range n {
			tokens = append(tokens, string(rune('a'+random.IntN(kinds))))
		}
		return tokens
	}
	for range 300 {
		checkTokens(t, list(random.IntN(30), 4), list(random.IntN(30), 4))
	}
	long := list(tokenLimit, 20)
	other := slices.Clone(long)
	other[100], other[tokenLimit-100] = "new", "newer"
	checkTokens(t, long, other)
	checkTokens(t, long, nil)
	checkTokens(t, nil, nil)
}

func checkTokens(t *testing.T, a, b []string) {
	t.Helper()
	var was, now []string
	for _, e := range diffTokens(a, b) {
		if len(e.tokens) == 0 {
			t.Error("an empty edit")
		}
		if e.kind != diffmatchpatch.DiffInsert {
			was = append(was, e.tokens...)
		}
		if e.kind != diffmatchpatch.DiffDelete {
			now = append(now, e.tokens...)
		}
	}
	if !slices.Equal(was, a) || !slices.Equal(now, b) {
		t.Errorf("%d and %d tokens of %d and %d", len(was), len(now), len(a), len(b))
	}
}

func TestTextDiff(t *testing.T) {
	long := strings.Repeat("x", 500)
	for _, c := range []struct {
		name     string
		diff     textDiff
		was, now string
		want     string
	}{
		{"lines", textDiff{context: 1}, "0\na\nb\nc\nd\n", "0\na\nb\nC\nd\n", "  … 2 equal lines\n  b\n- c\n+ C\n  d\n"},
		{"a line end at the end", textDiff{context: 1}, "a", "a\n", "  a\n+\n"},
		{"from nothing", textDiff{}, "", "a\nb\n", "+ a\n+ b\n"},
		{"to nothing", textDiff{}, "a\n", "", "- a\n"},
		{"controls", textDiff{}, "a\x1b[2J", "a\u202e", "- a\\x1b[2J\n+ a\\u202e\n"},
		{"words", textDiff{words: true}, "one two three\n", "one 2 three\n", "~ one [-two-]{+2+} three\n"},
		{"words over lines", textDiff{words: true}, "a b\nc d\n", "a x\nc y\n", "~ a [-b-]{+x+}\n  c [-d-]{+y+}\n"},
		{"folded", textDiff{fold: 2}, "", "1\n2\n3\n4\n5\n", "+ 1\n+ … 3 lines more\n+ 5\n"},
		{"a long line", textDiff{}, long + "a", long + "b",
			"- 400 bytes … " + long[:100] + "a\n+ 400 bytes … " + long[:100] + "b\n"},
		{"columns", textDiff{columns: true, style: Style{Width: 35}}, "a\nb\nlonger than a column\n", "a\nB\nc\nlonger than a column\n",
			"… 1 equal line\nb                | B\n                 > c\n… 1 equal line\n"},
		{"wrapped columns", textDiff{columns: true, style: Style{Width: 35}}, "0123456789abcdefghij", "0123456789", "0123456789abcdef | 0123456789\nghij             |\n"},
	} {
		var out strings.Builder
		c.diff.print(&out, c.was, c.now)
		if diff := cmp.Diff(c.want, out.String()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
