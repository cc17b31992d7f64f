package history

import "testing"

// TestMailbox: which answers keep mail from other agents waiting for the next turn.
func TestMailbox(t *testing.T) {
	said := func(phase, text string) string {
		if phase != "" {
			phase = `,"phase":"` + phase + `"`
		}
		return `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"` + text + `"}]` + phase + `}`
	}
	call := `{"type":"function_call","name":"f","arguments":"{}","call_id":"c"}`
	for _, test := range []struct {
		name  string
		items []string
		want  Mailbox
	}{
		{"nothing", nil, MailThisTurn},
		{"a final answer", []string{said("final_answer", "x")}, MailNextTurn},
		{"an answer of unknown phase", []string{said("", "x")}, MailNextTurn},
		{"commentary does not close", []string{said("commentary", "x")}, MailThisTurn},
		{"a blank answer", []string{said("", ` \n`)}, MailThisTurn},
		{"a call opens again", []string{said("", "x"), call}, MailThisTurn},
		{"an answer behind a call", []string{call, said("final_answer", "x")}, MailNextTurn},
		{"an image", []string{`{"type":"image_generation_call","id":"ig_1","status":"completed","result":""}`}, MailNextTurn},
	} {
		var items []*ResponseItem
		for _, raw := range test.items {
			it, err := NewItem([]byte(raw), false, Origin{})
			if err != nil {
				t.Fatal(err)
			}
			items = append(items, it)
		}
		if got := mailbox(items); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
