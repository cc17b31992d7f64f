package history

import (
	"strings"

	"promptctl/internal/rawjson"
)

// shownEvents are the events of a screen that are no turn items by name.
var shownEvents = map[string]TurnItemKind{
	"user_message": UserMessage, "agent_message": AgentText, "agent_reasoning": ShownReasoning, "web_search_end": ShownSearch,
	"context_compacted": ShownCompaction, "exec_command_end": "CommandExecution", "patch_apply_end": "FileChange",
	"mcp_tool_call_end": "McpToolCall", "view_image_tool_call": "ImageView", "image_generation_end": ShownImage,
	"dynamic_tool_call_response": "DynamicToolCall", "plan_update": "PlanUpdate", "error": "Error", "stream_error": "Error",
	"warning": "Warning", "entered_review_mode": "EnteredReviewMode", "exited_review_mode": "ExitedReviewMode",
}

// TurnItemTold is what an event_msg line tells a screen to show; ok is false where it tells it nothing to show.
//
// NOTE(codex): 0.148.0 paginated threads tell it by item_completed, others by an event of its own for each kind.
func TurnItemTold(event string, payload []byte) (t TurnItem, ok bool) {
	if event == "item_completed" {
		item := rawjson.Field(payload, "item")
		if !rawjson.IsObject(item) {
			return t, false
		}
		t.Kind = TurnItemKind(member(item, "type"))
		t.ID, t.Phase = member(item, "id"), member(item, "phase")
		t.tell(item)
		return t, t.Kind != ""
	}
	kind, ok := shownEvents[event]
	if !ok {
		return t, false
	}
	t.Kind, t.ID, t.Phase = kind, member(payload, "call_id"), member(payload, "phase")
	t.tell(payload)
	return t, true
}

func member(object []byte, name string) string { return rawjson.String(rawjson.Field(object, name)) }

// tell reads what an event says, under the names that events use.
func (t *TurnItem) tell(object []byte) {
	for m := rawjson.Walk(object); m.Next(); {
		switch string(m.Name) {
		case "message", "text", "query":
			if text := rawjson.String(m.Value); text != "" {
				t.Texts = append(t.Texts, text)
			}
		case "summary_text", "content":
			t.entries(m.Value)
		case "command":
			t.Texts = append(t.Texts, command(m.Value))
		case "images", "local_images", "audio", "local_audio":
			t.media(m.Value)
		}
	}
}

// entries reads a list of texts, or of entries with a text or an image each.
func (t *TurnItem) entries(list []byte) {
	if len(list) == 0 || list[0] != '[' {
		return
	}
	for m := rawjson.Walk(list); m.NextElement(); {
		if !rawjson.IsObject(m.Value) {
			t.Texts = append(t.Texts, rawjson.String(m.Value))
			continue
		}
		for _, name := range []string{"image_url", "audio_url", "path"} {
			if url := member(m.Value, name); url != "" {
				t.Media = append(t.Media, url)
			}
		}
		if rawjson.Field(m.Value, "text") != nil {
			t.Texts = append(t.Texts, member(m.Value, "text"))
		}
	}
}

func (t *TurnItem) media(list []byte) {
	if len(list) == 0 || list[0] != '[' {
		return
	}
	for m := rawjson.Walk(list); m.NextElement(); {
		t.Media = append(t.Media, rawjson.String(m.Value))
	}
}

// command is the words of a command line, or its text.
func command(value []byte) string {
	if len(value) == 0 || value[0] != '[' {
		return rawjson.String(value)
	}
	var words []string
	for m := rawjson.Walk(value); m.NextElement(); {
		words = append(words, rawjson.String(m.Value))
	}
	return strings.Join(words, " ")
}
