package compare

import (
	"bytes"

	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Divergence is where two inputs begin to differ. Whatever the server has cached of the first is of use up to here only.
type Divergence struct {
	Path   string         // the innermost value that holds the byte, by the second body's indexes
	Item   int            // index of its item; that of the first item behind the shorter input, where one begins with the other
	Offset int64          // of the first differing byte in the encoded input, whose bracket is 0
	Was    jsontext.Value // the values at the path, nil where there is none
	Now    jsontext.Value
	Cause  Cause
}

// Prefix is what two inputs begin with.
type Prefix struct {
	Items  int   `json:"items"`
	Bytes  int64 `json:"bytes"` // of the items as they are sent
	Tokens int   `json:"estimated_tokens"`
}

// diverge finds the first differing byte of the inputs behind their common prefix; nil if they are equal.
func diverge(a, b *Body, prefix Prefix) *Divergence {
	n := prefix.Items
	if n == len(a.Items) && n == len(b.Items) {
		return nil
	}
	d := &Divergence{Path: itemPath(n), Item: n, Offset: 1 + prefix.Bytes + int64(max(n-1, 0))}
	switch {
	case n == len(a.Items):
		d.Now = b.Sent(n)
	case n == len(b.Items):
		d.Was = a.Sent(n)
	default:
		was, now := a.Sent(n), b.Sent(n)
		if n > 0 {
			d.Offset++ // the comma
		}
		d.Offset += int64(commonBytes(was, now))
		d.Path, d.Was, d.Now = firstDifference(d.Path, was, now)
	}
	return d
}

func commonBytes(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// firstDifference finds the innermost value that holds the first differing byte of two values.
func firstDifference(path string, a, b []byte) (at string, was, now []byte) {
	switch {
	case rawjson.IsObject(a) && rawjson.IsObject(b):
		return firstMember(path, a, b)
	case isArray(a) && isArray(b):
		return firstElement(path, a, b)
	}
	return path, a, b
}

func firstMember(path string, a, b []byte) (at string, was, now []byte) {
	x, y := rawjson.Walk(a), rawjson.Walk(b)
	for {
		more, other := x.Next(), y.Next()
		switch {
		case !more && !other:
			return path, a, b
		case !other || more && !bytes.Equal(x.Name, y.Name) && rawjson.Field(b, string(x.Name)) == nil:
			return memberPath(path, string(x.Name)), x.Value, nil
		case !more || rawjson.Field(a, string(y.Name)) == nil:
			return memberPath(path, string(y.Name)), nil, y.Value
		case !bytes.Equal(x.Name, y.Name):
			return path, a, b // the same members in another order
		case !bytes.Equal(x.Value, y.Value):
			return firstDifference(memberPath(path, string(x.Name)), x.Value, y.Value)
		}
	}
}

func firstElement(path string, a, b []byte) (at string, was, now []byte) {
	x, y := rawjson.Walk(a), rawjson.Walk(b)
	for i := 0; ; i++ {
		more, other := x.NextElement(), y.NextElement()
		at = elementPath(path, i)
		switch {
		case !more && !other:
			return path, a, b
		case !other:
			return at, x.Value, nil
		case !more:
			return at, nil, y.Value
		case !bytes.Equal(x.Value, y.Value):
			return firstDifference(at, x.Value, y.Value)
		}
	}
}
