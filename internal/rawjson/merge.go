package rawjson

import (
	"bytes"
	"slices"
	"strings"
)

// object is an object's members by name: the last of those that share a name, at the place of the first, as serde_json keeps
// them.
type object struct {
	names  []string
	values map[string][]byte
}

func readObject(value []byte) object {
	o := object{values: map[string][]byte{}}
	for m := Walk(value); m.Next(); {
		o.set(string(m.Name), m.Value)
	}
	return o
}

func (o *object) set(name string, value []byte) {
	if _, known := o.values[name]; !known {
		o.names = append(o.names, name)
	}
	o.values[name] = value
}

// bytes writes the members that still have a value.
func (o *object) bytes() []byte {
	out := []byte{'{'}
	for _, name := range o.names {
		value, there := o.values[name]
		if !there {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(AppendString(out, name), ':')
		out = append(out, value...)
	}
	return append(out, '}')
}

// IsObject reports whether a checked value is an object.
func IsObject(value []byte) bool {
	value = bytes.TrimLeft(value, " \t\r\n")
	return len(value) > 0 && value[0] == '{'
}

func isNull(value []byte) bool { return string(bytes.TrimSpace(value)) == "null" }

// Merge applies a merge patch (RFC 7386): null removes a member, objects merge, anything else takes the place of what was
// there. Members that stay keep their place, new ones follow. Both values must have been checked; target may be nil.
func Merge(target, patch []byte) []byte {
	if !IsObject(patch) {
		return patch
	}
	merged := object{values: map[string][]byte{}}
	if IsObject(target) {
		merged = readObject(target)
	}
	changes := readObject(patch)
	for _, name := range changes.names {
		if value := changes.values[name]; isNull(value) {
			delete(merged.values, name)
		} else {
			merged.set(name, Merge(merged.values[name], value))
		}
	}
	return merged.bytes()
}

// MergePatch is the merge patch that makes one value of another, nil when they are equal. No object in to may have a member
// that is null: a patch cannot say so.
//
// NOTE(codex): 0.145.0 and 0.171.0 members that go come first, then those that are new or differ, each in the order of the
// object that has them. Of a snapshot's sections, that is by name.
func MergePatch(from, to []byte) []byte {
	if Equal(from, to) {
		return nil
	}
	if !IsObject(from) || !IsObject(to) {
		return to
	}
	before, after := readObject(from), readObject(to)
	patch := object{values: map[string][]byte{}}
	for _, name := range before.names {
		if after.values[name] == nil {
			patch.set(name, []byte("null"))
		}
	}
	for _, name := range after.names {
		if old := before.values[name]; old == nil {
			patch.set(name, after.values[name])
		} else if change := MergePatch(old, after.values[name]); change != nil {
			patch.set(name, change)
		}
	}
	return patch.bytes()
}

// WithoutNulls leaves out every object member that is null, at any depth of objects. Arrays stay as they are.
func WithoutNulls(value []byte) []byte {
	if !IsObject(value) {
		return value
	}
	o := readObject(value)
	for name, member := range o.values {
		if isNull(member) {
			delete(o.values, name)
			continue
		}
		o.values[name] = WithoutNulls(member)
	}
	return o.bytes()
}

// Equal compares two checked values: members in any order, numbers as they are spelled.
func Equal(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	a, b = bytes.TrimSpace(a), bytes.TrimSpace(b)
	if len(a) == 0 || len(b) == 0 || a[0] != b[0] {
		return len(a) == len(b) && string(a) == string(b)
	}
	switch a[0] {
	case '{':
		return equalObjects(readObject(a), readObject(b))
	case '[':
		return equalArrays(a, b)
	case '"':
		return String(a) == String(b)
	}
	return bytes.Equal(a, b)
}

func equalObjects(a, b object) bool {
	if len(a.names) != len(b.names) {
		return false
	}
	for name, value := range a.values {
		if other := b.values[name]; other == nil || !Equal(value, other) {
			return false
		}
	}
	return true
}

func equalArrays(a, b []byte) bool {
	for x, y := Walk(a), Walk(b); ; {
		more, also := x.NextElement(), y.NextElement()
		switch {
		case more != also:
			return false
		case !more:
			return true
		case !Equal(x.Value, y.Value):
			return false
		}
	}
}

// Sorted rewrites a value with the members of every object by name. The value must have been checked.
func Sorted(value []byte) []byte {
	switch {
	case IsObject(value):
		o := readObject(value)
		slices.SortFunc(o.names, strings.Compare)
		for name, member := range o.values {
			o.values[name] = Sorted(member)
		}
		return o.bytes()
	case len(value) > 0 && value[0] == '[':
		out := []byte{'['}
		for m := Walk(value); m.NextElement(); {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(out, Sorted(m.Value)...)
		}
		return append(out, ']')
	}
	return value
}
