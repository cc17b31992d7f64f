package main

import (
	"bytes"
	"fmt"
	"io"
	"time"
)

// usage is what a server reports of its answers.
type usage struct{ input, cached, output, reasoning int }

func (u usage) json() string {
	return fmt.Sprintf(`{"input_tokens":%d,"cached_input_tokens":%d,"cache_write_input_tokens":0,"output_tokens":%d,"reasoning_output_tokens":%d,"total_tokens":%d}`,
		u.input, u.cached, u.output, u.reasoning, u.input+u.output)
}

// thread writes a session as its client would: what happens in it is up to the caller, the order of the lines is not.
type thread struct {
	lines
	*material
	facts       facts
	id          string
	turnID      string
	turnBegan   time.Time
	firstWindow string
	window      string
	serial      int // of items, as the ids of a server that counts
	total       usage
	context     int // bytes that the next request holds
	lastAnswer  []byte
}

func newThread(w io.Writer, seed uint64) *thread {
	t := &thread{lines: newLines(w), material: newMaterial(seed)}
	t.facts = newFacts(t.material)
	t.id, t.window = t.newID(), t.newID()
	t.firstWindow = t.window
	t.write("session_meta", sessionMeta, t.id, t.id, t.now.Format(lineTime), t.facts.base, t.window)
	return t
}

func (t *thread) newID() string { return t.uuid(t.now.UnixMilli()) }

func (t *thread) name(prefix string) string {
	t.serial++
	return fmt.Sprintf("%s_%06d", prefix, t.serial)
}

// item writes a response_item line. The format ends before the passthrough object, which every item of this release has.
func (t *thread) item(format string, args ...any) int {
	n := t.write("response_item", format+passthrough, append(args, t.turnID)...)
	t.context += n
	return n
}

const passthrough = `,"internal_chat_message_metadata_passthrough":{"turn_id":"%s"}}`

func (t *thread) event(format string, args ...any) { t.write("event_msg", format, args...) }

func (t *thread) beginTurn() {
	t.pass(40 * time.Second)
	t.turnID, t.turnBegan = t.newID(), t.now
	t.Turns++
	t.event(`{"type":"task_started","turn_id":"%s","started_at":%d,"model_context_window":258400,"collaboration_mode_kind":"default"}`,
		t.turnID, t.now.Unix())
}

func (t *thread) endTurn() {
	took := t.now.Sub(t.turnBegan).Milliseconds()
	t.event(`{"type":"task_complete","turn_id":"%s","last_agent_message":"%s","started_at":%d,"completed_at":%d,"duration_ms":%d,"time_to_first_token_ms":%d}`,
		t.turnID, t.lastAnswer, t.turnBegan.Unix(), t.now.Unix(), took, min(took, 900))
}

// ask writes the user's message and returns it as the item that a compaction may keep. Images are files of the user's: the
// event names them, the item holds them.
func (t *thread) ask(text []byte, images ...[]byte) []byte {
	var content, files []byte
	for i, url := range images {
		file := fmt.Sprintf("/home/dev/shots/%06d.png", t.below(1e6))
		content = fmt.Appendf(content, `{"type":"input_text","text":"<image name=[Image #%d] path=\"%s\">"},{"type":"input_image","image_url":"%s","detail":"high"},{"type":"input_text","text":"</image>"},`,
			i+1, file, url)
		files = fmt.Appendf(files, `,"%s"`, file)
	}
	content = fmt.Appendf(content, `{"type":"input_text","text":"%s"}`, text)
	t.item(message, "user", content)
	t.event(`{"type":"user_message","message":"%s","images":[],"local_images":[%s],"audio":[],"local_audio":[],"text_elements":[]}`,
		text, bytes.TrimPrefix(files, []byte(",")))
	return fmt.Appendf(nil, message+passthrough, "user", content, t.turnID)
}

const message = `{"type":"message","role":"%s","content":[%s]`

// work is a request that the model answers with a call for each output of the given size.
func (t *thread) work(outputs []int) {
	t.request()
	var calls []string
	for range outputs {
		calls = append(calls, t.name("call"))
		t.item(`{"type":"function_call","id":"%s","name":"exec_command","arguments":"{\"cmd\": \"go test ./%s/... -run %d\", \"workdir\": \"/home/dev/workspace\"}","call_id":"%s"`,
			t.name("fc"), words[t.below(len(words))], t.below(1000), calls[len(calls)-1])
	}
	for i, size := range outputs {
		t.pass(time.Duration(t.between(20, 2000)) * time.Millisecond)
		t.ToolOutput += int64(t.item(`{"type":"function_call_output","call_id":"%s","output":"Chunk ID: %06x\nWall time: %d.%04d seconds\nProcess exited with code %d\nOriginal token count: %d\nOutput:\n%s"`,
			calls[i], t.below(1<<24), t.below(9), t.below(10000), t.below(2), size/4, t.text(size)))
	}
	t.report()
}

// answer is a request that the model answers with text, which ends the turn.
func (t *thread) answer() {
	t.request()
	t.lastAnswer = t.text(t.between(100, 900))
	t.event(`{"type":"agent_message","message":"%s","phase":"final_answer","memory_citation":null}`, t.lastAnswer)
	t.item(`{"type":"message","id":"%s","role":"assistant","content":[{"type":"output_text","text":"%s"}],"phase":"final_answer"`,
		t.name("msg"), t.lastAnswer)
	t.report()
}

// request begins an answer, which most of the time the model thinks about.
func (t *thread) request() {
	t.Requests++
	sent := t.context / 4
	t.total.input += sent
	t.total.cached += sent / 10 * 9
	t.pass(time.Duration(t.between(800, 9000)) * time.Millisecond)
	if t.percent(70) {
		thought := t.text(t.between(60, 300))
		t.event(`{"type":"agent_reasoning","text":"%s"}`, thought)
		t.item(`{"type":"reasoning","id":"%s","summary":[{"type":"summary_text","text":"%s"}],"content":null,"encrypted_content":"%s"`,
			t.name("rs"), thought, t.base64(t.between(150, 500)*4))
	}
}

// report is the token_count behind an answer. The sum must grow with every request: that is how an empty one shows.
func (t *thread) report() {
	output := t.between(40, 900)
	t.total.output += output
	t.total.reasoning += output / 3
	t.tokenCount(usage{t.context / 4, t.context / 40 * 9, output, output / 3}.json())
}

func (t *thread) tokenCount(last string) {
	t.event(`{"type":"token_count","info":{"total_token_usage":%s,"last_token_usage":%s,"model_context_window":258400},"rate_limits":%s}`,
		t.total.json(), last, rateLimits)
}

const rateLimits = `{"limit_id":"codex","limit_name":null,"primary":null,"secondary":null,"credits":null,"individual_limit":null,"spend_control_reached":null,"plan_type":null,"rate_limit_reached_type":null}`
