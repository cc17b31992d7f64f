package provenance_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/provenance"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"
)

const captures = "../../testdata/captures"

// followed is a thread with all of its requests behind it.
type followed struct {
	thread   *rollout.Thread
	trail    *provenance.Trail
	requests []*compile.Request
}

func follow(t *testing.T, path string) *followed {
	t.Helper()
	thread, err := rollout.OpenThread(path, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { thread.Close() })
	f := &followed{thread: thread, trail: provenance.NewTrail(thread, nil)}
	o := history.Options{World: true, Departed: true}
	if text, err := os.ReadFile(filepath.Join(filepath.Dir(path), "../catalog.json")); err == nil {
		if o.Catalog, err = codex.ParseCatalog(text); err != nil {
			t.Fatal(err)
		}
	}
	replay := history.NewReplay(thread, o, func(s *history.Step) error {
		r := compile.New(s, compile.Options{})
		f.requests = append(f.requests, r)
		f.trail.Step(r)
		return nil
	})
	if err := replay.Run(); err != nil {
		t.Fatal(err)
	}
	f.trail.End(compile.New(replay.End(), compile.Options{}))
	return f
}

func rollouts(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(captures + "/*/*/rollouts/*.jsonl")
	if err != nil || len(paths) < 50 {
		t.Fatalf("%d captures: %v", len(paths), err)
	}
	return paths
}

// TestExplainLeadsToTheLine: every item of the last request comes from a line that holds it, but for what named rules changed;
// or from a rule that makes it.
func TestExplainLeadsToTheLine(t *testing.T) {
	made, plain, changed := 0, 0, 0
	for _, path := range rollouts(t) {
		f := follow(t, path)
		if len(f.requests) == 0 {
			continue
		}
		r := f.requests[len(f.requests)-1]
		for i, it := range r.Input {
			e := f.trail.Explain(r, provenance.Spot{Index: i, Part: -1})
			where := fmt.Sprintf("%s: input[%d]", filepath.Base(path), i)
			if len(e.Sent) == 0 || e.Sent[len(e.Sent)-1].To != r.Step.Number {
				t.Errorf("%s: sent %v, want it in step %d", where, e.Sent, r.Step.Number)
			}
			if e.Source.Kind == "" || e.Bytes != len(r.Item(i)) {
				t.Errorf("%s: from %q, %d bytes", where, e.Source.Kind, e.Bytes)
			}
			line := lineItem(t, f.thread, it.Origin)
			switch {
			case line == nil:
				made++
			case len(e.Changes) == 0:
				plain++
				if !bytes.Equal(rawjson.Canonical(line), r.Item(i)) {
					t.Errorf("%s: said to stand as in line %d, which has\n%s\nand not\n%s", where, it.Origin.Line, line, r.Item(i))
				}
			default:
				changed++
				checkChanges(t, where, line, r.Item(i), e.Changes)
			}
		}
	}
	if made < 10 || plain < 100 || changed < 100 {
		t.Errorf("%d items made by a rule, %d as recorded, %d changed: too few to mean anything", made, plain, changed)
	}
}

// lineItem reads what a line holds, nil where a rule made the item.
func lineItem(t *testing.T, thread *rollout.Thread, o history.Origin) []byte {
	t.Helper()
	if o.Rule != history.Recorded && o.Rule != history.Replaced {
		return nil
	}
	line, err := thread.Segments[o.Segment].File.ReadLine(o.Offset, o.Length)
	if err != nil {
		t.Fatal(err)
	}
	if o.Index < 0 {
		return line.Payload
	}
	m := rawjson.Walk(rawjson.Field(line.Payload, "replacement_history"))
	for range o.Index + 1 {
		if !m.NextElement() {
			t.Fatalf("line %d has no replacement_history[%d]", o.Line, o.Index)
		}
	}
	return m.Value
}

// explains says which rules may change a member.
var explains = map[string][]history.Rule{
	"id":     {history.IDRemoved, history.Rewritten},
	"output": {history.OutputTruncated, history.ImageStripped, history.ShellOutputText, history.MediaPrepared, history.ImageDetailRemoved, history.Rewritten},
	"content": {history.ContentNull, history.ImageStripped, history.ImageDetailRemoved, history.MediaPrepared, history.RolledBack,
		history.Rewritten, history.Mail},
	"internal_chat_message_metadata_passthrough": {history.MetadataRemoved, history.MetadataChanged, history.Rewritten},
	"encrypted_function_args":                    {history.MetadataRemoved},
}

