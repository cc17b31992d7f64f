package compile

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"
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

// message makes the user's message of a turn.
type message struct {
	profile *codex.Profile
	model   codex.Model
	images  int
}

// inputMessage is the user's message: its parts in order, files between labels.
//
// NOTE(codex): 0.145.0 protocol/src/user_input.rs: a number is used up by a file that cannot be read, and by a URL, too.
func (m *message) inputMessage(parts []Input, origin history.Origin) *history.ResponseItem {
	var content [][]byte
	for _, part := range parts {
		switch {
		case part.Image != nil:
			m.images++
			content = append(content, m.media(part.Image, "image")...)
		case part.Audio != nil:
			content = append(content, m.media(part.Audio, "audio")...)
		default:
			content = append(content, inputText(part.Text))
		}
	}
	raw := append([]byte(`{"type":"message","role":"user","content":[`), bytes.Join(content, []byte(","))...)
	return synthetic(append(raw, ']', '}'), origin, history.Predicted)
}

func inputText(text string) []byte {
	return append(rawjson.AppendString([]byte(`{"type":"input_text","text":`), text), '}')
}

// media is the label, the entry, and the closing label.
func (m *message) media(media *Media, kind string) [][]byte {
	switch {
	case media.Err != nil:
		return [][]byte{inputText(fmt.Sprintf("Codex could not read the local %s at `%s`: %s", kind, media.Path, osError(media.Err)))}
	case media.Path == "" && !m.profile.Has(codex.LabelsImageURLs):
		return [][]byte{m.entry(media, kind)}
	case media.Path != "" && kind == "image" && media.kind(kind) == "" && m.profile.Has(codex.RefusesBadImages):
		return [][]byte{inputText(fmt.Sprintf("Codex cannot attach image at `%s`: unsupported image `%s`.", media.Path, media.named()))}
	}
	return [][]byte{inputText(m.label(media, kind)), m.entry(media, kind), inputText("</" + kind + ">")}
}

func (m *message) label(media *Media, kind string) string {
	switch {
	case media.Path == "" || kind != "image":
		return "<" + kind + ">"
	case !m.profile.Has(codex.LabelsImagePath):
		return fmt.Sprintf("<image name=[Image #%d]>", m.images)
	}
	return fmt.Sprintf(`<image name=[Image #%d] path="%s">`, m.images, media.Path)
}

// kind is what the bytes of a file are, "" for another kind than is wanted.
func (m *Media) kind(want string) string {
	if found := http.DetectContentType(m.Data); strings.HasPrefix(found, want+"/") {
		return found
	}
	return ""
}

// named is what the name of a file says that it is.
func (m *Media) named() string {
	switch strings.ToLower(filepath.Ext(m.Path)) {
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".gif":
		return "image/gif"
	case ".webp":
		return "image/webp"
	}
	return "application/octet-stream"
}

// entry is the image or sound itself, or the text that takes its place.
func (m *message) entry(media *Media, kind string) []byte {
	url := media.URL
	switch {
	case url == "" && media.kind(kind) == "":
		return inputText(omitted(kind, codex.BadImage, codex.BadAudio))
	case url == "":
		url = "data:" + media.kind(kind) + ";base64," + base64.StdEncoding.EncodeToString(media.Data)
	case kind == "image" && m.profile.Has(codex.PreparesMedia) && (strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://")):
		return inputText(codex.RemoteImage)
	}
	raw := rawjson.AppendString([]byte(`{"type":"input_`+kind+`","`+kind+`_url":`), url)
	if kind == "image" && m.profile.Has(codex.StatesImageDetail) {
		raw = rawjson.AppendString(append(raw, `,"detail":`...), m.detail(media))
	}
	return append(raw, '}')
}

func omitted(kind, image, audio string) string {
	if kind == "audio" {
		return audio
	}
	return image
}

// detail is how closely an image is to be looked at.
func (m *message) detail(media *Media) string {
	switch {
	case media.Detail != "":
		return media.Detail
	case m.model.TakesOriginalImages && m.profile.Has(codex.SendsOriginalImages):
		return "original"
	}
	return "high"
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
