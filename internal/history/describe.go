package history

import (
	"promptctl/internal/codex"
	"promptctl/internal/rawjson"
)

// Part is one content entry of an item, decoded for showing.
type Part struct {
	Kind     string // input_text, output_text, input_image, …
	Text     string // its text, or what it points to
	Fragment string // the name of a registered context fragment, "" for other text
}

// Content lists the entries of a message, agent message, reasoning summary or tool output.
func (it *ResponseItem) Content() []Part {
	var parts []Part
	if _, shapes := it.partShapes(); shapes != nil && it.Has(FieldOutput) && it.Value(FieldOutput)[0] == '"' {
		return []Part{{Kind: "input_text", Text: it.Text(FieldOutput)}}
	}
	context := it.Context()
	it.Parts(func(kind string, part []byte) {
		p := Part{Kind: kind}
		switch kind {
		case "input_image":
			p.Text = rawjson.String(rawjson.Field(part, "image_url"))
		case "input_audio":
			p.Text = rawjson.String(rawjson.Field(part, "audio_url"))
		case "encrypted_content":
			p.Text = rawjson.String(rawjson.Field(part, "encrypted_content"))
		default:
			p.Text = partText(part)
			if context {
				p.Fragment = codex.FragmentName(p.Text)
			}
		}
		parts = append(parts, p)
	})
	return parts
}

// PartMember is the member that holds the entries.
func (it *ResponseItem) PartMember() Field {
	field, _ := it.partShapes()
	return field
}

// Context reports whether the message was put in by the client: a developer's, or a contextual user's.
func (it *ResponseItem) Context() bool {
	return it.Type == Message && (it.isRole("developer") || contextualUser(it))
}
