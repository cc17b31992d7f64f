package rollout

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"promptctl/internal/diag"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

func compressed(t testing.TB, content string) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll([]byte(content), nil)
}

// noisy is a rollout whose compressed form has many blocks.
func noisy(lines int) string {
	random := rand.New(rand.NewPCG(3, 4))
	var content strings.Builder
	content.WriteString(metaLine + "\n")
	for range lines {
		text := make([]byte, 8000)
		for i := range text {
			text[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[random.IntN(36)]
		}
		fmt.Fprintf(&content, `{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"%s"}]}}`+"\n", text)
	}
	return content.String()
}

func TestZstd(t *testing.T) {
	whole := metaLine + "\n" + userLine + "\n" + doneLine + "\n"
	want := []string{"1 session_meta", "2 response_item", "3 event_msg task_complete"}
	skippable := "\x50\x2a\x4d\x18\x04\x00\x00\x00abcd"
	for _, test := range []struct {
		name    string
		content []byte
	}{
		{"one frame", compressed(t, whole)},
		{"a frame per line", bytes.Join([][]byte{compressed(t, metaLine+"\n"), compressed(t, userLine+"\n"), compressed(t, doneLine)}, nil)},
		{"frames that cut a line", append(compressed(t, whole[:200]), compressed(t, whole[200:])...)},
		{"a skippable frame first", append([]byte(skippable), compressed(t, whole)...)},
		{"an empty frame between", bytes.Join([][]byte{compressed(t, whole[:100]), compressed(t, ""), compressed(t, whole[100:])}, nil)},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := OpenStream("stdin", bytes.NewReader(test.content))
			if err != nil {
				t.Fatal(err)
			}
			if f.Seekable {
				t.Error("a compressed file is said to be read from its end")
			}
			// Twice: the second time the decoder starts over.
			for range 2 {
				r := f.Read(0, 0, -1)
				if diff := cmp.Diff(want, readAll(t, r)); diff != "" || len(r.Found) > 0 {
					t.Errorf("%s\n%v", diff, r.Found)
				}
			}
			line, err := f.ReadLine(int64(len(metaLine)+1), len(userLine))
			if err != nil || line.Kind != ResponseItem {
				t.Errorf("a line read again: %+v, %v", line, err)
			}
		})
	}
}

// TestZstdCut reads what stands in front of the damage and says so once.
func TestZstdCut(t *testing.T) {
	const lines = 200
	whole := compressed(t, noisy(lines))
	for _, test := range []struct {
		name    string
		content []byte
	}{
		{"cut", whole[:len(whole)/2]},
		{"cut at its last byte", whole[:len(whole)-1]},
		{"junk behind the frame", append(bytes.Clone(whole), "junk that is no frame"...)},
		{"second frame cut", append(compressed(t, noisy(lines)), whole[:len(whole)/3]...)},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := OpenStream("stdin", bytes.NewReader(test.content))
			if err != nil {
				t.Fatal(err)
			}
			r := f.Read(0, 0, -1)
			got := readAll(t, r)
			if len(got) < lines/4 {
				t.Errorf("only %d lines of %d were read", len(got), lines)
			}
			damaged := 0
			for _, d := range r.Found {
				switch {
				case d.Code == "zstd-damaged" && d.Severity == diag.Error:
					damaged++
				case d.Code != "torn-line" && d.Code != "ordinal-repeated":
					t.Errorf("unexpected: %+v", d)
				}
			}
			if damaged != 1 {
				t.Errorf("the damage is said %d times: %+v", damaged, r.Found)
			}
		})
	}
}

func TestZstdNothingToRead(t *testing.T) {
	_, err := OpenStream("stdin", bytes.NewReader(compressed(t, noisy(20))[:20]))
	if err == nil || !strings.Contains(err.Error(), "nothing in it can be decoded") {
		t.Errorf("got %v", err)
	}
	if _, err := OpenStream("stdin", bytes.NewReader(compressed(t, "\n"))); err == nil {
		t.Error("an empty compressed file opened")
	}
}

func TestMisleadingName(t *testing.T) {
	dir := t.TempDir()
	whole := metaLine + "\n" + userLine + "\n"
	for _, test := range []struct {
		name    string
		content []byte
		found   bool
	}{
		{"a.jsonl", []byte(whole), false},
		{"a.jsonl.zst", compressed(t, whole), false},
		{"b.jsonl", compressed(t, whole), true},
		{"b.jsonl.zst", []byte(whole), true},
	} {
		path := filepath.Join(dir, test.name)
		if err := os.WriteFile(path, test.content, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if n := len(readAll(t, f.Read(0, 0, -1))); n != 2 {
			t.Errorf("%s: %d lines", test.name, n)
		}
		if got := len(f.Found) == 1 && f.Found[0].Code == "misleading-name"; got != test.found {
			t.Errorf("%s: %+v", test.name, f.Found)
		}
	}
}
