package history

import (
	"bytes"
	"fmt"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/diag"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// TurnContext is the part of a turn_context line that requests depend on: the settings fixed for a turn.
type TurnContext struct {
	TurnID       string                  `json:"turn_id"`
	CWD          string                  `json:"cwd"`
	Model        string                  `json:"model"`
	Effort       string                  `json:"effort"`
	OutputSchema jsontext.Value          `json:"final_output_json_schema"` // 0.78 to 0.132
	Truncation   *codex.TruncationPolicy `json:"truncation_policy"`        // 0.78 to 0.132

	Stated jsontext.Value `json:"-"` // the whole payload, where the World State is followed

	chosen  string // what a user chose of the model and the place to work in, as written
	allowed string // what a user allowed
	derived string // what a process made of it
	traces  codex.Trace

	approval string // of what a user allowed: when to ask
	sandbox  string // and what commands can do
}

func parseTurnContext(payload []byte) (*TurnContext, error) {
	var c TurnContext
	if err := json.Unmarshal(payload, &c, jsontext.AllowDuplicateNames(true)); err != nil {
		return nil, err
	}
	c.OutputSchema = c.OutputSchema.Clone()
	c.split(payload)
	return &c, nil
}

// split keeps what stays equal until a user changes it, and what only another process does.
func (c *TurnContext) split(payload []byte) {
	var chosen, allowed, derived strings.Builder
	c.traces = codex.TracePlaceless
	for m := rawjson.Walk(payload); m.Next(); {
		out := &chosen
		switch string(m.Name) {
		case "root_turn_id":
			c.traces |= codex.TraceRootTurn
			continue
		case "current_date":
			c.traces &^= codex.TracePlaceless
			continue
		case "turn_id", "trace_id", "timezone", "summary", "final_output_json_schema":
			continue
		case "workspace_roots":
			c.traces &^= codex.TracePlaceless
		case "disabled_plugin_ids":
			c.traces |= codex.TraceDisabledPlugins
		case "approval_policy", "approvals_reviewer", "sandbox_policy", "permission_profile", "network", "file_system_sandbox_policy":
			out = &allowed
		case "active_permission_profile":
			out = &derived
		}
		out.Write(payload[m.Start:m.End])
		out.WriteByte(',')
	}
	c.approval, c.sandbox = string(rawjson.Field(payload, "approval_policy")), sandbox(rawjson.Field(payload, "sandbox_policy"))
	c.chosen, c.allowed, c.derived = chosen.String(), allowed.String(), derived.String()
}

// sandbox is the part of a policy that every release states.
func sandbox(policy []byte) string {
	if !rawjson.IsObject(policy) {
		return string(policy)
	}
	kind := rawjson.Field(policy, "type")
	if kind == nil {
		kind = rawjson.Field(policy, "mode")
	}
	return fmt.Sprintf("%s, network %t", kind, string(rawjson.Field(policy, "network_access")) == "true")
}

// SamePermissions reports whether two turns allow the same, as far as a prompt tells it and every release states it.
func (c *TurnContext) SamePermissions(d *TurnContext) bool {
	return c.approval == d.approval && c.sandbox == d.sandbox
}

// Allowed is one of the members that say what commands may do, such as sandbox_policy; nil when it is not stated.
func (c *TurnContext) Allowed(name string) jsontext.Value {
	return rawjson.Field([]byte("{"+strings.TrimSuffix(c.allowed, ",")+"}"), name)
}

// anotherProcess reports whether the settings of the turn behind previous show that another process runs it.
//
// NOTE(codex): 0.144.0 a live process announces what a user changed, and a resumed one just has it; 0.171.0 a resumed one
// announces settings that did not change. 0.138.0 and before announce nothing: there, a resume without the options of the
// first start is the likelier cause of other permissions.
func (c *TurnContext) anotherProcess(previous *TurnContext, t *turnState, p *codex.Profile) bool {
	if previous == nil || c.TurnID == previous.TurnID {
		return false
	}
	allowed := c.allowed == previous.allowed
	if !p.Has(codex.AnnouncesSettings) {
		return !allowed
	}
	same := c.chosen == previous.chosen && allowed
	if t.announced && t.repeated && same {
		return true
	}
	return !t.applied && !(same && c.derived == previous.derived)
}

// ThreadSettings is what a thread_settings_applied event states beyond the turn context.
type ThreadSettings struct {
	Model           string  `json:"model"`
	ModelProviderID string  `json:"model_provider_id"`
	ServiceTier     *string `json:"service_tier"`
	Summary         string  `json:"reasoning_summary"`

	Stated jsontext.Value `json:"-"` // the whole of them, where the World State is followed
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

// settingsApplied takes an announcement of settings.
func (r *Replay) settingsApplied(l *rollout.Line) {
	settings, err := parseThreadSettings(l.Payload)
	if err != nil {
		r.Found.Add(diag.Warning, "undecodable-event", r.place(l), "thread_settings_applied: %v", err)
		return
	}
	r.turn.applied, r.turn.repeated = true, settings.same(r.settingsInForce())
	r.turn.announced = !r.turn.open
	if r.worlds.on {
		settings.Stated = bytes.Clone(rawjson.Field(l.Payload, "thread_settings"))
	}
	r.settings = settings
}

// settingsInForce are the last ones announced, or what they would be if nothing was.
func (r *Replay) settingsInForce() *ThreadSettings {
	if r.settings != nil {
		return r.settings
	}
	s := &ThreadSettings{ModelProviderID: r.thread.Meta.ModelProvider}
	if r.turn.context != nil {
		s.Model = r.turn.context.Model
	}
	return s
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