// checkChanges: each member that the body has otherwise than the line is explained by a rule that is named.
func checkChanges(t *testing.T, where string, line, sent []byte, changes []provenance.Transform) {
	t.Helper()
	named := func(rules ...history.Rule) bool {
		return slices.ContainsFunc(changes, func(c provenance.Transform) bool { return slices.Contains(rules, c.Rule) })
	}
	for _, pair := range [][2][]byte{{line, sent}, {sent, line}} {
		for m := rawjson.Walk(pair[0]); m.Next(); {
			if bytes.Equal(m.Value, rawjson.Field(pair[1], string(m.Name))) {
				continue
			}
			if rules := explains[string(m.Name)]; !named(rules...) && !named(history.Rewritten, history.Mail) {
				t.Errorf("%s: %s differs from the line's, and none of %v explains it", where, m.Name, changes)
			}
		}
	}
}

// TestTrailCounts: the requests that an item is said to have been in are those that hold it.
func TestTrailCounts(t *testing.T) {
	left := map[history.Rule]int{}
	for _, path := range rollouts(t) {
		f := follow(t, path)
		held := map[history.Identity][]int{}
		for _, r := range f.requests {
			for _, it := range r.Input {
				id := it.Identity()
				if n := held[id]; len(n) == 0 || n[len(n)-1] != r.Step.Number {
					held[id] = append(n, r.Step.Number)
				}
			}
		}
		for id, want := range held {
			var got []int
			for _, s := range f.trail.Sent(id) {
				for n := s.From; n <= s.To; n++ {
					got = append(got, n)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v is said to be in %v, is in %v", filepath.Base(path), id, got, want)
			}
		}
		for _, r := range f.requests {
			checkDeparted(t, filepath.Base(path), r.Step)
			for i := range r.Input {
				e := f.trail.Explain(r, provenance.Spot{Index: i, Part: -1})
				last := e.Sent[len(e.Sent)-1].To
				if gone := last < len(f.requests); gone && (e.Left == nil || e.Left.Step != last+1 || e.Left.Rule == "") {
					t.Errorf("%s: input[%d] of step %d was last sent in %d, and left %+v", filepath.Base(path), i, r.Step.Number, last, e.Left)
				}
				if e.Left != nil {
					left[e.Left.Rule]++
				}
			}
		}
	}
	for _, rule := range []history.Rule{history.Replaced, history.RolledBack} {
		if left[rule] == 0 {
			t.Errorf("no item left by %s: %v", rule, left)
		}
	}
	t.Log(left)
}

// checkDeparted: nothing that is said to have left history is in it, and nothing left twice.
func checkDeparted(t *testing.T, name string, s *history.Step) {
	t.Helper()
	gone := map[history.Identity]bool{}
	for _, d := range s.Departed {
		if gone[d.Identity()] {
			t.Errorf("%s step %d: %v left twice", name, s.Number, d.Identity())
		}
		gone[d.Identity()] = true
	}
	for _, it := range s.Items {
		if gone[it.Identity()] {
			t.Errorf("%s step %d: %v left, and is there", name, s.Number, it.Identity())
		}
	}
}

// TestMatchedPlaces: a place that a text is found at can be asked for, and is part of what is sent.
func TestMatchedPlaces(t *testing.T) {
	places := 0
	for _, path := range rollouts(t) {
		f := follow(t, path)
		if len(f.requests) == 0 {
			continue
		}
		r := f.requests[len(f.requests)-1]
		for _, found := range provenance.Match(r, "e") {
			places++
			spot, err := provenance.ParsePath(found.Path)
			if err == nil {
				err = spot.In(r)
			}
			if err != nil || spot.Index != found.Index {
				t.Errorf("%s: %s: %+v, %v", filepath.Base(path), found.Path, spot, err)
			}
		}
	}
	if places < 300 {
		t.Errorf("only %d places", places)
	}
}

// TestEqualItemsKeepApart: of messages that say the same, each is followed to its own copy behind a compaction.
func TestEqualItemsKeepApart(t *testing.T) {
	text, err := os.ReadFile("../../testdata/example.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "rollout.jsonl")
	same := bytes.ReplaceAll(text, []byte(`"Fix it"`), []byte(`"Explain the save button bug"`))
	if err := os.WriteFile(path, same, 0o600); err != nil || len(same) <= len(text) {
		t.Fatal(err, len(same))
	}
	f := follow(t, path)
	for index, want := range map[int]int{2: 0, 7: 1} {
		e := f.trail.Explain(f.requests[4], provenance.Spot{Index: index, Part: -1})
		if e.KeptAs == nil || e.KeptAs.Origin.Index != want {
			t.Errorf("input[%d] kept as %+v, want replacement_history[%d]", index, e.KeptAs, want)
		}
		copied := f.trail.Explain(f.requests[5], provenance.Spot{Index: want, Part: -1})
		if copied.CopyOf == nil || copied.CopyOf.Origin.Line != e.Item.Origin.Line {
			t.Errorf("input[%d] a copy of %+v, want that of line %d", want, copied.CopyOf, e.Item.Origin.Line)
		}
	}
}
