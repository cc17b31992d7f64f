package audit_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// session writes a rollout from a script of one word a line with what belongs to it. Times and turn ids go on by themselves.
type session struct {
	t     *testing.T
	out   strings.Builder
	lines int
	turn  string
	total int
}

// rolloutOf makes the rollout of a script.
func rolloutOf(t *testing.T, script string) string {
	s := &session{t: t}
	for line := range strings.Lines(script) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			word, rest, _ := strings.Cut(line, " ")
			s.write(word, rest)
		}
	}
	return s.out.String()
}

func (s *session) write(word, rest string) {
	first, more, _ := strings.Cut(rest, " ")
	switch word {
	case "meta": // RELEASE MEMBERS
		s.line("session_meta", `{"id":"019f0000-0000-7000-8000-00000000000a","timestamp":"2026-01-02T03:00:00.000Z","cwd":"/w","cli_version":"`+first+`","model_provider":"openai"`+more+`}`)
	case "turn": // ID MEMBERS of the settings
		s.begin(first)
		s.settings(more)
	case "begin": // ID
		s.begin(first)
	case "settings": // MEMBERS
		s.settings(rest)
	case "end":
		s.line("event_msg", `{"type":"task_complete","turn_id":"`+s.turn+`","last_agent_message":"ok"}`)
	case "user", "developer":
		s.line("response_item", message(word, "input_text", rest, ""))
	case "say":
		s.line("event_msg", `{"type":"agent_message","message":"`+rest+`"}`)
		s.line("response_item", message("assistant", "output_text", rest, ""))
		s.counted()
	case "final": // say, with a phase
		s.line("event_msg", `{"type":"agent_message","message":"`+rest+`"}`)
		s.line("response_item", message("assistant", "output_text", rest, `,"phase":"final_answer"`))
		s.counted()
	case "call": // ID
		s.line("response_item", `{"type":"function_call","name":"exec_command","arguments":"{}","call_id":"`+rest+`"}`)
	case "output": // ID TEXT
		s.line("response_item", `{"type":"function_call_output","call_id":"`+first+`","output":"`+more+`"}`)
	case "counted":
		s.counted()
	case "item":
		s.line("response_item", rest)
	case "event":
		s.line("event_msg", rest)
	case "line": // TYPE PAYLOAD
		s.line(first, more)
	case "raw": // what no writer of JSON writes, quoted as in Go
		text, err := strconv.Unquote(rest)
		if err != nil {
			s.t.Fatalf("%s: %v", rest, err)
		}
		s.out.WriteString(text)
	case "again": // FROM TO, lines of this file
		s.again(first, more)
	default:
		s.t.Fatalf("no word %q", word)
	}
}

func (s *session) line(kind, payload string) {
	fmt.Fprintf(&s.out, `{"timestamp":"2026-01-02T03:%02d:%02d.000Z","type":"%s","payload":%s}`+"\n", s.lines/60, s.lines%60, kind, payload)
	s.lines++
}

func (s *session) begin(id string) {
	s.turn = id
	s.line("event_msg", `{"type":"task_started","turn_id":"`+id+`","model_context_window":1000}`)
}

func (s *session) settings(more string) {
	settings := `"approval_policy":"never","sandbox_policy":{"type":"read-only"},"model":"gpt-5.5"`
	if strings.HasPrefix(more, ",") {
		settings += more
	} else if more != "" {
		settings = more
	}
	s.line("turn_context", `{"turn_id":"`+s.turn+`","cwd":"/w","current_date":"2026-01-02",`+settings+`,"summary":"auto"}`)
}

func (s *session) counted() {
	s.total += 100
	usage := fmt.Sprintf(`{"input_tokens":%d,"cached_input_tokens":0,"output_tokens":10,"total_tokens":%d}`, s.total, s.total+10)
	s.line("event_msg", `{"type":"token_count","info":{"total_token_usage":`+usage+`,"last_token_usage":{"input_tokens":100,"cached_input_tokens":0,"output_tokens":10,"total_tokens":110}}}`)
}

func (s *session) again(from, to string) {
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	lines := strings.SplitAfter(s.out.String(), "\n")
	if errA != nil || errB != nil || b >= len(lines) {
		s.t.Fatalf("again %s %s", from, to)
	}
	s.out.WriteString(strings.Join(lines[a-1:b], ""))
}

func message(role, kind, text, more string) string {
	return `{"type":"message","role":"` + role + `","content":[{"type":"` + kind + `","text":"` + text + `"}]` + more + `}`
}
