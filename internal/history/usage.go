package history

import (
	"promptctl/internal/diag"
	"promptctl/internal/rollout"

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

// counted is what was reported last.
type counted struct {
	total    Usage
	recorded bool // the newest response was counted by a record of its own
}

// tokenCount ends a response. Its sum grows with each request, so a sum that grew without an item tells of an empty answer.
func (r *Replay) tokenCount(l *rollout.Line) error {
	count := parseTokenCount(l.Payload)
	grew := count != nil && count.Total != r.counted.total
	if grew {
		r.counted.total = count.Total
		r.turn.attempt.renew()
	}
	if r.counted.recorded {
		r.counted.recorded = false // the count of a response that a token_usage_record has ended
		return nil
	}
	if r.response != nil && !r.response.ended {
		if grew {
			r.response.step.Reported = &count.Last
		} else {
			r.brokenOff()
		}
		r.endResponse()
		return nil
	}
	if grew && r.turn.open && count.Last.InputTokens+count.Last.OutputTokens > 0 {
		if err := r.flush(); err != nil {
			return err
		}
		empty := r.emptyResponse()
		empty.step.Reported = &count.Last
		r.response = empty
		r.turn.input, r.turn.outputs = false, false
	}
	return nil
}

// usageRecord takes a token_usage_record line: one request was answered. Where no item came out of it, the answer was empty;
// in front of a turn's input, it was one for a compaction that then failed.
func (r *Replay) usageRecord(l *rollout.Line) error {
	var record struct {
		Usage Usage `json:"usage"`
	}
	if err := json.Unmarshal(l.Payload, &record, jsontext.AllowDuplicateNames(true)); err != nil {
		r.Found.Add(diag.Warning, "undecodable-line", r.place(l), "token_usage_record: %v", err)
		return nil
	}
	if r.response == nil || r.response.ended {
		if err := r.flush(); err != nil {
			return err
		}
		r.response = r.emptyResponse()
	}
	r.response.step.Reported = &record.Usage
	r.endResponse()
	r.counted.recorded = true
	return nil
}

// emptyResponse is a response that left no item.
func (r *Replay) emptyResponse() *response {
	empty := r.request()
	empty.sampled, empty.empty, empty.ended = true, true, true
	empty.step.Notes = []string{"the answer held no item"}
	if !r.turn.input && !r.turn.outputs {
		empty.step.Kind, empty.step.Remote = KindCompaction, r.thread.Meta.ModelProvider == "openai"
		empty.step.Notes = []string{"a compaction that failed"}
	}
	return empty
}
