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
		if n := textLength(it.Value(FieldEncryptedContent)); n > 0 {
			return max(0, n*3/4-reasoningBase)
		}
	}
	n := len(it.Raw)
	if it.media&hasImage != 0 && it.Type != ImageGenerationCall {
		it.Parts(func(kind string, part []byte) {
			if kind == "input_image" {
				n += imageBytes - inlinePayload(rawjson.Field(part, "image_url"))
			}
		})
	}
	if it.Type == FunctionCallOutput && it.mentions(`"encrypted_content"`) {
		it.Parts(func(kind string, part []byte) {
			if kind == "encrypted_content" {
				size := textLength(rawjson.Field(part, "encrypted_content"))
				n += (size*9+15)/16 - size
			}
		})
	}
	return n
}

// inlinePayload is the length of the base64 text of an inline image's URL.
func inlinePayload(url []byte) int {
	_, payload, ok := bytes.Cut(url, []byte(";base64,"))
	if !ok {
		return imageBytes // a URL that is not inline counts as it stands
	}
	return len(payload) - len(`"`)
}

func textLength(value []byte) int {
	if len(value) == 0 || value[0] != '"' {
		return 0
	}
	return rawjson.Length(value)
}

// TextTokens is the estimate for a plain text.
func TextTokens(text string) int { return tokensOf(len(text)) }
