package rollout

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Meta is the payload of a session_meta line: who this thread is and where it comes from.
type Meta struct {
	ID               string            `json:"id"`
	SessionID        string            `json:"session_id"`
	ForkedFromID     string            `json:"forked_from_id"`
	ParentThreadID   string            `json:"parent_thread_id"`
	Timestamp        string            `json:"timestamp"`
	CWD              string            `json:"cwd"`
	Originator       string            `json:"originator"`
	CLIVersion       string            `json:"cli_version"`
	Source           jsontext.Value    `json:"source"`
	ModelProvider    string            `json:"model_provider"`
	BaseInstructions *BaseInstructions `json:"base_instructions"`
	DynamicTools     jsontext.Value    `json:"dynamic_tools"`
	HistoryMode      string            `json:"history_mode"`
	HistoryBase      *HistoryBase      `json:"history_base"`
	ContextWindow    *struct {
		WindowID string `json:"window_id"`
	} `json:"context_window"`
}

// BaseInstructions is the text that a thread was created with; Provenance says whether it is a model's own.
type BaseInstructions struct {
	Text       string `json:"text"`
	Provenance *struct {
		Type  string `json:"type"`
		Model string `json:"model"`
	} `json:"provenance"`

	Segment int `json:"-"` // the file of the thread's lineage that states it
	Line    int `json:"-"` // the line there
}

// At remembers where the text is stated.
func (b *BaseInstructions) At(segment, line int) {
	if b != nil {
		b.Segment, b.Line = segment, line
	}
}

// HistoryBase names the prefix of another rollout file that a thread's history begins with.
type HistoryBase struct {
	RolloutID           string `json:"thread_id"`
	EndOrdinalExclusive int64  `json:"end_ordinal_exclusive"`
	EndByteOffset       int64  `json:"end_byte_offset"`
}

// Paginated reports whether lines carry ordinals and finished items are item_completed events.
func (m *Meta) Paginated() bool { return m.HistoryMode == "paginated" }

// ParseMeta decodes a session_meta payload. A file of the bare era gives an id and a timestamp only.
func ParseMeta(payload []byte) (*Meta, error) {
	var m Meta
	if err := json.Unmarshal(payload, &m, jsontext.AllowDuplicateNames(true)); err != nil {
		return nil, fmt.Errorf("session_meta: %w", err)
	}
	if m.ID == "" {
		return nil, fmt.Errorf("session_meta: no id")
	}
	switch m.HistoryMode {
	case "", "legacy", "paginated":
	default:
		return nil, fmt.Errorf("session_meta: unknown history_mode %q; the client refuses the thread", m.HistoryMode)
	}
	return &m, nil
}
