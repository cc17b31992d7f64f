package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain makes a text safe for one line of a terminal: controls, bidirectional marks, invisible and tag characters and
// invalid UTF-8 are shown as escapes. Everything else stays.
func Plain(s string) string {
	if harmless(s) {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&out, `\x%02x`, s[i])
		case r == '\n':
			out.WriteString(`\n`)
		case r == '\t':
			out.WriteString(`\t`)
		case r == '\r':
			out.WriteString(`\r`)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&out, `\x%02x`, r)
		case deceptive(r) && r > 0xffff:
			fmt.Fprintf(&out, `\U%08x`, r)
		case deceptive(r):
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteString(s[i : i+n])
		}
		i += n
	}
	return out.String()
}

func harmless(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return !strings.ContainsFunc(s, func(r rune) bool {
				return r < 0x20 || r == 0x7f || r == utf8.RuneError || deceptive(r)
			})
		}
	}
	return true
}

// deceptive knows characters that change how others are shown, or that are not shown themselves.
func deceptive(r rune) bool {
	switch {
	case r < 0x80:
		return false
	case r <= 0x9f: // C1 controls
		return true
	case unicode.Is(unicode.Cf, r): // bidirectional and zero-width marks, tags, soft hyphen
		return true
	case r == '\u2028' || r == '\u2029' || r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0':
		return true
	}
	return unicode.Is(unicode.Variation_Selector, r) && r > 0xffff
}
