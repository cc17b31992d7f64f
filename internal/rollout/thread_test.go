package rollout

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"promptctl/internal/rawjson"

	"github.com/google/go-cmp/cmp"
)

// lineageFile makes a paginated file: its session_meta with a history_base, then lines whose texts are given.
func lineageFile(id string, base *HistoryBase, texts ...string) string {
	first := int64(0)
	history := ""
	if base != nil {
		first = base.EndOrdinalExclusive
		history = fmt.Sprintf(`,"history_base":{"thread_id":%s,"end_ordinal_exclusive":%d,"end_byte_offset":%d}`,
			rawjson.AppendString(nil, base.RolloutID), base.EndOrdinalExclusive, base.EndByteOffset)
	}
	var out strings.Builder
	fmt.Fprintf(&out, `{"timestamp":"t","ordinal":%d,"type":"session_meta","payload":{"id":%q,"cli_version":"0.149.0","history_mode":"paginated"%s}}`+"\n", first, id, history)
	for i, text := range texts {
		fmt.Fprintf(&out, `{"timestamp":"t","ordinal":%d,"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":%q}]}}`+"\n", first+int64(i)+1, text)
	}
	return out.String()
}

// offsetOf is where the nth line begins, counted from 0.
func offsetOf(content string, n int) int64 {
	lines := strings.SplitAfter(content, "\n")
	return int64(len(strings.Join(lines[:n], "")))
}

func fileName(id string) string { return "rollout-2026-01-02T03-04-05-" + id + ".jsonl" }

func write(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// texts reads the messages that a thread's lineage holds.
func texts(t *testing.T, thread *Thread) string {
	var got []string
	for _, s := range thread.Segments {
		r := s.File.Read(0, 0, s.End)
		for line := r.Next(); line != nil; line = r.Next() {
			if s.Until >= 0 && line.Ordinal >= s.Until {
				break
			}
			if line.Kind == ResponseItem {
				_, rest, _ := strings.Cut(string(line.Payload), `"text":"`)
				text, _, _ := strings.Cut(rest, `"`)
				got = append(got, text)
			}
		}
		if len(r.Found) > 0 || r.Err() != nil {
			t.Errorf("%s: %v, %v", s.File.Path, r.Found, r.Err())
		}
	}
	return strings.Join(got, " ")
}

func open(t *testing.T, path, home string) *Thread {
	t.Helper()
	thread, err := OpenThread(path, home)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { thread.Close() })
	return thread
}

