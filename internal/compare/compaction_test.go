package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"promptctl/internal/compare"
	"promptctl/internal/history"
)

// TestLeft: what becomes of each item in a compaction that shortens one and puts context in.
func TestLeft(t *testing.T) {
	long := strings.Repeat("many words ", 40)
	rules := "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>"
	before := []*history.ResponseItem{
		item(t, 1, message("user", long+"to the end")),
		item(t, 2, `{"type":"function_call","name":"exec_command","arguments":"{}","call_id":"c1"}`),
		item(t, 3, `{"type":"function_call_output","call_id":"c1","output":"ok"}`),
		item(t, 4, message("user", "keep me")),
		item(t, 5, message("assistant", "drop me")),
	}
	after := []*history.ResponseItem{
		item(t, 9, message("user", rules)),
		item(t, 9, message("user", long)),
		item(t, 9, message("user", "keep me")),
		item(t, 9, message("user", "SUMMARY")),
	}
	l := compare.NewLeft(3, &history.Compacted{Message: "SUMMARY", Replaced: true, Before: before, After: after}, nil, nil)
	if l.Number != 3 || l.Kind != compare.SilentCompaction || l.Before.Items != 5 || l.After.Items != 4 || l.Kept.Items != 1 {
		t.Errorf("%+v", l)
	}
	if len(l.Shortened) != 1 || l.Shortened[0].Was != len(long)+len("to the end") || l.Shortened[0].Now != len(long) {
		t.Errorf("shortened %+v", l.Shortened)
	}
	var gone []string
	for _, d := range l.Dropped {
		gone = append(gone, fmt.Sprint(d.Items, " ", d.What))
	}
	if got := strings.Join(gone, ", "); got != "1 assistant message, 1 function_call, 1 function_call_output" {
		t.Errorf("dropped %s", got)
	}
	if l.Summary == nil || l.Summary.Text != "SUMMARY" || len(l.Context) != 1 || l.Context[0].Name != "AGENTS.md" {
		t.Errorf("summary %+v, context %+v", l.Summary, l.Context)
	}
}

func message(role, text string) string {
	return fmt.Sprintf(`{"type":"message","role":%q,"content":[{"type":"input_text","text":%q}]}`, role, text)
}

func item(t *testing.T, line int, raw string) *history.ResponseItem {
	t.Helper()
	it, err := history.NewItem([]byte(raw), false, history.Origin{Line: line, Offset: int64(line), Index: -1})
	if err != nil {
		t.Fatal(err)
	}
	return it
}
