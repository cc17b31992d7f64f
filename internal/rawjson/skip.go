package rawjson

import "bytes"

// skip moves past one value that is known to be valid. On other input it stops with an error, never past the end.
func (s *scanner) skip() bool {
	if s.i >= len(s.b) {
		return s.stop(ErrEnd)
	}
	switch s.b[s.i] {
	case '"':
		return s.skipString()
	case '{', '[':
		return s.skipContainer()
	}
	start := s.i
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ',', '}', ']', ' ', '\t', '\r', '\n':
			if s.i == start {
				return s.stop(ErrByte)
			}
			return true
		}
		s.i++
	}
	return true
}

func (s *scanner) skipContainer() bool {
	depth := 0
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case '"':
			if !s.skipString() {
				return false
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		s.i++
		if depth == 0 {
			return true
		}
	}
	return s.stop(ErrEnd)
}

func (s *scanner) skipString() bool {
	for i := s.i + 1; ; i++ {
		n := bytes.IndexByte(s.b[i:], '"')
		if n < 0 {
			s.i = len(s.b)
			return s.stop(ErrEnd)
		}
		i += n
		if !escaped(s.b, i, s.i) {
			s.i = i + 1
			return true
		}
	}
}

// escaped reports whether the byte at i stands behind an odd number of backslashes, looking back as far as start.
func escaped(b []byte, i, start int) bool {
	odd := false
	for j := i - 1; j > start && b[j] == '\\'; j-- {
		odd = !odd
	}
	return odd
}

// EndOfString returns the offset past the string that begins at i, or len(b) if it does not end. The bytes must have been
// checked.
func EndOfString(b []byte, i int) int {
	s := scanner{b: b, i: i}
	s.skipString()
	return s.i
}
