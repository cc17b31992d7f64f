package compare

import (
	"bytes"

	"promptctl/internal/rawjson"
)

// ByteDiff is where two encoded bodies begin to differ.
type ByteDiff struct {
	Equal   bool
	Lengths [2]int64
	Offset  int64  // of the first differing byte, or the length of both
	Path    string // the value of the first body that holds it
	Before  string // what stands in front of it in both
	Was     string // what stands there
	Now     string
}

// Bytes of an excerpt in front of a difference, and from it on.
const (
	excerptBefore = 24
	excerptBehind = 48
)

// Bytes compares two bodies byte for byte, without a look at what they mean.
func Bytes(a, b *Body) (*ByteDiff, error) {
	var was bytes.Buffer
	if _, err := a.WriteTo(&was); err != nil {
		return nil, err
	}
	now := &follower{want: was.Bytes(), first: -1}
	if _, err := b.WriteTo(now); err != nil {
		return nil, err
	}
	d := &ByteDiff{Lengths: [2]int64{int64(was.Len()), now.n}, Offset: now.first}
	if d.Offset < 0 {
		d.Offset = min(d.Lengths[0], d.Lengths[1])
	}
	if d.Equal = now.first < 0 && d.Lengths[0] == d.Lengths[1]; d.Equal {
		return d, nil
	}
	at := int(d.Offset)
	d.Path = pathAt("", was.Bytes(), at)
	d.Before = string(was.Bytes()[max(0, at-excerptBefore):at])
	d.Was = string(was.Bytes()[at:min(was.Len(), at+excerptBehind)])
	d.Now = string(now.excerpt)
	return d, nil
}

// follower compares what is written to it with what it wants, and keeps an excerpt from the first difference on.
type follower struct {
	want    []byte
	n       int64
	first   int64
	excerpt []byte
}

func (f *follower) Write(p []byte) (int, error) {
	rest := p
	if f.first < 0 {
		want := f.want[min(f.n, int64(len(f.want))):]
		same := commonBytes(p, want)
		if same == len(p) {
			f.n += int64(len(p))
			return len(p), nil
		}
		f.first = f.n + int64(same)
		rest = p[same:]
	}
	f.n += int64(len(p))
	f.excerpt = append(f.excerpt, rest[:min(len(rest), excerptBehind-len(f.excerpt))]...)
	return len(p), nil
}

// pathAt is the path of the innermost value that holds a byte of a value.
func pathAt(path string, value []byte, at int) string {
	inside := func(m *rawjson.Members) bool { return m.Start <= at && at < m.End }
	switch {
	case rawjson.IsObject(value):
		for m := rawjson.Walk(value); m.Next(); {
			if inside(m) {
				return pathAt(memberPath(path, string(m.Name)), m.Value, at-(m.End-len(m.Value)))
			}
		}
	case isArray(value):
		for i, m := 0, rawjson.Walk(value); m.NextElement(); i++ {
			if inside(m) {
				return pathAt(elementPath(path, i), m.Value, at-(m.End-len(m.Value)))
			}
		}
	}
	return path
}
