package rawjson

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plain returns the index of the first byte at or after i that ends a run of string text: a quote, a control character or
// an escape that has to be looked at; len(b) or more if there is none. Short escapes are part of the run. It clears ascii
// when the run holds a byte above 0x7f.
//
// Eight bytes at a time: a byte of x is zero iff (x-ones)&^x has its high bit set, for the lowest such byte.
func plain(b []byte, i int, ascii *bool) int {
	var seen uint64
	for i+8 <= len(b) {
		w := binary.LittleEndian.Uint64(b[i:])
		quote := w ^ ones*'"'
		slash := w ^ ones*'\\'
		stop := ((quote-ones)&^quote | (slash-ones)&^slash | (w-ones*0x20)&^w) & highs
		if stop == 0 {
			seen |= w
			i += 8
			continue
		}
		n := bits.TrailingZeros64(stop) &^ 7
		seen |= w & (1<<n - 1)
		i += n / 8
		if b[i] != '\\' || i+1 >= len(b) || !shortEscape[b[i+1]] {
			*ascii = *ascii && seen&highs == 0
			return i
		}
		i += 2
	}
	for ; i < len(b); i++ {
		c := b[i]
		if c == '"' || c == '\\' || c < 0x20 {
			break
		}
		seen |= uint64(c)
	}
	*ascii = *ascii && seen&highs == 0
	return i
}

// shortEscape marks what may follow a backslash where serde_json would write it so itself.
var shortEscape = [256]bool{'"': true, '\\': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// escape scans one escape sequence from its backslash; a surrogate pair counts as one.
func (s *scanner) escape() bool {
	if s.i+1 >= len(s.b) {
		s.i = len(s.b)
		return s.stop(ErrEnd)
	}
	switch s.b[s.i+1] {
	case '"', '\\', 'b', 'f', 'n', 'r', 't':
		s.i += 2
		return true
	case '/':
		s.loose = true
		s.i += 2
		return true
	case 'u':
		return s.unicode()
	}
	return s.stop(ErrEscape)
}

func (s *scanner) unicode() bool {
	r, ok := hex4(s.b, s.i+2)
	if !ok {
		return s.stop(ErrEscape)
	}
	if !canonicalEscape(r, s.b[s.i+2:s.i+6]) {
		s.loose = true
	}
	if r < 0xd800 || r > 0xdfff {
		s.i += 6
		return true
	}
	low, ok := hex4(s.b, s.i+8)
	if r >= 0xdc00 || !ok || s.b[s.i+6] != '\\' || s.b[s.i+7] != 'u' || low < 0xdc00 || low > 0xdfff {
		return s.stop(ErrSurrogate)
	}
	s.i += 12
	return true
}

// canonicalEscape reports whether serde_json itself writes \uXXXX for r: control characters without a short form, in
// lower-case digits.
func canonicalEscape(r rune, digits []byte) bool {
	switch r {
	case '\b', '\f', '\n', '\r', '\t':
		return false
	}
	if r >= 0x20 {
		return false
	}
	return digits[3] < 'A' || digits[3] > 'F'
}

func hex4(b []byte, i int) (rune, bool) {
	if i+4 > len(b) {
		return 0, false
	}
	var r rune
	for _, c := range b[i : i+4] {
		switch {
		case c-'0' < 10:
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// Text decodes a JSON string. The value must have been scanned before; ok is false if it is no string.
func Text(value []byte) (text []byte, ok bool) {
	if len(value) < 2 || value[0] != '"' {
		return nil, false
	}
	inner := value[1 : len(value)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return inner, true
	}
	text, err := jsontext.AppendUnquote(nil, value)
	return text, err == nil
}

// String is Text as a string; "" if the value is no string.
func String(value []byte) string {
	text, _ := Text(value)
	return string(text)
}

// AppendString appends text as serde_json writes it: control characters, quote and backslash escaped, nothing else.
// Invalid UTF-8 becomes U+FFFD.
func AppendString[T []byte | string](dst []byte, text T) []byte {
	dst, _ = jsontext.AppendQuote(dst, text) // its only error is invalid UTF-8, already replaced
	return dst
}
