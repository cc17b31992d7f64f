package history

import (
	"bytes"

	"promptctl/internal/rawjson"
)

// Estimates of Codex's own, in bytes of text that the model would read.
const (
	imageBytes    = 7373 // what an image of unknown size counts
	reasoningBase = 650  // bytes of an encrypted blob that are no reasoning
)

// EstimateTokens is how many tokens Codex counts for an item: four bytes each, of its JSON, with images and encrypted
// content at what they stand for.
//
// NOTE(codex): 0.145.0 ids and metadata count, images by their tiles only at detail "original".
func EstimateTokens(it *ResponseItem) int {
	if it.tokens == 0 {
		it.tokens = tokensOf(it.estimatedBytes()) + 1
	}
	return it.tokens - 1
}

func (it *ResponseItem) estimatedBytes() int {
	switch it.Type {
	case Reasoning, Compaction, ContextCompaction:
		if n := len(it.Text(FieldEncryptedContent)); n > 0 {
			return max(0, n*3/4-reasoningBase)
		}
	}
	n := len(it.Raw)
	if it.mentions("data:image/") {
		it.Parts(func(kind string, part []byte) {
			if kind == "input_image" {
				n += imageBytes - inlinePayload(rawjson.String(rawjson.Field(part, "image_url")))
			}
		})
	}
	if it.Type == FunctionCallOutput && it.mentions(`"encrypted_content"`) {
		it.Parts(func(kind string, part []byte) {
			if kind == "encrypted_content" {
				size := len(rawjson.String(rawjson.Field(part, "encrypted_content")))
				n += (size*9+15)/16 - size
			}
		})
	}
	return n
}

// inlinePayload is the length of the base64 text of an inline image.
func inlinePayload(url string) int {
	_, payload, ok := bytes.Cut([]byte(url), []byte(";base64,"))
	if !ok {
		return imageBytes // a URL that is not inline counts as it stands
	}
	return len(payload)
}

// TextTokens is the estimate for a plain text.
func TextTokens(text string) int { return tokensOf(len(text)) }
