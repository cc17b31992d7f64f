package rollout

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSniff(t *testing.T) {
	utf16 := func(s string, big bool) string {
		var out strings.Builder
		for _, c := range []byte(s) {
			if big {
				out.WriteByte(0)
			}
			out.WriteByte(c)
			if !big {
				out.WriteByte(0)
			}
		}
		return out.String()
	}
	for _, test := range []struct {
		name, content string
		era           Era
		err           error
	}{
		{"envelope", metaLine + "\n", Envelope, nil},
		{"envelope behind blank lines", "\n \n" + metaLine, Envelope, nil},
		{"envelope whose first line is damaged", "{\"timest\n" + metaLine, Envelope, nil},
		{"envelope behind NULs", "\x00\x00\x00\x00\n" + metaLine, Envelope, nil},
		{"bare", `{"id":"a","timestamp":"t","instructions":null}` + "\n", Bare, nil},
		{"bare, with words in the instructions", `{"id":"a","timestamp":"t","instructions":"a \"type\" and a \"payload\""}`, Bare, nil},
		{"document", "{\n  \"session\": {}", Document, nil},
		{"document in one line", `{"session":{"id":"a"},"items":[]}`, Document, nil},
		{"empty", "", 0, ErrEmpty},
		{"blank", "\n\r\n \n", 0, ErrEmpty},
		{"blank and long", strings.Repeat("\n", 3*sniffLength), 0, ErrNotText},
		{"UTF-16 with a mark, little", "\xff\xfe" + utf16(metaLine, false), 0, ErrUTF16},
		{"UTF-16 with a mark, big", "\xfe\xff" + utf16(metaLine, true), 0, ErrUTF16},
		{"UTF-16 without one, little", utf16(metaLine, false), 0, ErrUTF16},
		{"UTF-16 without one, big", utf16(metaLine, true), 0, ErrUTF16},
		{"Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", 0, ErrLFS},
		{"event stream", `{"type":"thread.started","thread_id":"a"}` + "\n", 0, ErrEvents},
		{"event stream from the middle", `{"type":"item.completed","item":{}}` + "\n", 0, ErrEvents},
		{"prose", "hello\n", 0, ErrNotText},
		{"an array", "[1]\n", 0, ErrNotText},
		{"binary", "\x7fELF\x02\x01", 0, ErrNotText},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := OpenStream("test", strings.NewReader(test.content))
			if !errors.Is(err, test.err) {
				t.Fatalf("got %v, want %v", err, test.err)
			}
			if err == nil && f.Era != test.era {
				t.Errorf("era %d, want %d", f.Era, test.era)
			}
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir); err == nil {
		t.Error("a folder opened")
	}
	if _, err := Open(filepath.Join(dir, "none.jsonl")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestNoMeta(t *testing.T) {
	for _, test := range []struct {
		name, content string
		want          error
	}{
		{"lines but no session_meta", userLine + "\n" + doneLine + "\n", ErrNoMeta},
		{"nothing decodes", "{]\n{\n", ErrNotText},
		{"the session_meta is torn", metaLine[:80] + "\n" + userLine, ErrNoMeta},
	} {
		_, err := NewThread(stream(t, test.content), "")
		if !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, err, test.want)
		}
	}
	for _, payload := range []string{`{}`, `{"id":7}`, `[]`, `{"id":"a","history_mode":"holographic"}`} {
		content := `{"timestamp":"t","type":"session_meta","payload":` + payload + `}`
		if _, err := NewThread(stream(t, content), ""); err == nil || !strings.HasPrefix(err.Error(), "test:1: session_meta: ") {
			t.Errorf("payload %s: got %v", payload, err)
		}
	}
}

// TestDocument reads a session of the TypeScript client as if it had been written line by line.
func TestDocument(t *testing.T) {
	content := `{
  "session": {"timestamp": "2025-05-01T00:00:00.000Z", "id": "8f0b2f6e-0000-4000-8000-000000000002", "instructions": ""},
  "items": [
    {"role": "user", "type": "message", "content": [{"type": "input_text", "text": "a\nb"}]},
    {"type": "message", "role": "assistant", "content": []}
  ]
}`
	thread, err := NewThread(stream(t, content), "")
	if err != nil {
		t.Fatal(err)
	}
	if thread.Meta.ID != "8f0b2f6e-0000-4000-8000-000000000002" {
		t.Errorf("id %q", thread.Meta.ID)
	}
	got := readAll(t, thread.Segments[0].File.Read(0, 0, -1))
	if want := "1 session_meta, 2 response_item, 3 response_item"; strings.Join(got, ", ") != want {
		t.Errorf("got %q", got)
	}
	for _, broken := range []string{"{\n\"session\":", "{\n\"items\":[]}", "{\n\"session\":{\"id\":\"a\"}} {}", "{\"session\":7}"} {
		if _, err := NewThread(stream(t, broken), ""); err == nil {
			t.Errorf("%q opened", broken)
		}
	}
}
