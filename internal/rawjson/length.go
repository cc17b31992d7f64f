package rawjson

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Length is the number of bytes of a JSON string's text, found without decoding it. The value must be valid.
func Length(value []byte) int {
	inner := value[1 : len(value)-1]
	bytes, _ := escapes(inner)
	return len(inner) - bytes
}

// Size is the number of bytes and of characters of a JSON string's text, found without decoding it. The value must be valid.
func Size(value []byte) (length, runes int) {
	inner := value[1 : len(value)-1]
	bytes, characters := escapes(inner)
	return len(inner) - bytes, len(inner) - continuations(inner) - characters
}

// escapes is how much longer a text is spelled for the escapes in it, in bytes and in characters.
func escapes(inner []byte) (extraBytes, extraRunes int) {
	for {
		i := bytes.IndexByte(inner, '\\')
		if i < 0 {
			return extraBytes, extraRunes
		}
		size, width := escapeSize(inner[i:])
		extraBytes += size - width
		extraRunes += size - 1
		inner = inner[i+size:]
	}
}

// continuations counts the bytes that continue a UTF-8 sequence: those with the high bits 10.
func continuations(b []byte) (n int) {
	for ; len(b) >= 8; b = b[8:] {
		w := binary.LittleEndian.Uint64(b)
		n += bits.OnesCount64(w & (^w << 1) & highs)
	}
	for _, c := range b {
		if c&0xc0 == 0x80 {
			n++
		}
	}
	return n
}

// escapeSize is how long the escape at the start of b is, and how many bytes of text it stands for.
func escapeSize(b []byte) (size, width int) {
	if b[1] != 'u' {
		return 2, 1
	}
	r, _ := hex4(b, 2)
	if r >= 0xd800 && r <= 0xdfff {
		return 12, 4
	}
	return 6, utf8.RuneLen(r)
}

// Ends decodes the first and the last n bytes or a little more of a JSON string's text. The value must be valid and its
// text longer than both.
func Ends(value []byte, n int) (head, tail string) {
	const longest = 12 // an escaped surrogate pair
	inner := value[1 : len(value)-1]
	first, last := 0, max(0, len(inner)-n*longest/2-longest)
	for text := 0; text < n+utf8.UTFMax && first < len(inner); {
		size, width := 1, 1
		if inner[first] == '\\' {
			size, width = escapeSize(inner[first:])
		}
		first += size
		text += width
	}
	for first < len(inner) && !utf8.RuneStart(inner[first]) {
		first++
	}
	for last > 0 && (escaped(inner, last, -1) || !utf8.RuneStart(inner[last])) {
		last--
	}
	return unquoted(inner[:first]), unquoted(lowHalfDropped(inner[last:]))
}

// lowHalfDropped drops what may be left of an escape that the cut went through: hex digits read as text, or the second
// half of a surrogate pair. Both lie in front of the bytes that were asked for.
func lowHalfDropped(inner []byte) []byte {
	if r, ok := hex4(inner, 2); ok && inner[0] == '\\' && inner[1] == 'u' && r >= 0xdc00 && r <= 0xdfff {
		return inner[6:]
	}
	return inner
}

func unquoted(inner []byte) string {
	quoted := append(append([]byte{'"'}, inner...), '"')
	text, _ := jsontext.AppendUnquote(nil, quoted)
	return string(text)
}
