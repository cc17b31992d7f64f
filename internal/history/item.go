package history

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"
)

// ResponseItem is one item of the conversation: its raw JSON, as Codex itself writes it, and where its members are.
// It is not changed after it was made; what differs later is a copy.
type ResponseItem struct {
	Type   ItemType
	Raw    []byte
	Origin Origin
	// Process counts the client processes that wrote the thread so far. Reasoning from an earlier one is sent differently.
	Process int
	// Truncated is set when Raw holds less of a tool output than the rollout does.
	Truncated bool
	// Lost is set when only the process that recorded the item has it: no other can read its line.
	Lost bool
	// Turn is the number of the turn that recorded it.
	Turn int
	// TokenLimit is the override of the truncation budget in tokens that the line's sidecar states, 0 for none.
	TokenLimit int
	// Sequence is the sidecar's history_sequence, and SampledThrough its sampled_through_sequence; -1 when absent.
	Sequence       int64
	SampledThrough int64

	cutBy  codex.TruncationPolicy // where Truncated
	spans  [fields]span
	media  media
	tokens int // the estimate plus one, once it was asked for
}

// media says what an item holds beside text.
type media uint8

const (
	hasImage media = 1 << iota
	hasAudio
)

type span struct{ start, value, end uint32 } // from the name's quote to past the value

// Has reports whether the item has that member.
func (it *ResponseItem) Has(f Field) bool { return it.spans[f].end != 0 }

// Value is a member's raw value, nil when absent.
func (it *ResponseItem) Value(f Field) []byte {
	s := it.spans[f]
	if s.end == 0 {
		return nil
	}
	return it.Raw[s.value:s.end:s.end]
}

// Text is a member's decoded text, "" when absent or no string.
func (it *ResponseItem) Text(f Field) string { return rawjson.String(it.Value(f)) }

// Role of a message.
func (it *ResponseItem) Role() string { return it.Text(FieldRole) }

// CallID of a call or output.
func (it *ResponseItem) CallID() string { return it.Text(FieldCallID) }

// TurnID is the turn that the item's metadata names, "" before 0.142.2.
func (it *ResponseItem) TurnID() string {
	if !it.Has(FieldMetadata) {
		return ""
	}
	return rawjson.String(rawjson.Field(it.Value(FieldMetadata), "turn_id"))
}

// ModelMade reports whether items like this come out of a response.
func (it *ResponseItem) ModelMade() bool {
	return it.Type.Sampled() || it.Type == Message && it.isRole("assistant")
}

// isRole compares without decoding.
func (it *ResponseItem) isRole(role string) bool {
	v := it.Value(FieldRole)
	return len(v) == len(role)+2 && string(v[1:len(v)-1]) == role
}

// ErrUndecodable is the reason why the client drops an item, wrapped with the detail.
var ErrUndecodable = errors.New("the client cannot decode the item and drops it")

// NewItem makes an item from a checked JSON object. The bytes are kept, not copied. loose says that the object may not be
// spelled as Codex spells it, and has to be rewritten.
//
// An unknown type gives an item of type Other; a known type that lacks a member or has one of another shape is
// [ErrUndecodable].
func NewItem(raw []byte, loose bool, origin Origin) (*ResponseItem, error) {
	if loose {
		raw = rawjson.Canonical(raw)
	}
	it := &ResponseItem{Raw: raw, Origin: origin, Sequence: -1, SampledThrough: -1}
	exact, err := it.index()
	if err != nil || exact || it.Type == Other {
		return it, err
	}
	it.Raw = it.rewrite()
	if _, err := it.index(); err != nil {
		return it, fmt.Errorf("rewritten item: %w", err)
	}
	return it, nil
}

// index finds the item's members and checks them. exact is false if Codex would write the item otherwise.
func (it *ResponseItem) index() (exact bool, err error) {
	it.spans, it.media = [fields]span{}, 0
	it.Type = Other
	exact = true
	last := -1
	members := rawjson.Walk(it.Raw)
	for first := true; members.Next(); first = false {
		if first && string(members.Name) == "type" {
			it.Type = typeOf(textOf(members.Value))
			it.mark(FieldType, members.Member)
			continue
		}
		if first {
			it.Type = typeOf(textOf(rawjson.Field(it.Raw, "type")))
			exact = false
		}
		position, field := it.slotOf(members.Name)
		if position < 0 || string(members.Value) == "null" && !variants[it.Type].slots[position].presence.keepsNull() {
			exact = false
			continue
		}
		exact = exact && position > last
		last = position
		it.mark(field, members.Member)
	}
	if err := members.Err(); err != nil {
		return false, err
	}
	return it.check(exact)
}

func (p presence) keepsNull() bool { return p == nullable || p == either }

func (it *ResponseItem) mark(f Field, m rawjson.Member) {
	it.spans[f] = span{uint32(m.Start), uint32(m.End - len(m.Value)), uint32(m.End)}
}

func (it *ResponseItem) slotOf(name []byte) (int, Field) {
	for i, s := range variants[it.Type].slots {
		if string(name) == fieldNames[s.field] {
			return i, s.field
		}
	}
	return -1, 0
}

// check holds the members against the variant's slots.
func (it *ResponseItem) check(exact bool) (bool, error) {
	for _, s := range variants[it.Type].slots {
		value := it.Value(s.field)
		if value == nil {
			if s.presence == required {
				return false, it.undecodable("no %s", s.field)
			}
			exact = exact && s.presence != nullable
			continue
		}
		if string(value) == "null" && s.presence.keepsNull() {
			continue
		}
		if !s.shape.fits(value) {
			return false, it.undecodable("%s has the wrong type", s.field)
		}
	}
	parts, err := it.checkParts()
	return exact && parts, err
}

func (it *ResponseItem) undecodable(format string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrUndecodable, it.Type, fmt.Sprintf(format, args...))
}

func (s shape) fits(value []byte) bool {
	switch c := value[0]; s {
	case aString:
		return c == '"'
	case anArray:
		return c == '['
	case anObject:
		return c == '{'
	case stringOrArray:
		return c == '"' || c == '['
	}
	return true
}

func textOf(value []byte) []byte {
	text, _ := rawjson.Text(value)
	return text
}

// Without is the item without a member that it need not have.
func (it *ResponseItem) Without(f Field) *ResponseItem {
	start, end := it.Span(f)
	if end == 0 {
		return it
	}
	raw := append(bytes.Clone(it.Raw[:start-1]), it.Raw[end:]...)
	rest, err := NewItem(raw, false, it.Origin)
	if err != nil {
		return it // it had to have the member
	}
	return rest
}

// Span is where a member stands in Raw: from its name's quote to past its value; zeros when absent. A comma precedes it.
func (it *ResponseItem) Span(f Field) (start, end int) {
	s := it.spans[f]
	return int(s.start), int(s.end)
}

// Says is what the item says: its JSON without the id, the status and the metadata, which differ between two items that say
// the same.
func (it *ResponseItem) Says() string {
	var out strings.Builder
	out.WriteString(it.Type.String())
	for _, s := range variants[it.Type].slots {
		switch s.field {
		case FieldID, FieldStatus, FieldMetadata:
			continue
		}
		out.WriteByte(',')
		out.Write(it.Value(s.field))
	}
	return out.String()
}
