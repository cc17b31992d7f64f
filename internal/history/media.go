package history

import (
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
	return it.EditParts(func(k string, part []byte) []byte {
		if k == kind {
			return textPart(placeholder)
		}
		return part
	})
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
