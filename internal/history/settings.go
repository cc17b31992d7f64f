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

	chosen  string // what a user chose, as written
	derived string // what a process made of it
}

func parseTurnContext(payload []byte) (*TurnContext, error) {
	var c TurnContext
	if err := json.Unmarshal(payload, &c, jsontext.AllowDuplicateNames(true)); err != nil {
		return nil, err
	}
	c.OutputSchema = c.OutputSchema.Clone()
	c.chosen, c.derived = splitSettings(payload)
	return &c, nil
}

// splitSettings takes from a turn_context what stays equal until a user changes it, and what only another process does.
func splitSettings(payload []byte) (chosen, derived string) {
	var user, process strings.Builder
	for m := rawjson.Walk(payload); m.Next(); {
		out := &user
		switch string(m.Name) {
		case "turn_id", "root_turn_id", "trace_id", "current_date", "timezone", "summary", "final_output_json_schema":
			continue
		case "active_permission_profile":
			out = &process
		}
		out.Write(payload[m.Start:m.End])
		out.WriteByte(',')
	}
	return user.String(), process.String()
}

// ThreadSettings is what a thread_settings_applied event states beyond the turn context.
type ThreadSettings struct {
	Model           string  `json:"model"`
	ModelProviderID string  `json:"model_provider_id"`
	ServiceTier     *string `json:"service_tier"`
	Summary         string  `json:"reasoning_summary"`
}

// beyondContext reports whether the settings say anything of a request that the turn context does not. They hold until the
// process ends, which only reading on from them shows.
func (s *ThreadSettings) beyondContext(provider string) bool {
	return s != nil && (s.ServiceTier != nil || s.Summary != "" || s.ModelProviderID != "" && s.ModelProviderID != provider)
}

// same compares what the turn context does not state.
func (s *ThreadSettings) same(t *ThreadSettings) bool {
	tier := func(p *string) string {
		if p == nil {
			return ""
		}
		return *p
	}
	return s.Model == t.Model && s.ModelProviderID == t.ModelProviderID && s.Summary == t.Summary && tier(s.ServiceTier) == tier(t.ServiceTier)
}

func parseThreadSettings(payload []byte) (*ThreadSettings, error) {
	var event struct {
		Settings ThreadSettings `json:"thread_settings"`
	}
	err := json.Unmarshal(payload, &event, jsontext.AllowDuplicateNames(true))
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