func TestLineage(t *testing.T) {
	grand := lineageFile("aaa", nil, "g1", "g2", "g3", "g4")
	parent := lineageFile("bbb", &HistoryBase{"aaa", 3, offsetOf(grand, 3)}, "p1", "p2", "p3")
	child := lineageFile("ccc", &HistoryBase{"bbb", 5, offsetOf(parent, 2)}, "c1", "c2")

	t.Run("two files beside each other", func(t *testing.T) {
		dir := t.TempDir()
		write(t, dir, fileName("aaa"), grand)
		thread := open(t, write(t, dir, fileName("bbb"), parent), "")
		if got := texts(t, thread); got != "g1 g2 p1 p2 p3" {
			t.Errorf("got %q", got)
		}
		if thread.Meta.ID != "bbb" || thread.Own() != 1 || thread.Incomplete() || len(thread.Found) > 0 {
			t.Errorf("%+v", thread)
		}
	})
	t.Run("three files", func(t *testing.T) {
		dir := t.TempDir()
		write(t, dir, fileName("aaa"), grand)
		write(t, dir, fileName("bbb"), parent)
		thread := open(t, write(t, dir, fileName("ccc"), child), "")
		if got := texts(t, thread); got != "g1 g2 p1 c1 c2" {
			t.Errorf("got %q", got)
		}
		var bounds []int64
		for _, s := range thread.Segments {
			bounds = append(bounds, s.End, s.Until)
		}
		if diff := cmp.Diff([]int64{offsetOf(grand, 3), 3, offsetOf(parent, 2), 5, -1, -1}, bounds); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("bases elsewhere under CODEX_HOME, one compressed, one archived", func(t *testing.T) {
		home := t.TempDir()
		write(t, home, "archived_sessions/"+fileName("aaa"), grand)
		write(t, home, "sessions/2026/01/02/"+fileName("bbb")+".zst", string(compressed(t, parent)))
		thread := open(t, write(t, t.TempDir(), fileName("ccc"), child), home)
		if got := texts(t, thread); got != "g1 g2 p1 c1 c2" || thread.Incomplete() {
			t.Errorf("got %q, found %v", got, thread.Found)
		}
	})
	t.Run("the ordinal bounds where the offset is too far", func(t *testing.T) {
		dir := t.TempDir()
		write(t, dir, fileName("aaa"), grand)
		far := lineageFile("bbb", &HistoryBase{"aaa", 3, 1 << 40}, "p1")
		if got := texts(t, open(t, write(t, dir, fileName("bbb"), far), "")); got != "g1 g2 p1" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("the ordinal bounds where no offset is stated", func(t *testing.T) {
		dir := t.TempDir()
		write(t, dir, fileName("aaa"), grand)
		unstated := strings.Replace(lineageFile("bbb", &HistoryBase{"aaa", 3, 7}, "p1"), `,"end_byte_offset":7`, "", 1)
		if got := texts(t, open(t, write(t, dir, fileName("bbb"), unstated), "")); got != "g1 g2 p1" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("a reverted thread's file is found by its rollout id", func(t *testing.T) {
		dir := t.TempDir()
		write(t, dir, fileName("aaa_ddd"), grand)
		write(t, dir, fileName("aaa"), lineageFile("aaa", nil, "other"))
		next := lineageFile("bbb", &HistoryBase{"ddd", 3, offsetOf(grand, 3)}, "p1")
		if got := texts(t, open(t, write(t, dir, fileName("bbb"), next), "")); got != "g1 g2 p1" {
			t.Errorf("got %q", got)
		}
	})
}

// TestLineageDamaged: what cannot be found is said, and the thread is shown from where it can be read.
func TestLineageDamaged(t *testing.T) {
	secret := lineageFile("secret", nil, "secret")
	for _, test := range []struct {
		name  string
		files map[string]string // beside the thread's own, which is the file ccc
		base  HistoryBase
		want  string
		says  string
	}{
		{"missing", nil, HistoryBase{"bbb", 3, 100}, "c1", "no rollout file with that id"},
		{"itself", nil, HistoryBase{"ccc", 3, 100}, "c1", "comes back to it"},
		{"a path", map[string]string{"x/" + fileName("secret"): secret}, HistoryBase{"x/" + fileName("secret"), 3, 100}, "c1", "that is no rollout id"},
		{"a path upwards", nil, HistoryBase{"../../../etc/passwd", 3, 100}, "c1", "that is no rollout id"},
		{"empty", nil, HistoryBase{"", 3, 100}, "c1", "that is no rollout id"},
		{"a pattern", map[string]string{fileName("bbb"): secret}, HistoryBase{"*", 3, 100}, "c1", "that is no rollout id"},
		{"with controls", nil, HistoryBase{"b\x1b[2Jb", 3, 100}, "c1", "that is no rollout id"},
		{"very long", nil, HistoryBase{strings.Repeat("b", 5000), 3, 100}, "c1", "that is no rollout id"},
		{"end 0", map[string]string{fileName("bbb"): secret}, HistoryBase{"bbb", 0, 100}, "c1", "end_ordinal_exclusive must be above 0"},
		{"end below 0", map[string]string{fileName("bbb"): secret}, HistoryBase{"bbb", -1, 100}, "c1", "end_ordinal_exclusive must be above 0"},
		{"a base that is empty", map[string]string{fileName("bbb"): ""}, HistoryBase{"bbb", 3, 100}, "c1", "the file is empty"},
		{"a base without session_meta", map[string]string{fileName("bbb"): userLine + "\n"}, HistoryBase{"bbb", 3, 100}, "c1", "no session_meta line"},
		{"a folder with the name", map[string]string{fileName("bbb") + "/x": ""}, HistoryBase{"bbb", 3, 100}, "c1", "no rollout file with that id"},
		{"a circle of two", map[string]string{fileName("bbb"): lineageFile("bbb", &HistoryBase{"ccc", 2, 1 << 20}, "b1")},
			HistoryBase{"bbb", 4, 1 << 20}, "b1 c1", "comes back to it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, content := range test.files {
				write(t, dir, name, content)
			}
			thread := open(t, write(t, dir, fileName("ccc"), lineageFile("ccc", &test.base, "c1")), "")
			if got := texts(t, thread); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if len(thread.Found) != 1 || thread.Found[0].Code != "history-base" || !strings.Contains(thread.Found[0].Message, test.says) {
				t.Errorf("found %+v, want %q", thread.Found, test.says)
			}
			if n := len(strings.Fields(test.want)); len(thread.Segments) != n {
				t.Errorf("%d files, want %d", len(thread.Segments), n)
			}
			if !thread.Incomplete() {
				t.Error("the thread is said to be complete")
			}
		})
	}
}

// TestFirstMetaCounts: a fork holds its parent's session_meta behind its own.
func TestFirstMetaCounts(t *testing.T) {
	other := strings.Replace(metaLine, "00000000000a", "00000000000b", 1)
	thread, err := NewThread(stream(t, metaLine+"\n"+other+"\n"), "")
	if err != nil || !strings.HasSuffix(thread.Meta.ID, "a") {
		t.Errorf("%+v, %v", thread.Meta, err)
	}
}
