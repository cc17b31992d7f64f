package compile

import (
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"

	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// sectionHash is what a snapshot holds in place of a fragment.
//
// NOTE(codex): 0.145.0 and 0.171.0 SHA-1 over a name, then role and text, each with its length and with line ends as \n.
func sectionHash(role, text string) string {
	h := sha1.New()
	h.Write([]byte("codex-world-state-fragment-v1\x00"))
	for _, part := range []string{role, text} {
		part = strings.ReplaceAll(part, "\r\n", "\n")
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// maskedLine is a line of a shared capture in which a hash stands for Codex's own prose. No hash over it can match.
var maskedLine = regexp.MustCompile(`(?m)^ *~[0-9a-f]{10}$`)

// maskedEntry is the same in a list that has names in front.
var maskedEntry = regexp.MustCompile(`(?m): ~[0-9a-f]{10}$`)

// Masked reports whether a text is not the one that the client had.
func Masked(text string) bool { return maskedLine.MatchString(text) || maskedEntry.MatchString(text) }

// snapshotOf is the whole snapshot of sections: ids by name, nulls left out at any depth of objects.
func snapshotOf(sections []Section) jsontext.Value {
	values := map[string]jsontext.Value{}
	var ids []string
	for _, s := range sections {
		value := s.Snapshot()
		if value == nil || string(value) == "null" {
			continue
		}
		if _, twice := values[s.ID()]; !twice {
			ids = append(ids, s.ID())
		}
		values[s.ID()] = value
	}
	slices.Sort(ids)
	o := object{}
	for _, id := range ids {
		o.add(id, jsontext.Value(rawjson.WithoutNulls(values[id])))
	}
	return o.bytes()
}

// addText adds a member with a text, unless that is empty.
func (o *object) addText(name, value string) { o.add(name, text(value)) }
