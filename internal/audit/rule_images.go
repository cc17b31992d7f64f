package audit

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"promptctl/internal/diag"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

const (
	BadImage     Code = "bad-image"
	ImageNotSent Code = "image-not-sent"
)

// imageRules judge images.
var imageRules = []Rule{
	{BadImage, diag.Error, "image that the endpoint refuses",
		"An image is empty, is not base64, or is not of the kind that its URL says. The endpoint refuses every request with it, and names it by its place (input[37].content[0].image_url) only: one bad image breaks a thread for good.",
		"Roll back the turn that brought the image, or go on in a fork from before it."},
	{ImageNotSent, diag.Note, "image that the model does not see",
		"The client puts a text in the place of an image: the model takes no images, or the image is remote or of low detail, which the client no longer sends. The model knows of it only that it is left out.",
		"Give the image as a file, to a model that takes images."},
}

// images judges the images of an item.
func (l *lint) images(p *pass, it *history.ResponseItem) {
	if !bytes.Contains(it.Raw, []byte(`"input_image"`)) {
		return
	}
	at := -1
	it.Parts(func(kind string, part []byte) {
		at++
		url := rawjson.Field(part, "image_url")
		if kind != "input_image" || url == nil {
			return
		}
		if wrong := imageFault(rawjson.String(url)); wrong != "" {
			l.find(Finding{Code: BadImage, Subject: fmt.Sprint(at), Origin: it.Origin, Step: p.step.Number, Message: fmt.Sprintf("the image in content[%d] %s", at, wrong)})
		}
	})
}

// notSent takes the images that something else stands for in the request.
func (l *lint) notSent(p *pass) {
	for _, change := range p.request.Ledger {
		if change.Rule != history.ImageStripped && change.Rule != history.MediaPrepared || change.Item < 0 || change.Item >= len(p.request.Input) {
			continue
		}
		why := "the model takes no images"
		if change.Rule == history.MediaPrepared {
			why = "remote images and those of low detail are not sent any more"
		}
		l.findAt(Finding{Code: ImageNotSent, Origin: p.request.Input[change.Item].Origin, Step: p.step.Number, Message: "an image is left out: " + why},
			effect{"a text stood in its place", "a text stands in its place"})
	}
}

// imageFault says what is wrong with an image's URL, "" for nothing.
func imageFault(url string) string {
	const inline = "data:"
	switch {
	case url == "":
		return "has no URL"
	case strings.HasPrefix(url, "http://"), strings.HasPrefix(url, "https://"):
		return ""
	case !strings.HasPrefix(url, inline):
		return "has a URL that is neither https: nor data:"
	}
	kind, payload, ok := strings.Cut(url[len(inline):], ",")
	kind, encoded := strings.CutSuffix(kind, ";base64")
	kind, _, _ = strings.Cut(strings.ToLower(kind), ";") // a type's letters have no case, and it may have parameters
	switch {
	case !ok || !encoded:
		return "is no base64 data URL"
	case !strings.HasPrefix(kind, "image/"):
		return fmt.Sprintf("is %.40q, and no image", kind)
	case payload == "":
		return "is empty"
	}
	head, err := decodeBase64(payload)
	if err != nil {
		return "is not base64"
	}
	if is := imageKind(head); is != "" && is != kind && kind != "image/jpg" {
		return fmt.Sprintf("says %.40s and is %s", kind, is)
	}
	return ""
}

// decodeBase64 checks a text and returns the beginning of what it holds.
func decodeBase64(text string) ([]byte, error) {
	var head bytes.Buffer
	decoder := base64.NewDecoder(base64.StdEncoding, strings.NewReader(text))
	if _, err := io.CopyN(&head, decoder, imageHead); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	_, err := io.Copy(io.Discard, decoder)
	return head.Bytes(), err
}

// imageHead is how many bytes tell what kind of image it is.
const imageHead = 12

// imageKind tells an image by its first bytes, "" when they are not known.
func imageKind(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return "image/png"
	case bytes.HasPrefix(head, []byte{0xff, 0xd8, 0xff}):
		return "image/jpeg"
	case bytes.HasPrefix(head, []byte("GIF8")):
		return "image/gif"
	case len(head) >= imageHead && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return "image/webp"
	}
	return ""
}
