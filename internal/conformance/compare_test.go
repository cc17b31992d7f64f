package conformance

import (
	"strings"
	"testing"

	"promptctl/internal/compile"
	"promptctl/internal/history"
)

func TestThreadScore(t *testing.T) {
	const (
		turn    = `{"model":"m","instructions":"i","input":[{"a":1}],"store":false}`
		other   = `{"model":"m","instructions":"i","input":[{"a":2}],"store":false}`
		stored  = `{"model":"m","instructions":"i","input":[{"a":1}],"store":true,"tools":[1]}`
		summary = `{"model":"m","instructions":"i","input":[{"a":1},{"prompt":"long"}],"store":false}`
		blank   = `{"model":"m","instructions":"i","input":[{"a":1},{}],"store":false}`
		lite    = `{"model":"m","input":[{"type":"additional_tools","tools":[1]},{"a":1}]}`
		noTools = `{"model":"m","input":[{"type":"additional_tools","tools":[]},{"a":1}]}`
	)
	for _, tt := range []struct {
		name       string
		sent, made string
		unresolved []string
		want       Score
	}{
		{name: "exact", sent: turn, made: turn, want: Score{Exact: 1, Body: 1}},
		{name: "another input", sent: turn, made: other, want: Score{Wrong: 1, Extra: 1}},
		{name: "another member", sent: stored, made: turn, want: Score{Exact: 1}},
		{name: "prompt unknown", sent: summary, made: blank, unresolved: []string{compile.SummaryPrompt}, want: Score{Modulo: 1, Body: 1}},
		{name: "prompt said to be known", sent: summary, made: blank, want: Score{Wrong: 1, Extra: 1}},
		{name: "tools unknown", sent: lite, made: noTools, unresolved: []string{compile.Tools}, want: Score{Modulo: 1, Body: 1}},
		{name: "tools said to be known", sent: lite, made: noTools, want: Score{Wrong: 1, Extra: 1}},
	} {
		var got Score
		got.thread([]Received{{Body: []byte(tt.sent), Answered: true}},
			[]compiled{{body: parseBody([]byte(tt.made)), step: 1, kind: history.KindTurn, unresolved: tt.unresolved}}, nil)
		if got.Good() != (tt.want.Wrong+tt.want.Extra == 0 && tt.want.Body == tt.want.Exact+tt.want.Modulo) {
			t.Errorf("%s: mismatches %q", tt.name, got.Mismatches)
		}
		got.Mismatches, got.Remarks, tt.want.Requests = nil, nil, 1
		if got.Exact != tt.want.Exact || got.Modulo != tt.want.Modulo || got.Wrong != tt.want.Wrong || got.Extra != tt.want.Extra || got.Body != tt.want.Body {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func TestUnansweredIsNotWrong(t *testing.T) {
	var got Score
	got.thread([]Received{{Body: []byte(`{"input":[1]}`)}}, nil, nil)
	if got.Untold != 1 || got.Wrong != 0 || !got.Good() {
		t.Errorf("%+v", got)
	}
}

func TestNearestPassesOverWhatIsUnknown(t *testing.T) {
	sent := parseBody([]byte(`{"input":[{"type":"additional_tools","tools":[1]},{"a":1},{"b":1}]}`))
	step := compiled{body: parseBody([]byte(`{"input":[{"type":"additional_tools","tools":[]},{"a":1},{"b":2}]}`)), unresolved: []string{compile.Tools}}
	if text := nearest(&sent, []compiled{step}); !strings.Contains(text, "input[2] differs at byte 5") {
		t.Error(text)
	}
}
