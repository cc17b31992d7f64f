package rollout

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unsafe"

	"promptctl/internal/rawjson"
)

// errNotObject marks a line that is JSON but no object.
var errNotObject = errors.New("not a JSON object")

// parseEnvelope decodes one line of the format since 0.32: timestamp, type, payload, perhaps ordinal and metadata, in
// any order. The whole line is checked: what serde_json would refuse is an error.
//
// NOTE(codex): 0.145.0 timestamp is required, unknown envelope fields are ignored, the last of a repeated field wins.
func parseEnvelope(raw []byte, line *Line) error {
	*line = Line{Offset: line.Offset, Number: line.Number, Length: len(raw), Ordinal: -1}
	if i := firstByte(raw); i < 0 || raw[i] != '{' {
		if err := rawjson.Check(raw); err != nil {
			return err
		}
		return errNotObject
	}
	members := rawjson.WalkChecked(raw)
	var kind []byte
	for members.Next() {
		switch string(members.Name) {
		case "timestamp":
			line.Time = borrow(members.Value)
		case "type":
			kind, _ = rawjson.Text(members.Value)
		case "payload":
			line.Payload = members.Value
		case "ordinal":
			line.Ordinal = ordinal(members.Value)
		case "metadata":
			line.Metadata = members.Value
		}
	}
	if err := members.Err(); err != nil {
		return err
	}
	if rest := raw[members.Rest():]; firstByte(rest) >= 0 {
		return &rawjson.SyntaxError{Offset: members.Rest(), Err: rawjson.ErrTrailing}
	}
	line.Loose = members.Loose()
	return line.classify(kind)
}

func (line *Line) classify(kind []byte) error {
	switch {
	case kind == nil:
		return errors.New("no type")
	case line.Payload == nil:
		return errors.New("no payload")
	case line.Time == "":
		return errors.New("no timestamp")
	}
	line.Kind = kindOf(kind)
	if line.Kind == Unknown {
		line.Type = string(kind)
	}
	if line.Kind == EventMsg {
		line.Event = eventName(line.Payload)
		if line.Event == "" {
			return errors.New("event_msg without a type")
		}
	}
	return nil
}

// eventName returns the type member of an event payload, which Codex writes first.
func eventName(payload []byte) string {
	const prefix = `{"type":"`
	if bytes.HasPrefix(payload, []byte(prefix)) {
		rest := payload[len(prefix):]
		if end := bytes.IndexByte(rest, '"'); end >= 0 && bytes.IndexByte(rest[:end], '\\') < 0 {
			return intern(rest[:end])
		}
	}
	return rawjson.String(rawjson.Field(payload, "type"))
}

// intern returns the name as a string without a copy for the frequent ones.
func intern(name []byte) string {
	switch string(name) {
	case "token_count":
		return "token_count"
	case "item_completed":
		return "item_completed"
	case "agent_message":
		return "agent_message"
	case "agent_reasoning":
		return "agent_reasoning"
	case "task_started":
		return "task_started"
	case "task_complete":
		return "task_complete"
	case "user_message":
		return "user_message"
	}
	return string(name)
}

// borrow returns the text of a JSON string that needs no decoding, sharing the line's bytes. Readers hand out lines that
// are valid until the next one, so the string has the same life; keep it with strings.Clone.
func borrow(value []byte) string {
	text, ok := rawjson.Text(value)
	if !ok || len(text) == 0 {
		return ""
	}
	return unsafe.String(&text[0], len(text))
}

func ordinal(value []byte) int64 {
	n, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

func firstByte(b []byte) int {
	for i, c := range b {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return i
		}
	}
	return -1
}

// damage names what is wrong with a line that did not decode, for people.
func damage(raw []byte, err error, last bool) (code, message string) {
	if n := bytes.Count(raw, []byte{0}); n > 0 {
		return "nul-bytes", fmt.Sprintf("%d NUL bytes in the line; the client skips it", n)
	}
	switch {
	case errors.Is(err, rawjson.ErrEnd) && last:
		return "torn-line", "torn last line: " + err.Error()
	case errors.Is(err, rawjson.ErrEnd):
		return "torn-line", "torn line: " + err.Error()
	case errors.Is(err, rawjson.ErrTrailing):
		return "two-values", err.Error() + "; the client skips the whole line"
	case errors.Is(err, rawjson.ErrUTF8):
		return "invalid-utf8", err.Error() + "; the client refuses the whole thread"
	case errors.Is(err, rawjson.ErrDepth):
		return "too-deep", err.Error()
	}
	var syntax *rawjson.SyntaxError
	if errors.As(err, &syntax) {
		return "not-json", err.Error()
	}
	return "undecodable", err.Error()
}
