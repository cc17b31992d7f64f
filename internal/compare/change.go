package compare

import (
	"bytes"
	"fmt"
	"regexp"

	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Change is one place where two JSON values differ.
type Change struct {
	Path string         `json:"path"`
	Was  jsontext.Value `json:"was,omitzero"` // nil where there was nothing
	Now  jsontext.Value `json:"now,omitzero"` // nil where there is nothing any more
}

// changes lists the innermost places where two values differ; none if and only if they are the same bytes.
func changes(path string, a, b []byte) []Change {
	if bytes.Equal(a, b) {
		return nil
	}
	var list []Change
	switch {
	case rawjson.IsObject(a) && rawjson.IsObject(b):
		list = memberChanges(path, a, b)
	case isArray(a) && isArray(b):
		list = elementChanges(path, a, b)
	}
	if len(list) == 0 { // a leaf, or members in another order
		list = []Change{{path, a, b}}
	}
	return list
}

func isArray(value []byte) bool { return len(value) > 0 && value[0] == '[' }

func memberChanges(path string, a, b []byte) (list []Change) {
	for m := rawjson.Walk(a); m.Next(); {
		at := memberPath(path, string(m.Name))
		if now := rawjson.Field(b, string(m.Name)); now != nil {
			list = append(list, changes(at, m.Value, now)...)
		} else {
			list = append(list, Change{Path: at, Was: m.Value})
		}
	}
	for m := rawjson.Walk(b); m.Next(); {
		if rawjson.Field(a, string(m.Name)) == nil {
			list = append(list, Change{Path: memberPath(path, string(m.Name)), Now: m.Value})
		}
	}
	return list
}

// elementChanges leaves out what both begin and end with, and compares the rest one by one.
func elementChanges(path string, a, b []byte) (list []Change) {
	was, now := elements(a), elements(b)
	head := 0
	for head < min(len(was), len(now)) && bytes.Equal(was[head], now[head]) {
		head++
	}
	for len(was) > head && len(now) > head && bytes.Equal(was[len(was)-1], now[len(now)-1]) {
		was, now = was[:len(was)-1], now[:len(now)-1]
	}
	for i := head; i < max(len(was), len(now)); i++ {
		at := elementPath(path, i)
		switch {
		case i >= len(was):
			list = append(list, Change{Path: at, Now: now[i]})
		case i >= len(now):
			list = append(list, Change{Path: at, Was: was[i]})
		default:
			list = append(list, changes(at, was[i], now[i])...)
		}
	}
	return list
}

func elements(array []byte) (list [][]byte) {
	for m := rawjson.Walk(array); m.NextElement(); {
		list = append(list, m.Value)
	}
	return list
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// memberPath is the path of a member, in quotes where its name could be taken for something else.
func memberPath(path, name string) string {
	switch {
	case !plainName.MatchString(name):
		return path + "[" + string(rawjson.AppendString(nil, name)) + "]"
	case path == "":
		return name
	}
	return path + "." + name
}

func elementPath(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

// itemPath is the path of an item of the input.
func itemPath(i int) string { return elementPath(inputMember, i) }
