package history

import (
	"strings"

	"promptctl/internal/codex"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// TurnContext is the part of a turn_context line that requests depend on: the settings fixed for a turn.
type TurnContext struct {
	TurnID            string                  `json:"turn_id"`
	CWD               string                  `json:"cwd"`
	ApprovalPolicy    jsontext.Value          `json:"approval_policy"`
	SandboxPolicy     jsontext.Value          `json:"sandbox_policy"`
	Model             string                  `json:"model"`
	Personality       string                  `json:"personality"`
	CollaborationMode jsontext.Value          `json:"collaboration_mode"`
	Effort            string                  `json:"effort"`
	OutputSchema      jsontext.Value          `json:"final_output_json_schema"` // 0.78 to 0.132
	Truncation        *codex.TruncationPolicy `json:"truncation_policy"`        // 0.78 to 0.132
}

func parseTurnContext(payload []byte) (*TurnContext, error) {
	var c TurnContext
	if err := json.Unmarshal(payload, &c, jsontext.AllowDuplicateNames(true)); err != nil {
		return nil, err
	}
	c.ApprovalPolicy = c.ApprovalPolicy.Clone()
	c.SandboxPolicy = c.SandboxPolicy.Clone()
	c.CollaborationMode = c.CollaborationMode.Clone()
	c.OutputSchema = c.OutputSchema.Clone()
	return &c, nil
}

// sameSettings compares what a user sets, not what a turn is.
func (c *TurnContext) sameSettings(d *TurnContext) bool {
	return c.CWD == d.CWD && c.Model == d.Model && c.Effort == d.Effort && c.Personality == d.Personality &&
		string(c.ApprovalPolicy) == string(d.ApprovalPolicy) && string(c.SandboxPolicy) == string(d.SandboxPolicy) &&
		string(c.CollaborationMode) == string(d.CollaborationMode)
}

// ThreadSettings is what a thread_settings_applied event states beyond the turn context.
type ThreadSettings struct {
	Model           string  `json:"model"`
	ModelProviderID string  `json:"model_provider_id"`
	ServiceTier     *string `json:"service_tier"`
	Summary         string  `json:"reasoning_summary"`
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
