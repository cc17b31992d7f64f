package drift

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rollout"

	"github.com/google/go-cmp/cmp"
)

// TestLockKeepsTexts: any text survives the lock file, and a prompt is as it was locked.
func TestLockKeepsTexts(t *testing.T) {
	texts := []string{
		"", "\n", " ", "a", "a\n", "a\n\n\n", "\n\na", "  indented\n a\n", "\ttab\n", "tail \n", "a\r\nb\r\n", "nul\x00", "\ufeffbom", "\x1b[31m",
		"--- a\n...\n", "# comment", "- list", "key: value", "null", "12", "'\"", "é\u2028\u2029\u0085x", "\ufffd", ": ", "|", strings.Repeat("x", 399), "x\ny",
	}
	texts = append(texts, words("a \t\n", 6)...)
	p := &Prompt{Name: "a", Case: &Case{}, Codex: "0.145.0", Sections: []Section{{ID: "r", Unresolved: true}}}
	for i, text := range texts {
		p.Sections = append(p.Sections, Section{ID: fmt.Sprint(i), Text: text})
	}
	locked := reread(t, &Lock{Version: lockVersion, Prompts: []*Locked{p.Lock()}}).Find("a", "")
	for i, text := range texts {
		if got := string(locked.section(fmt.Sprint(i)).Text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if c := Compare(locked, p); c.Differs() {
		t.Errorf("it differs from itself: %+v", c.Changes)
	}
}

// words are all of up to n letters.
func words(letters string, n int) (list []string) {
	if n == 0 {
		return []string{""}
	}
	for _, shorter := range words(letters, n-1) {
		list = append(list, shorter)
		for _, c := range letters {
			if len(shorter) == n-1 {
				list = append(list, shorter+string(c))
			}
		}
	}
	return list
}

// reread writes a lock and reads it.
func reread(t *testing.T, l *Lock) *Lock {
	t.Helper()
	var out bytes.Buffer
	if _, err := l.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	read, err := ParseLock("lock", out.Bytes())
	if err != nil {
		t.Fatalf("%v in\n%s", err, out.String())
	}
	return read
}

// TestRestore: hashes of lines give the lines back as far as the other text has them, whatever their order.
func TestRestore(t *testing.T) {
	tests := []struct{ name, before, after, want string }{
		{"same", "a\nb\n\nc\n", "a\nb\n\nc\n", "a\nb\n\nc\n"},
		{"no end", "a\nb", "a\nb", "a\nb"},
		{"moved", "b\na\n", "a\nb\n", "b\na\n"},
		{"changed", "a\nold\nb\n", "a\nnew\nb\n", "a\n" + LostLine + "\nb\n"},
		{"gone", "a\nb\n", "b\n", LostLine + "\nb\n"},
		{"empty", "", "a\n", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, restore(lineRows(test.before), test.after)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if rows := lineRows(strings.Repeat("x\n", 2*maxRow+1)); len(rows) != 3 {
		t.Errorf("%d rows, want 3", len(rows))
	}
}

func TestHunks(t *testing.T) {
	tests := []struct {
		name, before, after string
		want                []int
	}{
		{"same", "a\nb\n", "a\nb\n", nil},
		{"changed", "a\nb\nc\n", "a\nx\nc\n", []int{1}},
		{"two", "a\nb\nc\nd\n", "x\nb\nc\ny\n", []int{0, 3}},
		{"deleted", "a\nb\nc\n", "a\nc\n", []int{1}},
		{"appended", "a\n", "a\nb\n", []int{1}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, hunks(test.before, test.after)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

func TestWithoutFolder(t *testing.T) {
	tests := map[string]string{
		"<cwd>/home/dev/work</cwd>":                                   "<cwd>.</cwd>",
		"/home/dev/work/web and /home/dev/work2 and /home/dev/work-b": "./web and /home/dev/work2 and /home/dev/work-b",
		"at /home/dev/work":                                           "at .",
		"/home/dev":                                                   "/home/dev",
	}
	for text, want := range tests {
		if got := withoutFolder(text, "/home/dev/work"); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestCapturedSessions: every request of every capture is as it was locked, and its lock has no trace of where it was recorded.
func TestCapturedSessions(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/captures/*/*/rollouts/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	prompts := 0
	for _, path := range paths {
		thread, err := rollout.OpenThread(path, "")
		if err != nil {
			t.Fatal(err)
		}
		replay := history.NewReplay(thread, history.Options{}, func(s *history.Step) error {
			prompts++
			p := NewSession(&Case{Name: "a"}, "1", compile.New(s, compile.Options{}))
			again := NewSession(&Case{Name: "a"}, "1", compile.New(s, compile.Options{}))
			lock := &Lock{Version: lockVersion, Prompts: []*Locked{p.Lock()}}
			if c := Compare(reread(t, lock).Find("a", "1"), again); c.Differs() {
				t.Errorf("%s step %d differs from itself: %+v", path, s.Number, c.Changes)
			}
			if c := ComparePrompts(p, again); c.Differs() {
				t.Errorf("%s step %d differs from itself as a whole: %+v", path, s.Number, c.Changes)
			}
			leaves(t, path, lock, s.Thread.CWD)
			return nil
		})
		if err := replay.Run(); err != nil {
			t.Error(err)
		}
		if err := thread.Close(); err != nil {
			t.Error(err)
		}
	}
	if prompts < 100 {
		t.Errorf("%d requests in all captures, want 100 or more", prompts)
	}
}

// leaves wants a lock without the folder.
func leaves(t *testing.T, path string, lock *Lock, cwd string) {
	t.Helper()
	var out bytes.Buffer
	if _, err := lock.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Contains(text, cwd+"\n") || strings.Contains(text, cwd+"/") || strings.Contains(text, "<current_date>") {
		t.Errorf("%s: the lock has the folder or the day of the recording", path)
	}
}

// TestParseLockErrors: a lock that a hand or a merge broke is refused with what is wrong.
func TestParseLockErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", "f: the file is empty"},
		{"comment", "# nothing\n", "f: the file is empty"},
		{"another version", "version: 2\n", "f: version 2 of the lock file, not 1"},
		{"unknown key", "version: 1\nprompt: []\n", "f:2: field prompt not found"},
		{"another type", "version: 1\nprompts: none\n", "f:2: cannot unmarshal !!str `none`"},
		{"a prompt of nothing", "version: 1\nprompts:\n  - case: a\n  -\n", "f: prompt 2 of the lock file is empty"},
		{"case twice", "version: 1\nprompts:\n  - case: a\n  - case: a\n", "f: case a is there twice"},
		{"step twice", "version: 1\nprompts:\n  - {case: a, step: '1'}\n  - {case: a, step: '1'}\n", "f: case a 1 is there twice"},
		{"a merge", "<<<<<<< ours\nversion: 1\n", "f:2: mapping values are not allowed in this context"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ParseLock("f", []byte(test.text))
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
