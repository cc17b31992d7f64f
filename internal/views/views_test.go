package views_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
	"promptctl/internal/views"
)

const captures = "../../testdata/captures"

// eachStep lines up every step of every capture, and the end of each.
func eachStep(t *testing.T, check func(name string, thread *rollout.Thread, a *views.Aligned)) {
	t.Helper()
	paths, err := filepath.Glob(captures + "/*/*/rollouts/*.jsonl")
	if err != nil || len(paths) < 50 {
		t.Fatalf("%d captures: %v", len(paths), err)
	}
	for _, path := range paths {
		thread, err := rollout.OpenThread(path, "")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { thread.Close() })
		o := history.Options{Departed: true}
		if text, err := os.ReadFile(filepath.Join(filepath.Dir(path), "../catalog.json")); err == nil {
			if o.Catalog, err = codex.ParseCatalog(text); err != nil {
				t.Fatal(err)
			}
		}
		one := func(s *history.Step) error {
			a, err := views.New(thread, compile.New(s, compile.Options{}))
			if err == nil {
				check(fmt.Sprintf("%s step %d", filepath.Base(path), s.Number), thread, a)
			}
			return err
		}
		replay := history.NewReplay(thread, o, one)
		if err := replay.Run(); err != nil {
			t.Fatal(err)
		}
		if err := one(replay.End()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestViewsAreWhole: the rows hold the input and the history in order, and every item's line once.
func TestViewsAreWhole(t *testing.T) {
	eachStep(t, func(name string, _ *rollout.Thread, a *views.Aligned) {
		request, held := 0, 0
		lines := map[history.Origin]int{}
		for _, row := range a.Rows {
			if row.Request >= 0 {
				if row.Request != request || row.Item != a.Request.Input[request] {
					t.Errorf("%s: input[%d] where input[%d] belongs", name, row.Request, request)
				}
				request++
			}
			if row.History >= 0 {
				if row.History != held {
					t.Errorf("%s: history[%d] where history[%d] belongs", name, row.History, held)
				}
				held++
			}
			if row.Kind == "response_item" || row.Kind == "replacement_history" {
				lines[row.Line]++
			}
		}
		if request != len(a.Request.Input) || held != len(a.Request.Step.Items) {
			t.Errorf("%s: %d of %d items of the request, %d of %d of history", name, request, len(a.Request.Input), held, len(a.Request.Step.Items))
		}
		for line, n := range lines {
			if n != 1 {
				t.Errorf("%s: line %d stands %d times", name, line.Line, n)
			}
		}
	})
}

// TestDifferencesHaveReasons: where one view has an item and the next has not, a mark says why.
func TestDifferencesHaveReasons(t *testing.T) {
	seen := map[views.Reason]int{}
	eachStep(t, func(name string, _ *rollout.Thread, a *views.Aligned) {
		for _, row := range a.Rows {
			marked := map[views.View]bool{}
			for _, m := range row.Marks {
				marked[m.View] = true
				seen[m.Reason]++
			}
			where := fmt.Sprintf("%s: %s line %d, %s %s", name, row.Kind, row.Line.Line, row.Head.Type, row.Head.Text[:min(40, len(row.Head.Text))])
			if row.Head.Type == history.Other {
				continue
			}
			if row.Has(views.Request) != row.Has(views.History) && !marked[views.Request] {
				t.Errorf("%s: in one of request and history, and nothing says why", where)
			}
			if !row.Has(views.History) && row.Has(views.Rollout) && !marked[views.History] {
				t.Errorf("%s: in the rollout and not in history, and nothing says why", where)
			}
			if !row.Has(views.Screen) && !marked[views.Screen] {
				t.Errorf("%s: not on the screen, and nothing says why", where)
			}
		}
	})
	for _, reason := range []views.Reason{views.Hidden, views.Untold, views.ScreenOnly, views.Stripped, views.Dropped,
		views.Differs, views.Synthesised, views.Refused, views.Undone, views.Replaced} {
		if seen[reason] == 0 {
			t.Errorf("no row is %s: %v", reason, seen)
		}
	}
	t.Log(seen)
}

// TestScreenIsOfItems: what the client told the screen of messages, reasoning and searches is what the items say by the rules
// that they are shown by.
func TestScreenIsOfItems(t *testing.T) {
	matched, alone := 0, 0
	eachStep(t, func(name string, _ *rollout.Thread, a *views.Aligned) {
		if a.Request.Step.Number > 0 {
			return // the end holds all that the steps do
		}
		for _, row := range a.Rows {
			if row.Shown == nil || len(row.Shown.Lines) == 0 {
				continue
			}
			switch row.Shown.Kind {
			case history.UserMessage, history.AgentText, history.ShownReasoning, history.ShownSearch, history.ShownPlan:
				if row.Head.Type != history.Other {
					matched++
					continue
				}
				alone++
				t.Logf("%s: line %d tells the screen of %s %q, and no item says so", name, row.Line.Line, row.Shown.Kind, row.Shown.Texts)
			}
		}
	})
	if matched < 300 || alone > 0 {
		t.Errorf("%d things on screens are items, %d are not", matched, alone)
	}
}
