package compile

import (
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Opaque is a section whose meaning is not known, or of which nothing new can be told: its value is compared, and kept.
type Opaque struct {
	Name     string
	Value    jsontext.Value
	Fragment *Fragment // what told it, nil where nothing did
}

// ID is the one that was recorded.
func (o Opaque) ID() string { return o.Name }

// Snapshot is the value as it was recorded.
func (o Opaque) Snapshot() jsontext.Value { return o.Value }

// Render tells it again where nothing was told before, or something else.
func (o Opaque) Render(before Previous) []Fragment {
	same := before.Knowledge == Known && rawjson.Equal(before.Value, o.Value)
	if o.Fragment == nil || same || before.Knowledge == Unknown {
		return nil
	}
	return []Fragment{*o.Fragment}
}

// silent reports whether a value is one that nothing has to be told for.
func silent(value jsontext.Value) bool {
	switch string(value) {
	case "false", "{}", `""`, `{"active":false}`, `{"includeInstructions":true}`, `{"includeInstructions":false}`:
		return true
	}
	empty := Collaboration{ByHash: true}.fragment()
	return hashIn(value) == sectionHash(empty.Role, empty.Text)
}
