package rawjson

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// Member is one name and value of an object, as spans of the bytes it was read from.
type Member struct {
	Name  []byte // decoded
	Value []byte // raw
	Start int    // offset of the name's opening quote in the object, or of the element in the array
	End   int    // offset past the value
}

// Members walks the members of an object or, with [Members.NextElement], the elements of an array.
//
//	for m := rawjson.Walk(object); m.Next(); {
//		use(m.Name, m.Value)
//	}
//
// Check [Members.Err] after the loop.
type Members struct {
	Member
	s       scanner
	trusted bool
	begun   bool
	done    bool
	err     error
}

// Walk walks a container that was checked before. Values are skipped, not checked again: this costs a fraction of a check.
func Walk(container []byte) *Members { return &Members{s: scanner{b: container}, trusted: true} }

// WalkChecked walks a container that nobody has checked. Each value is checked before it is handed out.
func WalkChecked(container []byte) *Members { return &Members{s: scanner{b: container}} }

// Next advances to the next member of an object.
func (m *Members) Next() bool {
	if !m.advance('{', '}') {
		return false
	}
	m.Start = m.s.i
	if !m.s.key() {
		return m.failed()
	}
	m.Name = m.name()
	return m.take()
}

// NextElement advances to the next element of an array.
func (m *Members) NextElement() bool {
	if !m.advance('[', ']') {
		return false
	}
	m.Start = m.s.i
	return m.take()
}

func (m *Members) take() bool {
	from := m.s.i
	ok := false
	if m.trusted {
		ok = m.s.skip()
	} else {
		ok = m.s.value(1)
	}
	if !ok {
		return m.failed()
	}
	m.End = m.s.i
	m.Value = m.s.b[from:m.s.i]
	return true
}

// name decodes the member name whose quote stands at Start.
func (m *Members) name() []byte {
	b := m.s.b[m.Start+1:]
	n := bytes.IndexByte(b, '"')
	if bytes.IndexByte(b[:n], '\\') < 0 {
		return b[:n]
	}
	text, _ := jsontext.AppendUnquote(nil, m.s.b[m.Start:bytes.LastIndexByte(m.s.b[:m.s.i], '"')+1])
	return text
}

// advance moves to the next member or element, past its comma; false at the end or on an error.
func (m *Members) advance(open, shut byte) bool {
	if m.done {
		return false
	}
	first := !m.begun
	m.begun = true
	m.s.space()
	if first {
		if !m.s.expect(open) {
			return m.failed()
		}
		m.s.space()
	}
	if m.s.at(shut) {
		m.done = true
		return false
	}
	if !first {
		if !m.s.expect(',') {
			return m.failed()
		}
		m.s.space()
	}
	return true
}

func (m *Members) failed() bool {
	m.done = true
	m.err = m.s.err()
	return false
}

// Err is the reason why the walk stopped early, a [*SyntaxError], or nil.
func (m *Members) Err() error { return m.err }

// Rest returns the offset past the container's closing bracket; it is meaningful once Next has returned false without error.
func (m *Members) Rest() int { return m.s.i }

// Loose reports whether the bytes walked so far are not what serde_json would write: white space between tokens, or an
// escape where it writes none. Only a checked walk looks into values.
func (m *Members) Loose() bool { return m.s.loose }

// Field returns the raw value of the first member with that name, or nil. The object must have been checked.
func Field(object []byte, name string) []byte {
	for m := Walk(object); m.Next(); {
		if string(m.Name) == name {
			return m.Value
		}
	}
	return nil
}

// Canonical rewrites a value as serde_json writes it: no white space, minimal escapes. Key order and number spelling stay.
// The value must be valid.
func Canonical(value []byte) []byte {
	v := jsontext.Value(bytes.Clone(value))
	if err := v.Format(jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(false)); err != nil {
		return value
	}
	return v
}
