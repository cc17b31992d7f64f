package history

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Usage is what the server reported, in tokens.
type Usage struct {
	InputTokens       int64 `json:"input_tokens"`
	CachedInputTokens int64 `json:"cached_input_tokens"`
	OutputTokens      int64 `json:"output_tokens"`
	TotalTokens       int64 `json:"total_tokens"`
}

// tokenCount is the part of a token_count event that tells requests apart.
type tokenCount struct {
	Total Usage `json:"total_token_usage"`
	Last  Usage `json:"last_token_usage"`
}

// parseTokenCount returns nil when the event carries no usage.
func parseTokenCount(payload []byte) *tokenCount {
	var event struct {
		Info *tokenCount `json:"info"`
	}
	if err := json.Unmarshal(payload, &event, jsontext.AllowDuplicateNames(true)); err != nil {
		return nil
	}
	return event.Info
}
