package rollout

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseName(t *testing.T) {
	for _, test := range []struct {
		name string
		want Session
		ok   bool
	}{
		{"rollout-2026-01-02T03-04-05-abc.jsonl", Session{ThreadID: "abc", RolloutID: "abc"}, true},
		{"rollout-2026-01-02T03-04-05-abc.jsonl.zst", Session{ThreadID: "abc", RolloutID: "abc"}, true},
		{"rollout-2026-01-02T03-04-05-abc_def.jsonl", Session{ThreadID: "abc", RolloutID: "def"}, true},
		{"a/b/rollout-2026-01-02T03-04-05-abc-def.jsonl", Session{ThreadID: "abc-def", RolloutID: "abc-def"}, true},
		{"rollout-2026-01-02T03-04-05.jsonl", Session{}, false},
		{"rollout-2026-01-02T03-04-05-.jsonl", Session{}, false},
		{"rollout-2026-01-02T03-04-05-abc.json", Session{}, false},
		{"rollout-2026-01-02T03-04-05-abc.jsonl.gz", Session{}, false},
		{"session-2026-01-02T03-04-05-abc.jsonl", Session{}, false},
		{"rollout-abc.jsonl", Session{}, false},
		{"", Session{}, false},
	} {
		got, ok := ParseName(test.name)
		if test.ok {
			test.want.Path, test.want.Started = test.name, "2026-01-02T03-04-05"
		}
		if diff := cmp.Diff(test.want, got); diff != "" || ok != test.ok {
			t.Errorf("%s: %v %s", test.name, ok, diff)
		}
	}
}

// home makes a CODEX_HOME with sessions of several kinds.
func home(t *testing.T) Home {
	dir := t.TempDir()
	meta := func(id, cwd string) string {
		return `{"timestamp":"t","type":"session_meta","payload":{"id":"` + id + `","cwd":"` + filepath.ToSlash(cwd) + `"}}` + "\n"
	}
	write(t, dir, "sessions/2026/01/01/rollout-2026-01-01T10-00-00-aaaa1111.jsonl", meta("aaaa1111", "/one"))
	write(t, dir, "sessions/2026/01/02/rollout-2026-01-02T10-00-00-aaaa2222.jsonl", meta("aaaa2222", "/two"))
	write(t, dir, "sessions/2026/01/02/rollout-2026-01-02T10-00-00-aaaa2222.jsonl.zst", "a leftover")
	write(t, dir, "sessions/2026/01/03/rollout-2026-01-03T10-00-00-bbbb3333.jsonl.zst", string(compressed(t, meta("bbbb3333", "/one"))))
	write(t, dir, "archived_sessions/rollout-2025-12-31T10-00-00-cccc4444.jsonl", meta("cccc4444", "/three"))
	write(t, dir, "sessions/2026/01/02/rollout-2026-01-02T11-00-00-aaaa2222_dddd5555.jsonl", meta("aaaa2222", "/two"))
	write(t, dir, "sessions/2026/01/04/rollout-2026-01-04T10-00-00-eeee6666.jsonl", "damaged\n")
	write(t, dir, "sessions/2026/01/04/notes.txt", "")
	return Home{dir}
}

func TestSessions(t *testing.T) {
	h := home(t)
	var got []string
	for _, s := range h.Sessions() {
		name := strings.TrimPrefix(filepath.Base(s.Path), "rollout-")
		if s.Archived {
			name += " archived"
		}
		got = append(got, name)
	}
	want := []string{
		"2026-01-04T10-00-00-eeee6666.jsonl",
		"2026-01-03T10-00-00-bbbb3333.jsonl.zst",
		"2026-01-02T11-00-00-aaaa2222_dddd5555.jsonl",
		"2026-01-02T10-00-00-aaaa2222.jsonl",
		"2026-01-01T10-00-00-aaaa1111.jsonl",
		"2025-12-31T10-00-00-cccc4444.jsonl archived",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := (Home{filepath.Join(h.Dir, "nothing")}).Sessions(); len(got) != 0 {
		t.Errorf("a home that is not there has sessions: %v", got)
	}
}

func TestFind(t *testing.T) {
	h := home(t)
	for _, test := range []struct{ prefix, want string }{
		{"aaaa11", "aaaa1111"},
		{"aaaa1111", "aaaa1111"},
		{"bbbb33", "bbbb3333"},
		{"cccc44", "cccc4444"},
		{"aaaa22", "dddd5555"}, // the newest file of the reverted thread
	} {
		s, err := h.Find(test.prefix)
		if err != nil || s.RolloutID != test.want {
			t.Errorf("%s: %+v, %v", test.prefix, s, err)
		}
	}
	for _, prefix := range []string{"aaaa1", "", "aaaa11112", "zzzzzz", "../../..", "aaaa1*"} {
		if s, err := h.Find(prefix); err == nil {
			t.Errorf("%q found %+v", prefix, s)
		}
	}
}

func TestFindAmbiguous(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "sessions/rollout-2026-01-01T10-00-00-aaaaaa11.jsonl", "")
	write(t, dir, "sessions/rollout-2026-01-02T10-00-00-aaaaaa22.jsonl", "")
	write(t, dir, "sessions/rollout-2026-01-03T10-00-00-aaaaaa22_cc.jsonl", "")
	_, err := Home{dir}.Find("aaaaaa")
	var ambiguous *AmbiguousError
	if !errors.As(err, &ambiguous) || len(ambiguous.Fits) != 2 || ambiguous.Fits[0].ThreadID != "aaaaaa22" {
		t.Errorf("got %v", err)
	}
}

func TestLast(t *testing.T) {
	h := home(t)
	for _, test := range []struct{ cwd, want string }{
		{"/one", "bbbb3333"}, {"/one/", "bbbb3333"}, {"/two", "aaaa2222"}, {"/three", "cccc4444"}, {"", "eeee6666"},
	} {
		if s, err := h.Last(test.cwd); err != nil || s.ThreadID != test.want {
			t.Errorf("%s: %+v, %v", test.cwd, s, err)
		}
	}
	if _, err := h.Last("/four"); err == nil {
		t.Error("a session was found for a folder that has none")
	}
	if _, err := (Home{t.TempDir()}).Last(""); err == nil {
		t.Error("a session was found in an empty home")
	}
}
