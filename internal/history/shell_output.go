package history

import (
	"strconv"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json"
)

// asText returns the item with a shell output that was recorded as JSON in the form of text in which it was sent.
//
// NOTE(codex): 0.124.0 the request's copy only, and only where the model has the freeform patch tool; from 0.138 outputs are
// recorded as text.
func asText(it *ResponseItem, m *codex.Model, p *codex.Profile) *ResponseItem {
	if !p.Has(codex.ShellOutputAsText) || m.ApplyPatchToolType != "freeform" || it.Type != FunctionCallOutput && it.Type != CustomToolCallOutput || !it.mentions(`exit_code`) {
		return it
	}
	text := []byte(it.Text(FieldOutput))
	if rawjson.Check(text) != nil {
		return it
	}
	var shell struct {
		Output   *string `json:"output"`
		Metadata *struct {
			ExitCode int      `json:"exit_code"`
			Seconds  *float64 `json:"duration_seconds"`
		} `json:"metadata"`
	}
	if json.Unmarshal(text, &shell) != nil || shell.Output == nil || shell.Metadata == nil || shell.Metadata.Seconds == nil {
		return it
	}
	lines := "Exit code: " + strconv.Itoa(shell.Metadata.ExitCode) +
		"\nWall time: " + strconv.FormatFloat(*shell.Metadata.Seconds, 'f', -1, 32) + " seconds\nOutput:\n" + *shell.Output
	return it.with(FieldOutput, rawjson.AppendString(nil, lines))
}
