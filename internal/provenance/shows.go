package provenance

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// shows says what stands at the place that an error names. sound is true if nothing does that could be at fault.
func shows(c Complaint, it *history.ResponseItem, sent []byte) (text string, sound bool) {
	path := strings.TrimPrefix(c.Spot.Path, itemSpot(c.Spot.Index).Path)
	if path == "" {
		return "", false // all of the item
	}
	value := valueAt(sent, path)
	if value == nil {
		return "nothing there, as rebuilt here", c.Rule != MissingMember
	}
	return holds(c, it, value), false
}

func holds(c Complaint, it *history.ResponseItem, value []byte) string {
	switch {
	case c.Rule == IDPrefix:
		text := fmt.Sprintf("%s in a %s", value, it.Type)
		if c.Wants != "" {
			text += fmt.Sprintf(", which wants one that begins with %s", c.Wants)
		}
		return text
	case c.Rule == BadImage:
		return image(rawjson.String(value))
	case value[0] == '"' && len(value) <= 80:
		return string(value)
	}
	return kindOf(value)
}

// valueAt walks a path such as .content[0].image_url into an item; nil where it leads nowhere.
func valueAt(value []byte, path string) []byte {
	for path != "" && len(value) > 0 {
		end := len(path)
		if i := strings.IndexAny(path[1:], ".["); i >= 0 {
			end = i + 1
		}
		step := path[:end]
		path = path[end:]
		switch {
		case step[0] == '.' && value[0] == '{':
			value = rawjson.Field(value, step[1:])
		case step[0] == '[' && value[0] == '[':
			index, _ := strconv.Atoi(strings.Trim(step, "[]"))
			value = element(value, index)
		default:
			return nil
		}
	}
	return value
}

// imageStarts are the first bytes of the kinds of image that the API takes.
var imageStarts = []struct{ kind, start string }{
	{"image/png", "\x89PNG"}, {"image/jpeg", "\xff\xd8\xff"}, {"image/gif", "GIF8"}, {"image/webp", "RIFF"},
}

// image says what an image's URL holds, and what of that is wrong.
func image(url string) string {
	head, payload, ok := strings.Cut(url, ";base64,")
	kind, data := strings.CutPrefix(head, "data:")
	switch {
	case !data:
		return fmt.Sprintf("no data URL, but %.60s", url)
	case !ok:
		return "a data URL that is not base64"
	case payload == "":
		return kind + " without any bytes"
	}
	raw, err := base64.StdEncoding.DecodeString(payload)
	switch {
	case err != nil:
		return fmt.Sprintf("%s, and its %s of base64 do not decode", kind, counted(len(payload), "byte"))
	case !strings.HasPrefix(kind, "image/"):
		return fmt.Sprintf("%s: that is no image", kind)
	}
	for _, known := range imageStarts {
		if bytes.HasPrefix(raw, []byte(known.start)) && known.kind != kind {
			return fmt.Sprintf("%s of %s that begin as %s does", kind, counted(len(raw), "byte"), known.kind)
		}
	}
	return fmt.Sprintf("%s of %s", kind, counted(len(raw), "byte"))
}
