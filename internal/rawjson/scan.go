package rawjson

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// MaxDepth is the number of nested arrays and objects at which a value is refused.
//
// NOTE(codex): 0.145.0 serde_json's recursion limit is 128: the 128th level is an error and the line is dropped.
const MaxDepth = 128

// Errors of the scanner. They arrive wrapped in a [SyntaxError] that holds the place.
var (
	ErrDepth     = fmt.Errorf("nested deeper than %d levels", MaxDepth-1)
	ErrUTF8      = errors.New("invalid UTF-8 in a string")
	ErrSurrogate = errors.New("lone surrogate in a string")
	ErrControl   = errors.New("raw control character in a string")
	ErrEscape    = errors.New("invalid escape in a string")
	ErrEnd       = errors.New("unexpected end")
	ErrTrailing  = errors.New("more data after the value")
	ErrByte      = errors.New("unexpected byte")
)

// SyntaxError says where in the scanned bytes a value stopped being JSON.
type SyntaxError struct {
	Offset int // bytes from the start of the scanned input
	Err    error
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%v at byte %d", e.Err, e.Offset) }

func (e *SyntaxError) Unwrap() error { return e.Err }

// Check reports whether b is exactly one JSON value, white space around it allowed.
func Check(b []byte) error {
	s := scanner{b: b}
	s.space()
	if !s.value(0) {
		return s.err()
	}
	s.space()
	if s.i != len(b) {
		return &SyntaxError{s.i, ErrTrailing}
	}
	return nil
}

// scanner walks one value. Its methods return false after setting fail.
type scanner struct {
	b     []byte
	i     int
	fail  error
	loose bool // seen: white space between tokens, or an escape that serde_json would not write
}

func (s *scanner) err() error { return &SyntaxError{s.i, s.fail} }

func (s *scanner) stop(err error) bool {
	s.fail = err
	return false
}

// space skips white space. The common case is a compact line with none.
func (s *scanner) space() {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\n', '\r':
			s.i++
			s.loose = true
		default:
			return
		}
	}
}

func (s *scanner) value(depth int) bool {
	if s.i >= len(s.b) {
		return s.stop(ErrEnd)
	}
	switch c := s.b[s.i]; {
	case c == '"':
		return s.str()
	case c == '{':
		return s.object(depth + 1)
	case c == '[':
		return s.array(depth + 1)
	case c == 't':
		return s.literal("true")
	case c == 'f':
		return s.literal("false")
	case c == 'n':
		return s.literal("null")
	case c == '-' || c-'0' < 10:
		return s.number()
	}
	return s.stop(ErrByte)
}

func (s *scanner) object(depth int) bool {
	if depth >= MaxDepth {
		return s.stop(ErrDepth)
	}
	s.i++
	s.space()
	if s.at('}') {
		return true
	}
	for {
		if !s.key() || !s.value(depth) {
			return false
		}
		s.space()
		if s.at('}') {
			return true
		}
		if !s.expect(',') {
			return false
		}
		s.space()
	}
}

// key scans a member's name and its colon.
func (s *scanner) key() bool {
	if s.i >= len(s.b) {
		return s.stop(ErrEnd)
	}
	if s.b[s.i] != '"' {
		return s.stop(ErrByte)
	}
	if !s.str() {
		return false
	}
	s.space()
	if !s.expect(':') {
		return false
	}
	s.space()
	return true
}

func (s *scanner) array(depth int) bool {
	if depth >= MaxDepth {
		return s.stop(ErrDepth)
	}
	s.i++
	s.space()
	if s.at(']') {
		return true
	}
	for {
		if !s.value(depth) {
			return false
		}
		s.space()
		if s.at(']') {
			return true
		}
		if !s.expect(',') {
			return false
		}
		s.space()
	}
}

// at consumes c if it is next.
func (s *scanner) at(c byte) bool {
	if s.i < len(s.b) && s.b[s.i] == c {
		s.i++
		return true
	}
	return false
}

func (s *scanner) expect(c byte) bool {
	if s.at(c) {
		return true
	}
	if s.i >= len(s.b) {
		return s.stop(ErrEnd)
	}
	return s.stop(ErrByte)
}

func (s *scanner) literal(word string) bool {
	if len(s.b)-s.i < len(word) {
		return s.stop(ErrEnd)
	}
	if string(s.b[s.i:s.i+len(word)]) != word {
		return s.stop(ErrByte)
	}
	s.i += len(word)
	return true
}

func (s *scanner) number() bool {
	s.at('-')
	if !s.at('0') && !s.digits() {
		return s.stop(ErrByte)
	}
	if s.at('.') && !s.digits() {
		return s.stop(ErrByte)
	}
	if s.i < len(s.b) && s.b[s.i]|0x20 == 'e' {
		s.i++
		if !s.at('+') {
			s.at('-')
		}
		if !s.digits() {
			return s.stop(ErrByte)
		}
	}
	return true
}

func (s *scanner) digits() bool {
	start := s.i
	for s.i < len(s.b) && s.b[s.i]-'0' < 10 {
		s.i++
	}
	return s.i > start
}

// str scans a string, from its opening quote to past its closing one.
func (s *scanner) str() bool {
	start := s.i + 1
	s.i = start
	ascii := true
	for {
		s.i = plain(s.b, s.i, &ascii)
		if s.i >= len(s.b) {
			s.i = len(s.b)
			return s.stop(ErrEnd)
		}
		switch s.b[s.i] {
		case '"':
			if !ascii && !utf8.Valid(s.b[start:s.i]) {
				return s.stop(ErrUTF8)
			}
			s.i++
			return true
		case '\\':
			if !s.escape() {
				return false
			}
		default:
			return s.stop(ErrControl)
		}
	}
}
