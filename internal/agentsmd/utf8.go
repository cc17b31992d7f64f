package agentsmd

import "unicode/utf8"

// validPrefix is how many bytes are UTF-8.
func validPrefix(raw []byte) int {
	n := 0
	for n < len(raw) {
		if raw[n] < utf8.RuneSelf {
			n++
			continue
		}
		r, size := utf8.DecodeRune(raw[n:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		n += size
	}
	return n
}

// subpart is the length of the longest piece at the start of raw, which is no UTF-8, that could begin a letter; 1 if none.
func subpart(raw []byte) int {
	low, high := byte(0x80), byte(0xbf)
	want := 0
	switch c := raw[0]; {
	case c >= 0xc2 && c <= 0xdf:
		want = 1
	case c == 0xe0:
		want, low = 2, 0xa0
	case c == 0xed:
		want, high = 2, 0x9f
	case c >= 0xe1 && c <= 0xef:
		want = 2
	case c == 0xf0:
		want, low = 3, 0x90
	case c == 0xf4:
		want, high = 3, 0x8f
	case c >= 0xf1 && c <= 0xf3:
		want = 3
	}
	n := 1
	for n <= want && n < len(raw) && raw[n] >= low && raw[n] <= high {
		n++
		low, high = 0x80, 0xbf
	}
	return n
}
