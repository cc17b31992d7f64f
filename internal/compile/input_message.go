package compile

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"syscall"

	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// Input is one part of what the user sends.
type Input struct {
	Text  string
	Image *Media
	Audio *Media
}

// Media is an image or a sound: a file that was read, or a URL.
type Media struct {
	Path   string // "" for a URL
	URL    string
	Data   []byte
	Err    error  // why the file could not be read
	Detail string // of an image; "" for the default
}

// defaultDetail is how closely an image is looked at.
//
// NOTE(codex): 0.145.0 and 0.171.0; a model that takes the original is sent it since some release between them.
const defaultDetail = "high"

// inputMessage is the user's message: its parts in order, media between labels with their number.
//
// NOTE(codex): 0.145.0 protocol/src/user_input.rs: a number is used up by a file that cannot be read, too.
func inputMessage(parts []Input, origin history.Origin) *history.ResponseItem {
	var content [][]byte
	number := 0
	for _, part := range parts {
		switch {
		case part.Image != nil:
			number++
			content = append(content, part.Image.parts("image", number)...)
		case part.Audio != nil:
			content = append(content, part.Audio.parts("audio", 0)...)
		default:
			content = append(content, inputText(part.Text))
		}
	}
	raw := []byte(`{"type":"message","role":"user","content":[`)
	for i, part := range content {
		if i > 0 {
			raw = append(raw, ',')
		}
		raw = append(raw, part...)
	}
	return synthetic(append(raw, ']', '}'), origin, history.Predicted)
}

func inputText(text string) []byte {
	return append(rawjson.AppendString([]byte(`{"type":"input_text","text":`), text), '}')
}

// parts are the label, the entry, and the closing label.
func (m *Media) parts(kind string, number int) [][]byte {
	open := "<" + kind + ">"
	if m.Path != "" && kind == "image" {
		open = fmt.Sprintf(`<image name=[Image #%d] path="%s">`, number, m.Path)
	}
	if m.Err != nil {
		return [][]byte{inputText(fmt.Sprintf("Codex could not read the local %s at `%s`: %s", kind, m.Path, osError(m.Err)))}
	}
	return [][]byte{inputText(open), m.entry(kind), inputText("</" + kind + ">")}
}

// entry is the image or sound itself, or the text that takes its place.
func (m *Media) entry(kind string) []byte {
	url := m.URL
	if url == "" {
		media := http.DetectContentType(m.Data)
		if !strings.HasPrefix(media, kind+"/") {
			if kind == "audio" {
				return inputText(codex.BadAudio)
			}
			return inputText(codex.BadImage)
		}
		url = "data:" + media + ";base64," + base64.StdEncoding.EncodeToString(m.Data)
	} else if strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://") {
		if kind == "image" {
			return inputText(codex.RemoteImage)
		}
	}
	raw := rawjson.AppendString([]byte(`{"type":"input_`+kind+`","`+kind+`_url":`), url)
	if kind == "image" {
		detail := m.Detail
		if detail == "" {
			detail = defaultDetail
		}
		raw = rawjson.AppendString(append(raw, `,"detail":`...), detail)
	}
	return append(raw, '}')
}

// osError is an error of the operating system as Rust prints it.
func osError(err error) string {
	var number syscall.Errno
	if !errors.As(err, &number) {
		var path *fs.PathError
		if errors.As(err, &path) {
			return path.Err.Error()
		}
		return err.Error()
	}
	text := number.Error()
	return fmt.Sprintf("%s (os error %d)", strings.ToUpper(text[:1])+text[1:], int(number))
}
