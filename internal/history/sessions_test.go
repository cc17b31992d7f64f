package history_test

import (
	"fmt"
	"strings"
)

// script writes a small rollout, line by line, with times and ordinals that go on.
type script struct {
	out       strings.Builder
	lines     int
	turns     int
	calls     int
	tokens    int
	paginated bool
}

func (s *script) line(kind, payload string) {
	ordinal := ""
	if s.paginated {
		ordinal = fmt.Sprintf(`"ordinal":%d,`, s.lines)
	}
	fmt.Fprintf(&s.out, `{"timestamp":"2026-01-02T03:%02d:%02d.000Z",%s"type":"%s","payload":%s}`+"\n", s.lines/60, s.lines%60, ordinal, kind, payload)
	s.lines++
}

func (s *script) meta(version, more string) {
	s.line("session_meta", `{"id":"019f0000-0000-7000-8000-00000000000a","timestamp":"2026-01-02T03:00:00.000Z","cwd":"/w","cli_version":"`+version+`","model_provider":"openai","base_instructions":{"text":"BASE"}`+more+`}`)
}

func (s *script) event(kind, more string) { s.line("event_msg", `{"type":"`+kind+`"`+more+`}`) }
func (s *script) item(json string)        { s.line("response_item", json) }

func message(role, kind, text string) string {
	return `{"type":"message","role":"` + role + `","content":[{"type":"` + kind + `","text":"` + text + `"}]}`
}

func (s *script) turnID() string {
	return fmt.Sprintf("019f0000-0000-7000-8000-%012d", s.turns)
}

// begin opens a turn, with context on the first.
func (s *script) begin(input string) {
	s.turns++
	s.event("task_started", `,"turn_id":"`+s.turnID()+`","model_context_window":1000`)
	if s.turns == 1 {
		s.item(message("developer", "input_text", `<permissions instructions>\nP\n</permissions instructions>`))
		s.item(message("user", "input_text", `<environment_context>\n  <cwd>/w</cwd>\n</environment_context>`))
	}
	s.context("m")
	if input != "" {
		s.item(message("user", "input_text", input))
		s.event("user_message", `,"message":"`+input+`"`)
	}
}

func (s *script) context(model string) {
	s.line("turn_context", `{"turn_id":"`+s.turnID()+`","cwd":"/w","current_date":"2026-01-02","approval_policy":"never","sandbox_policy":{"type":"read-only"},"model":"`+model+`","summary":"auto"}`)
}

func (s *script) end() { s.event("task_complete", `,"turn_id":"`+s.turnID()+`"`) }

func (s *script) counted() {
	s.tokens += 100
	usage := fmt.Sprintf(`{"input_tokens":%d,"cached_input_tokens":0,"output_tokens":10,"total_tokens":%d}`, s.tokens, s.tokens+10)
	s.event("token_count", `,"info":{"total_token_usage":`+usage+`,"last_token_usage":{"input_tokens":100,"cached_input_tokens":0,"output_tokens":10,"total_tokens":110}}`)
}

// call is an answer that calls a tool, and the tool's output.
func (s *script) call(output string) {
	s.calls++
	s.item(fmt.Sprintf(`{"type":"function_call","id":"fc_%d","name":"exec_command","arguments":"{\"cmd\":\"ls\"}","call_id":"call_%d"}`, s.calls, s.calls))
	if output != "" {
		s.item(fmt.Sprintf(`{"type":"function_call_output","call_id":"call_%d","output":"%s"}`, s.calls, output))
	}
	s.counted()
}

// say is an answer that ends a turn.
func (s *script) say(text string) {
	s.item(`{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAA"}`)
	s.event("agent_message", `,"message":"`+text+`"`)
	s.item(message("assistant", "output_text", text))
	s.counted()
	s.end()
}

func (s *script) turn(input string, outputs ...string) {
	s.begin(input)
	for _, output := range outputs {
		s.call(output)
	}
	s.say("done with " + input)
}

// compact asks for a summary and installs it.
func (s *script) compact(kept ...string) {
	s.begin("")
	s.item(message("assistant", "output_text", "SUMMARY"))
	s.counted()
	var items []string
	for _, text := range append(kept, "SUMMARY") {
		items = append(items, message("user", "input_text", text))
	}
	s.line("compacted", `{"message":"SUMMARY","replacement_history":[`+strings.Join(items, ",")+`],"window_number":1}`)
	s.event("context_compacted", "")
	s.end()
}

// compactRemote installs what the server made of the history.
func (s *script) compactRemote(kept string) {
	s.begin("")
	s.line("compacted", `{"message":"","replacement_history":[`+message("user", "input_text", kept)+`,{"type":"compaction","encrypted_content":"gAAAA"}]}`)
	s.counted()
	s.end()
}

