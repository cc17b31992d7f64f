package history

import (
	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// sidecar reads what a line says beside its item, since 0.148.
func (it *ResponseItem) sidecar(metadata []byte) {
	if metadata == nil {
		return
	}
	var m struct {
		Override *int   `json:"fallback_token_limit_override"`
		Sequence *int64 `json:"history_sequence"`
		Through  *int64 `json:"sampled_through_sequence"`
		Summary  bool   `json:"compaction_output"`
	}
	if json.Unmarshal(metadata, &m, jsontext.AllowDuplicateNames(true)) != nil {
		return
	}
	if m.Override != nil {
		it.TokenLimit = *m.Override
	}
	if m.Sequence != nil {
		it.Sequence = *m.Sequence
	}
	if m.Through != nil && !m.Summary { // a compaction's request is not counted
		it.SampledThrough = *m.Through
	}
}

// failedTask reports whether a task_complete event tells of a failure: by its error, or, where releases did not state one,
// by the missing last message.
func (r *Replay) failedTask(payload []byte) bool {
	v := rawjson.Field(payload, "error")
	if v == nil && !r.Profile.Has(codex.StatesTaskErrors) {
		v = rawjson.Field(payload, "last_agent_message")
		return v == nil || string(v) == "null"
	}
	return v != nil && string(v) != "null"
}

// completedType is the TurnItem's type in an item_completed event.
func completedType(payload []byte) string {
	item := rawjson.Field(payload, "item")
	if item == nil || item[0] != '{' {
		return ""
	}
	return rawjson.String(rawjson.Field(item, "type"))
}

func typeValue(object []byte) []byte {
	if len(object) == 0 || object[0] != '{' {
		return nil
	}
	return rawjson.Field(object, "type")
}

// knownEvent lists the event types that some release writes and that say nothing of the model's input.
func knownEvent(name string) bool {
	switch name {
	case "agent_reasoning", "agent_reasoning_raw_content", "agent_reasoning_section_break", "context_compacted",
		"entered_review_mode", "exited_review_mode", "exec_command_begin", "exec_command_end", "patch_apply_begin",
		"patch_apply_end", "mcp_tool_call_begin", "mcp_tool_call_end", "web_search_begin", "web_search_end",
		"image_generation_begin", "image_generation_end", "view_image_tool_call", "error", "warning", "stream_error",
		"background_event", "turn_diff", "plan_update", "undo_completed", "undo_started", "thread_name_updated",
		"thread_goal_updated", "session_configured", "deprecation_notice", "model_reroute", "item_started",
		"dynamic_tool_call_request", "dynamic_tool_call_response", "guardian_assessment", "hook_started",
		"hook_completed", "sub_agent_activity", "collab_agent_spawn_begin", "collab_agent_spawn_end",
		"collab_agent_interaction_begin", "collab_agent_interaction_end", "collab_waiting_begin", "collab_waiting_end",
		"collab_close_begin", "collab_close_end", "collab_resume_begin", "collab_resume_end", "user_input_answer",
		"realtime_conversation_started", "realtime_conversation_closed", "ghost_snapshot", "shutdown_complete":
		return true
	}
	return false
}
