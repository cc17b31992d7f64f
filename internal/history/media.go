package history

import (
	"bytes"
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"
)

// EditParts returns a copy of the item whose content entries went through edit: nil drops an entry. The item itself is
// returned when nothing changed, nil when no entry is left.
func (it *ResponseItem) EditParts(edit func(kind string, part []byte) []byte) *ResponseItem {
	field, shapes := it.partShapes()
	value := it.Value(field)
	if shapes == nil || len(value) == 0 || value[0] != '[' {
		return it
	}
	out := []byte{'['}
	changed := false
	for m := rawjson.Walk(value); m.NextElement(); {
		edited := edit(string(textOf(rawjson.Field(m.Value, "type"))), m.Value)
		changed = changed || string(edited) != string(m.Value)
		if edited == nil {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, edited...)
	}
	switch {
	case !changed:
		return it
	case len(out) == 1:
		return nil
	}
	return it.with(field, append(out, ']'))
}

func (it *ResponseItem) withoutParts(drop func(text string) bool) *ResponseItem {
	return it.EditParts(func(kind string, part []byte) []byte {
		if kind == "input_text" && drop(partText(part)) {
			return nil
		}
		return part
	})
}

// stripped returns the item without media of a kind that the model does not take: a text stands in their place.
//
// NOTE(codex): 0.145.0 labels around the image stay; the result of an image generation becomes empty.
func stripped(it *ResponseItem, m media, kind, placeholder string) *ResponseItem {
	if it.media&m == 0 {
		return it
	}
	if it.Type == ImageGenerationCall {
		if string(it.Value(FieldResult)) == `""` {
			return it
		}
		return it.with(FieldResult, []byte(`""`))
	}
	var replaced []int
	position := -1
	edited := it.EditParts(func(k string, part []byte) []byte {
		position++
		if k != kind {
			return part
		}
		replaced = append(replaced, position)
		return textPart(placeholder)
	})
	return edited.withKinds(replaced, strings.TrimPrefix(kind, "input_")+"s.unsupported")
}

// withKinds returns the item with another kind for some entries in its metadata, if that states any.
//
// NOTE(codex): 0.171.0 an image taken out for the model is images.unsupported.
func (it *ResponseItem) withKinds(entries []int, kind string) *ResponseItem {
	kinds := rawjson.Field(orEmpty(it.Value(FieldMetadata)), "content_item_kinds")
	if len(kinds) == 0 || kinds[0] != '[' {
		return it
	}
	out := []byte{'['}
	for m, i := rawjson.Walk(kinds), 0; m.NextElement(); i++ {
		if i > 0 {
			out = append(out, ',')
		}
		if slices.Contains(entries, i) {
			out = rawjson.AppendString(out, kind)
		} else {
			out = append(out, m.Value...)
		}
	}
	metadata := it.Value(FieldMetadata)
	at := bytes.Index(metadata, kinds)
	changed := bytes.Join([][]byte{metadata[:at], append(out, ']'), metadata[at+len(kinds):]}, nil)
	return it.with(FieldMetadata, changed)
}

func orEmpty(object []byte) []byte {
	if object == nil {
		return []byte("{}")
	}
	return object
}

// prepared returns the item as a resume prepares its images: those that the client sends no longer become a text.
//
// NOTE(codex): 0.145.0 large images are resized too, which other pixels come out of: the recorded data URL stays here.
func prepared(it *ResponseItem) *ResponseItem {
	if it.media&hasImage == 0 {
		return it
	}
	return it.EditParts(func(kind string, part []byte) []byte {
		if kind != "input_image" {
			return part
		}
		url := rawjson.String(rawjson.Field(part, "image_url"))
		switch {
		case strings.HasPrefix(url, "http://"), strings.HasPrefix(url, "https://"):
			return textPart(codex.RemoteImage)
		case rawjson.String(rawjson.Field(part, "detail")) == "low":
			return textPart(codex.LowDetailImage)
		}
		return part
	})
}
