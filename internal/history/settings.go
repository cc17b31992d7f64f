package history

import (
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// TurnContext is the part of a turn_context line that requests depend on: the settings fixed for a turn.
type TurnContext struct {
	TurnID       string                  `json:"turn_id"`
	Model        string                  `json:"model"`
	Effort       string                  `json:"effort"`
	OutputSchema jsontext.Value          `json:"final_output_json_schema"` // 0.78 to 0.132
	Truncation   *codex.TruncationPolicy `json:"truncation_policy"`        // 0.78 to 0.132

	chosen string // what a user chose, as written; see sameSettings
}

func parseTurnContext(payload []byte) (*TurnContext, error) {
	var c TurnContext
	if err := json.Unmarshal(payload, &c, jsontext.AllowDuplicateNames(true)); err != nil {
		return nil, err
	}
	c.OutputSchema = c.OutputSchema.Clone()
	c.chosen = chosenSettings(payload)
	return &c, nil
}

// chosenSettings is a turn_context without what differs from turn to turn by itself.
func chosenSettings(payload []byte) string {
	var chosen strings.Builder
	for m := rawjson.Walk(payload); m.Next(); {
		switch string(m.Name) {
		case "turn_id", "root_turn_id", "trace_id", "current_date", "timezone", "summary", "final_output_json_schema":
			continue
		}
		chosen.Write(payload[m.Start:m.End])
		chosen.WriteByte(',')
	}
	return chosen.String()
}

// sameSettings compares what a user sets, not what a turn is.
func (c *TurnContext) sameSettings(d *TurnContext) bool { return c.chosen == d.chosen }

// ThreadSettings is what a thread_settings_applied event states beyond the turn context.
type ThreadSettings struct {
	Model           string  `json:"model"`
	ModelProviderID string  `json:"model_provider_id"`
	ServiceTier     *string `json:"service_tier"`
	Summary         string  `json:"reasoning_summary"`

	stated string // as written
}

func parseThreadSettings(payload []byte) (*ThreadSettings, error) {
	var event struct {
		Settings ThreadSettings `json:"thread_settings"`
	}
	err := json.Unmarshal(payload, &event, jsontext.AllowDuplicateNames(true))
	event.Settings.stated = string(rawjson.Field(payload, "thread_settings"))
	return &event.Settings, err
}

// turnIDOf reads the turn_id of an event.
func turnIDOf(payload []byte) string {
	var event struct {
		TurnID string `json:"turn_id"`
	}
	if err := json.Unmarshal(payload, &event, jsontext.AllowDuplicateNames(true)); err != nil {
		return ""
	}
	return strings.Clone(event.TurnID)
}
