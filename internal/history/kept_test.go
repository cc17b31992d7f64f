package history_test

import (
	"fmt"
	"slices"
	"testing"

	"promptctl/internal/history"
)

// TestKeptSteps: what a step says stays as it was when it was handed out, whatever the thread does next.
func TestKeptSteps(t *testing.T) {
	entries := 0
	for _, name := range names() {
		thread, err := open([]byte(sessions()[name]))
		if err != nil {
			t.Fatal(err)
		}
		var steps []*history.Step
		var then []string
		replay := history.NewReplay(thread, history.Options{}, func(s *history.Step) error {
			_, ledger := s.ForPrompt()
			entries += len(ledger)
			steps, then = append(steps, s), append(then, said(s))
			return nil
		})
		if err := replay.Run(); err != nil {
			t.Fatal(err)
		}
		replay.End()
		var now []string
		for _, s := range steps {
			now = append(now, said(s))
		}
		if !slices.Equal(then, now) {
			t.Errorf("%s: steps said %v, and now %v", name, then, now)
		}
	}
	if entries == 0 {
		t.Error("no ledger has an entry")
	}
}

func said(s *history.Step) string {
	items, ledger := s.ForPrompt()
	text := fmt.Sprintf("%+v", ledger)
	for _, it := range items {
		text += " " + string(it.Raw)
	}
	return text
}
