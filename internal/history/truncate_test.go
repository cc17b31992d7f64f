package history

import (
	"strings"
	"testing"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"
)

func TestTruncateText(t *testing.T) {
	for _, test := range []struct {
		name, text string
		budget     budget
		want       string
	}{
		{"fits", "abcd", budget{4, false}, "abcd"},
		{"empty", "", budget{0, false}, ""},
		{"bytes", "abcdefghij", budget{4, false}, "ab…6 chars truncated…ij"},
		{"odd budget favours the end", "abcdefghij", budget{5, false}, "ab…5 chars truncated…hij"},
		{"tokens count what is over the budget", "abcdefghijkl", budget{1, true}, "ab…2 tokens truncated…kl"},
		{"zero bytes", "añb", budget{0, false}, "…3 chars truncated…"},
		{"zero tokens", "abcde", budget{0, true}, "…2 tokens truncated…"},
		{"no half characters", "ééééé", budget{4, false}, "é…3 chars truncated…é"},
		{"a character on the edge goes", "aéééb", budget{4, false}, "a…3 chars truncated…b"},
		{"wide", "😀😀😀", budget{9, false}, "😀…1 chars truncated…😀"},
	} {
		if got := truncateText(test.text, test.budget); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestTruncateParts(t *testing.T) {
	text := func(s string) string { return `{"type":"input_text","text":"` + s + `"}` }
	image := `{"type":"input_image","image_url":"data:image/png;base64,AAAA"}`
	for _, test := range []struct {
		name   string
		parts  []string
		budget budget
		want   []string
	}{
		{"all fit", []string{text("abcd"), image}, budget{4, false}, nil},
		{"the second is cut, the third left out", []string{text("abcd"), image, text("efghijkl"), text("mn")}, budget{8, false},
			[]string{text("abcd"), image, text("ef…4 chars truncated…kl"), text("[omitted 1 text items ...]")}},
		{"tokens", []string{text("abcdefgh"), text("i")}, budget{2, true}, []string{text("abcdefgh"), text("[omitted 1 text items ...]")}},
		{"audio that does not fit leaves the budget", []string{`{"type":"input_audio","audio_url":"data:audio/wav;base64,AAAAAAAA"}`, text("a")}, budget{2, true},
			[]string{text("a"), text("[omitted 1 audio items ...]")}},
	} {
		got := string(truncateParts([]byte("["+strings.Join(test.parts, ",")+"]"), test.budget))
		want := ""
		if test.want != nil {
			want = "[" + strings.Join(test.want, ",") + "]"
		}
		if got != want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, want)
		}
	}
}

func TestRecordBudget(t *testing.T) {
	if got := recordBudget(codex.TruncationPolicy{Mode: "bytes", Limit: 10_001}); got.limit != 12_002 {
		t.Errorf("10001 bytes allow %d, want 12002: × 1.2, rounded up", got.limit)
	}
}

// FuzzTruncateString holds the cut on raw JSON against the one on decoded text.
func FuzzTruncateString(f *testing.F) {
	f.Add("plain text of some length", 5, true)
	f.Add("\x00\x01\x02\x03 controls \n\t\"\\", 7, false)
	f.Add("ééé😀😀😀ééé", 3, false)
	f.Fuzz(func(t *testing.T, text string, limit int, tokens bool) {
		text = strings.ToValidUTF8(text, "?")
		b := budget{limit & 0xff, tokens}
		for _, value := range [][]byte{rawjson.AppendString(nil, text), escapedFully(text)} {
			want := truncateText(text, b)
			got := text
			if cut := truncateString(value, b); cut != nil {
				got = rawjson.String(cut)
			}
			if got != want {
				t.Fatalf("truncateString(%s, %v) = %q, want %q", value, b, got, want)
			}
		}
	})
}

// escapedFully spells every character of a text as an escape.
func escapedFully(text string) []byte {
	out := []byte{'"'}
	for _, r := range text {
		if r > 0xffff {
			r -= 0x10000
			out = append(out, escape(0xd800+r>>10)...)
			r = 0xdc00 + r&0x3ff
		}
		out = append(out, escape(r)...)
	}
	return append(out, '"')
}

func escape(r rune) []byte {
	const digits = "0123456789abcdef"
	return []byte{'\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15]}
}
