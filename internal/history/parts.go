package history

import (
	"bytes"

	"promptctl/internal/rawjson"
)

// partShape is one kind of content entry: its type and its members in wire order, the first ones required.
type partShape struct {
	kind     string
	required []string
	optional []string
	media    media
}

var (
	inputText     = partShape{"input_text", []string{"text"}, nil, 0}
	inputImage    = partShape{"input_image", []string{"image_url"}, []string{"detail"}, hasImage}
	imageFile     = partShape{"input_image", []string{"file_id"}, []string{"detail"}, hasImage}
	inputAudio    = partShape{"input_audio", []string{"audio_url"}, nil, hasAudio}
	outputText    = partShape{"output_text", []string{"text"}, []string{"annotations", "logprobs"}, 0}
	encryptedPart = partShape{"encrypted_content", []string{"encrypted_content"}, nil, 0}
	summaryText   = partShape{"summary_text", []string{"text"}, nil, 0}
)

// partShapes are the entries that a member of an item may hold; nil where its content is not looked into.
func (it *ResponseItem) partShapes() (Field, []partShape) {
	switch it.Type {
	case Message:
		return FieldContent, []partShape{inputText, inputImage, imageFile, inputAudio, outputText}
	case AgentMessage:
		return FieldContent, []partShape{inputText, encryptedPart}
	case Reasoning:
		return FieldSummary, []partShape{summaryText}
	case FunctionCallOutput, CustomToolCallOutput:
		return FieldOutput, []partShape{inputText, inputImage, imageFile, inputAudio, encryptedPart}
	}
	return 0, nil
}

// checkParts looks into content arrays. exact is false if Codex would write an entry otherwise.
func (it *ResponseItem) checkParts() (exact bool, err error) {
	if it.Type == Message {
		if err := it.checkPhase(); err != nil {
			return false, err
		}
	}
	if it.Type == ImageGenerationCall {
		it.media |= hasImage
	}
	field, shapes := it.partShapes()
	value := it.Value(field)
	if shapes == nil || len(value) == 0 || value[0] != '[' {
		return true, nil
	}
	exact = true
	for m := rawjson.Walk(value); m.NextElement(); {
		shape, same := matchPart(m.Value, shapes)
		if shape == nil {
			return false, it.undecodable("%s holds an entry that is not known: %.80s", field, m.Value)
		}
		it.media |= shape.media
		exact = exact && same
	}
	return exact, nil
}

// checkPhase: an unknown phase makes the whole message undecodable.
func (it *ResponseItem) checkPhase() error {
	if !it.Has(FieldPhase) {
		return nil
	}
	switch it.Text(FieldPhase) {
	case "commentary", "final_answer", "partial_answer":
		return nil
	}
	return it.undecodable("unknown phase %s", it.Value(FieldPhase))
}

// matchPart finds the shape an entry has. same is false if Codex would write it otherwise.
func matchPart(part []byte, shapes []partShape) (match *partShape, same bool) {
	if len(part) == 0 || part[0] != '{' {
		return nil, false
	}
	for i := range shapes {
		if shapes[i].isPlain(part) {
			return &shapes[i], true
		}
	}
	kind := textOf(rawjson.Field(part, "type"))
	for i := range shapes {
		if string(kind) == shapes[i].kind && shapes[i].complete(part) {
			return &shapes[i], shapes[i].written(part)
		}
	}
	return nil, false
}

// isPlain knows the usual spelling of an entry with one member, without a look at each of its bytes.
func (p *partShape) isPlain(part []byte) bool {
	if len(p.required) != 1 {
		return false
	}
	head := `{"type":"` + p.kind + `","` + p.required[0] + `":"`
	if len(part) < len(head)+2 || string(part[:len(head)]) != head {
		return false
	}
	return rawjson.EndOfString(part, len(head)-1) == len(part)-1
}

// complete reports whether the entry has what the shape requires.
func (p *partShape) complete(part []byte) bool {
	for _, name := range p.required {
		if v := rawjson.Field(part, name); len(v) == 0 || v[0] != '"' {
			return false
		}
	}
	return true
}

// written reports whether the entry's members are the shape's, in its order, and none is null.
func (p *partShape) written(part []byte) bool {
	position := -1
	for m := rawjson.Walk(part); m.Next(); {
		i := p.order(string(m.Name))
		if i <= position || string(m.Value) == "null" {
			return false
		}
		position = i
	}
	return true
}

func (p *partShape) order(name string) int {
	if name == "type" {
		return 0
	}
	for i, known := range p.required {
		if name == known {
			return i + 1
		}
	}
	for i, known := range p.optional {
		if name == known {
			return i + 1 + len(p.required)
		}
	}
	return -1
}

// rewritePart writes an entry with the shape's members only, in its order.
func (p *partShape) rewritePart(dst, part []byte) []byte {
	dst = append(dst, `{"type":"`...)
	dst = append(append(dst, p.kind...), '"')
	for _, names := range [][]string{p.required, p.optional} {
		for _, name := range names {
			if v := rawjson.Field(part, name); v != nil && string(v) != "null" {
				dst = append(append(append(dst, ',', '"'), name...), '"', ':')
				dst = append(dst, v...)
			}
		}
	}
	return append(dst, '}')
}

// rewrite writes the item as Codex would after reading it: the known members in their order, nothing else.
func (it *ResponseItem) rewrite() []byte {
	v := variants[it.Type]
	out := append([]byte(`{"type":"`), v.name...)
	out = append(out, '"')
	for _, s := range v.slots {
		value := it.rewrittenValue(s)
		if value == nil {
			continue
		}
		out = append(append(append(out, ',', '"'), fieldNames[s.field]...), '"', ':')
		out = append(out, value...)
	}
	return append(out, '}')
}

func (it *ResponseItem) rewrittenValue(s slot) []byte {
	value := it.Value(s.field)
	if value == nil {
		if s.presence == nullable {
			return []byte("null")
		}
		return nil
	}
	field, shapes := it.partShapes()
	if shapes == nil || s.field != field || value[0] != '[' {
		return value
	}
	out := []byte{'['}
	for m := rawjson.Walk(value); m.NextElement(); {
		if len(out) > 1 {
			out = append(out, ',')
		}
		shape, _ := matchPart(m.Value, shapes)
		out = shape.rewritePart(out, m.Value)
	}
	return append(out, ']')
}

// Parts calls visit for each content entry of a message or tool output: its type, and the text or URL it holds.
func (it *ResponseItem) Parts(visit func(kind string, part []byte)) {
	field, shapes := it.partShapes()
	if value := it.Value(field); shapes != nil && len(value) > 0 && value[0] == '[' {
		for m := rawjson.Walk(value); m.NextElement(); {
			visit(string(textOf(rawjson.Field(m.Value, "type"))), m.Value)
		}
	}
}

// mentions reports whether the item's JSON holds a text; a quick way to pass over items that cannot be concerned.
func (it *ResponseItem) mentions(text string) bool { return bytes.Contains(it.Raw, []byte(text)) }
