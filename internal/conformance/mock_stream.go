package conformance

import (
	"fmt"
	"net/http"

	"promptctl/internal/rawjson"
)

// stream writes a reply as server-sent events.
func stream(w http.ResponseWriter, number int, reply Reply, items []string) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	s := events{w}
	id := fmt.Sprintf("resp_%04d", number)
	s.send("response.created", `"response":{"id":"`+id+`"}`)
	for i, item := range items {
		if reply.Deltas {
			s.spell(i, item)
		}
		s.send("response.output_item.done", fmt.Sprintf(`"output_index":%d,"item":%s`, i, item))
	}
	switch {
	case reply.Cut:
	case reply.Failed != "":
		s.send("response.failed", `"response":{"id":"`+id+`","error":{"code":`+quote(reply.Failed)+`,"message":"as scripted"}}`)
	default:
		s.send("response.completed", `"response":{"id":"`+id+`","usage":`+usage(number, reply.Tokens)+`}`)
	}
}

// usage reports tokens that differ from request to request, since a client may compare them.
func usage(number, tokens int) string {
	if tokens == 0 {
		tokens = 1000 + number
	}
	return fmt.Sprintf(`{"input_tokens":%d,"input_tokens_details":{"cached_tokens":500},"output_tokens":20,"output_tokens_details":{"reasoning_tokens":5},"total_tokens":%d}`,
		tokens, tokens+20)
}

type events struct{ w http.ResponseWriter }

func (s events) send(kind, members string) {
	// A client that hung up is seen by its next request, or by none.
	_, _ = fmt.Fprintf(s.w, "event: %s\ndata: {\"type\":%q,%s}\n\n", kind, kind, members)
	if f, ok := s.w.(http.Flusher); ok {
		f.Flush()
	}
}

// spell sends what precedes a finished item: its announcement, and its text in two pieces.
func (s events) spell(index int, item string) {
	raw := []byte(item)
	id := rawjson.String(rawjson.Field(raw, "id"))
	at := fmt.Sprintf(`"output_index":%d,"item_id":%s`, index, quote(id))
	switch rawjson.String(rawjson.Field(raw, "type")) {
	case "message":
		s.send("response.output_item.added", fmt.Sprintf(`"output_index":%d,"item":{"type":"message","id":%s,"role":"assistant","content":[]}`, index, quote(id)))
		for _, piece := range halves(firstText(raw, "content")) {
			s.send("response.output_text.delta", at+`,"content_index":0,"delta":`+quote(piece))
		}
	case "reasoning":
		s.send("response.output_item.added", fmt.Sprintf(`"output_index":%d,"item":{"type":"reasoning","id":%s,"summary":[]}`, index, quote(id)))
		s.send("response.reasoning_summary_part.added", at+`,"summary_index":0`)
		for _, piece := range halves(firstText(raw, "summary")) {
			s.send("response.reasoning_summary_text.delta", at+`,"summary_index":0,"delta":`+quote(piece))
		}
	default:
		s.send("response.output_item.added", fmt.Sprintf(`"output_index":%d,"item":%s`, index, item))
	}
}

// firstText is the text of the first part of a member.
func firstText(item []byte, member string) string {
	parts := rawjson.Walk(rawjson.Field(item, member))
	if parts.NextElement() {
		return rawjson.String(rawjson.Field(parts.Value, "text"))
	}
	return ""
}

func halves(text string) []string {
	letters := []rune(text)
	middle := len(letters) / 2
	return []string{string(letters[:middle]), string(letters[middle:])}
}
