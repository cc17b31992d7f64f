package history

import (
	"promptctl/internal/diag"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// mail takes an inter_agent_communication line, which became a history item of its own kind.
//
// NOTE(codex): 0.142.0 encrypted mail has a plain header in front that says who wrote it and why.
func (r *Replay) mail(l *rollout.Line) error {
	var m struct {
		ID          *string `json:"id"`
		Author      string  `json:"author"`
		Recipient   string  `json:"recipient"`
		Content     string  `json:"content"`
		Encrypted   *string `json:"encrypted_content"`
		TriggerTurn bool    `json:"trigger_turn"`
	}
	if err := json.Unmarshal(l.Payload, &m, jsontext.AllowDuplicateNames(true)); err != nil {
		r.Found.Add(diag.Warning, "undecodable-line", r.place(l), "inter_agent_communication: %v", err)
		return nil
	}
	raw := []byte(`{"type":"agent_message"`)
	if m.ID != nil {
		raw = rawjson.AppendString(append(raw, `,"id":`...), *m.ID)
	}
	raw = rawjson.AppendString(append(raw, `,"author":`...), m.Author)
	raw = rawjson.AppendString(append(raw, `,"recipient":`...), m.Recipient)
	raw = append(raw, `,"content":[`...)
	if m.Encrypted == nil {
		raw = append(raw, textPart(m.Content)...)
	} else {
		kind := "MESSAGE"
		if m.TriggerTurn {
			kind = "NEW_TASK"
		}
		header := "Message Type: " + kind + "\nTask name: " + m.Recipient + "\nSender: " + m.Author + "\nPayload:\n"
		raw = append(append(raw, textPart(header)...), `,{"type":"encrypted_content","encrypted_content":`...)
		raw = append(rawjson.AppendString(raw, *m.Encrypted), '}')
	}
	it, err := NewItem(append(raw, ']', '}'), false, r.origin(l, -1, Recorded))
	if err != nil {
		return err
	}
	it.Process = r.process.number
	return r.record(it, false)
}