func (s *script) rollback(turns int) {
	s.event("thread_rolled_back", fmt.Sprintf(`,"num_turns":%d`, turns))
}

func (s *script) settings(tier string) {
	s.event("thread_settings_applied", `,"thread_settings":{"model":"m","model_provider_id":"openai","service_tier":"`+tier+`","reasoning_summary":"concise"}`)
}

// sessions are small rollouts of many kinds.
func sessions() map[string]string {
	all := map[string]string{}
	add := func(name string, write func(s *script)) {
		s := &script{}
		write(s)
		all[name] = s.out.String()
	}
	add("plain", func(s *script) {
		s.meta("0.145.0", "")
		s.turn("one", "a", "b")
		s.turn("two")
	})
	add("rolled back behind what stays out", func(s *script) {
		s.meta("0.145.0", "")
		s.turn("one", "a")
		s.begin("two")
		s.item(message("system", "input_text", "left out"))
		s.call("b")
		s.say("done")
		s.rollback(1)
		s.begin("three")
		s.item(message("system", "input_text", "left out too"))
		s.call("c")
		s.say("done")
	})
	add("no output", func(s *script) {
		s.meta("0.145.0", "")
		s.begin("one")
		s.call("")
		s.event("turn_aborted", `,"turn_id":"`+s.turnID()+`","reason":"interrupted"`)
		s.turn("two", "b")
	})
	add("compacted", func(s *script) {
		s.meta("0.145.0", "")
		s.settings("priority")
		s.turn("one", "a")
		s.compact("one")
		s.turn("two", "b", "c")
	})
	add("compacted twice, then nothing", func(s *script) {
		s.meta("0.145.0", "")
		s.settings("flex")
		s.turn("one", "a")
		s.compact("one")
		s.turn("two", "b")
		s.compactRemote("one")
	})
	add("compacted in a turn", func(s *script) {
		s.meta("0.171.0", "")
		s.settings("flex")
		s.begin("one")
		s.call("a")
		s.item(message("assistant", "output_text", "SUMMARY"))
		s.counted()
		s.line("compacted", `{"message":"SUMMARY","replacement_history":[`+message("user", "input_text", "SUMMARY")+`]}`)
		s.context("m")
		s.call("b")
		s.say("done")
	})
	add("a local compaction last", func(s *script) {
		s.meta("0.145.0", "")
		s.settings("flex")
		s.turn("one", "a")
		s.compact("one")
	})
	add("late compaction without a replacement", func(s *script) {
		s.meta("0.145.0", "")
		s.settings("flex")
		s.turn("one", "a")
		s.line("compacted", `{"message":"SUMMARY"}`)
		s.turn("two", "b")
	})
	add("damaged compaction", func(s *script) {
		s.meta("0.145.0", "")
		s.settings("flex")
		s.turn("one", "a")
		s.out.WriteString(`{"timestamp":"t","type":"compacted","payload":{"message":"SUMMARY","replacement_` + "\n")
		s.turn("two", "b")
	})
	add("compaction without a replacement", func(s *script) {
		s.meta("0.104.0", "")
		s.turn("one", "a")
		s.line("compacted", `{"message":"SUMMARY"}`)
		s.turn("two")
	})
	add("rolled back", func(s *script) {
		s.meta("0.145.0", "")
		s.turn("one", "a")
		s.turn("two", "b")
		s.rollback(1)
		s.turn("three")
		s.rollback(9)
		s.turn("four")
	})
	add("rolled back over a compaction", func(s *script) {
		s.meta("0.145.0", "")
		s.settings("flex")
		s.turn("one", "a")
		s.begin("two")
		s.call("b")
		s.line("compacted", `{"message":"","replacement_history":[`+message("user", "input_text", "kept")+`]}`)
		s.say("done")
		s.rollback(1)
		s.turn("three", "c")
		s.compact("x")
		s.turn("four")
	})
	add("paginated", func(s *script) {
		s.paginated = true
		s.meta("0.149.0", `,"history_mode":"paginated"`)
		s.begin("one")
		s.item(`{"type":"custom_tool_call","id":"ctc_1","call_id":"call_9","name":"apply_patch","input":"*** Begin"}`)
		s.item(`{"type":"custom_tool_call_output","call_id":"call_9","output":"ok"}`)
		s.line("token_usage_record", `{"response_id":"r1"}`)
		s.event("item_completed", `,"item":{"type":"AgentMessage"}`)
		s.item(message("assistant", "output_text", "done"))
		s.line("token_usage_record", `{"response_id":"r2"}`)
		s.end()
	})
	add("paginated with ids, by the release that kept them there only", func(s *script) {
		s.paginated = true
		s.meta("0.145.0", `,"history_mode":"paginated"`)
		s.settings("flex")
		for range 2 {
			s.begin("")
			s.item(`{"type":"message","id":"msg_` + s.turnID()[:14] + `7000-8000-00000000000b","role":"user","content":[{"type":"input_text","text":"one"}],"internal_chat_message_metadata_passthrough":{"turn_id":"` + s.turnID() + `"}}`)
			s.call("a")
			s.say("done")
		}
		s.compact("one")
		s.begin("two")
		s.call("")
		s.say("done")
	})
	add("every kind of item", func(s *script) {
		s.meta("0.171.0", "")
		s.begin("one")
		for _, item := range []string{
			`{"type":"local_shell_call","call_id":null,"status":"completed","action":{"type":"exec","command":["ls"]}}`,
			`{"type":"tool_search_call","call_id":"ts1","execution":"client","arguments":{"q":1}}`,
			`{"type":"tool_search_output","call_id":"ts1","status":"completed","execution":"client","tools":[{"type":"function"}]}`,
			`{"type":"tool_search_call","call_id":"ts2","execution":"client","arguments":null}`,
			`{"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"q"}}`,
			`{"type":"image_generation_call","id":"ig_1","status":"completed","result":"AAAA"}`,
			`{"type":"agent_message","author":"/root","recipient":"/root/a","content":[{"type":"input_text","text":"hi"},{"type":"encrypted_content","encrypted_content":"gAAAA"}]}`,
			`{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,AAAA","detail":"low"},{"type":"input_image","image_url":"https://example.com/a.png"},{"type":"input_audio","audio_url":"data:audio/wav;base64,AAAA"}]}`,
			`{"type":"message","role":"system","content":[]}`,
			`{"role":"user","type":"message","content":[{"text":"out of order","type":"input_text"}],"unknown":{"x":1}}`,
			`{"type":"function_call_output","call_id":"nobody","output":[{"type":"input_text","text":"x"},{"type":"input_image","image_url":"data:,"}]}`,
			`{"type":"function_call_output","name":"standalone","output":"x"}`,
			`{"type":"context_compaction","encrypted_content":"gAAAA"}`, `{"type":"compaction_trigger"}`, `{"type":"ghost_snapshot"}`,
			`{"type":"additional_tools","role":"developer","tools":[{"type":"function","name":"f"}]}`,
			`{"type":"configuration_update","reasoning":{"effort":"low"}}`, `{"type":"hologram"}`, `{"type":"message"}`, `{}`,
			`{"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"x","annotations":[]}],"phase":"final_answer","internal_chat_message_metadata_passthrough":{"turn_id":"t","content_item_kinds":["a"],"content_item_metadata":[]}}`,
		} {
			s.item(item)
		}
		s.line("inter_agent_communication", `{"author":"a","recipient":"b","other_recipients":[],"content":"c","trigger_turn":true}`)
		s.line("world_state", `{"full":true,"state":{}}`)
		s.line("hologram", `{}`)
		s.event("sparkle", "")
		s.say("done")
	})
	add("long outputs", func(s *script) {
		s.meta("0.145.0", "")
		s.turn("one", strings.Repeat(`line of output\n`, 1200), strings.Repeat("é", 9000))
		s.settings("flex")
		s.compact("one")
		s.turn("two", strings.Repeat(`x\ty\\n`, 3000))
	})
	add("another process", func(s *script) {
		s.meta("0.145.0", "")
		s.turn("one", strings.Repeat(`abcdefghij`, 2000))
		s.turns++
		s.event("task_started", `,"turn_id":"`+s.turnID()+`"`)
		s.context("gpt-5.2")
		s.item(message("user", "input_text", "two"))
		s.say("done")
	})
	add("fork", func(s *script) {
		s.meta("0.145.0", `,"forked_from_id":"019e0000-0000-7000-8000-00000000000b"`)
		s.meta("0.145.0", "")
		s.turn("one", "a")
		s.turn("two")
	})
	add("early format", func(s *script) {
		s.out.WriteString(`{"id":"a","timestamp":"2025-07-01T00:00:00Z","instructions":null}` + "\n")
		for _, item := range []string{message("user", "input_text", "one"), message("assistant", "output_text", "done"), `{"record_type":"state"}`} {
			s.out.WriteString(item + "\n")
		}
	})
	add("a context per attempt", func(s *script) {
		s.meta("0.98.0", "")
		s.begin("one")
		s.call("a")
		s.context("m")
		s.call("b")
		s.context("m")
		s.say("done")
	})
	return all
}
