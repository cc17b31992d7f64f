package rollout

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type place struct {
	Offset int64
	Length int
}

func forward(f *File) (lines []place) {
	r := rawLines{file: f, next: f.Skip, limit: -1}
	for {
		raw, offset, _, ok := r.line()
		if !ok {
			return lines
		}
		if raw = bytes.TrimSuffix(raw, []byte("\r")); firstByte(raw) >= 0 {
			lines = append(lines, place{offset, len(raw)})
		}
	}
}

func backward(t *testing.T, f *File, before int64) (lines []place) {
	b := f.ReadBack(before)
	for raw, offset, ok := b.Prev(); ok; raw, offset, ok = b.Prev() {
		lines = append([]place{{offset, len(raw)}}, lines...)
	}
	if b.Err() != nil {
		t.Fatal(b.Err())
	}
	return lines
}

// TestBackwardEqualsForward holds reading from the end against reading from the start, on lines of random length.
func TestBackwardEqualsForward(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		var content bytes.Buffer
		if round%5 == 1 {
			content.WriteString("\xef\xbb\xbf")
		}
		content.WriteString(metaLine + "\n")
		for range random.IntN(12) {
			n := []int{0, random.IntN(3), random.IntN(300), random.IntN(300), random.IntN(readChunk), readChunk - random.IntN(3), random.IntN(4 * readChunk)}[random.IntN(7)]
			if round%3 > 0 {
				n %= 2000
			}
			content.Write(bytes.Repeat([]byte{"a \x00"[random.IntN(3)]}, n))
			content.WriteString([]string{"\n", "\n", "\r\n", "\n\n"}[random.IntN(4)])
		}
		if round%2 == 0 {
			content.WriteString("a torn end")
		}
		f, err := OpenStream("test", bytes.NewReader(content.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		lines := forward(f)
		if diff := cmp.Diff(lines, backward(t, f, -1)); diff != "" {
			t.Fatalf("round %d (-forward +backward):\n%s", round, diff)
		}
		middle := random.IntN(len(lines))
		if diff := cmp.Diff(lines[:middle], backward(t, f, lines[middle].Offset)); middle > 0 && diff != "" {
			t.Fatalf("round %d, in front of line %d (-forward +backward):\n%s", round, middle, diff)
		}
	}
}

func TestBackwardOnSmallFiles(t *testing.T) {
	for _, content := range []string{"{", "{\n", "\n{", "\n\n{\n\n", "{\r\n{"} {
		f := stream(t, content)
		if diff := cmp.Diff(forward(f), backward(t, f, -1)); diff != "" {
			t.Errorf("%q (-forward +backward):\n%s", content, diff)
		}
	}
}

// TestPeek: where a line decodes, a look at its first bytes says the same of it.
func TestPeek(t *testing.T) {
	var lines []string
	for _, kind := range kindNames {
		lines = append(lines,
			fmt.Sprintf(`{"timestamp":"t","type":"%s","payload":{"type":"user_message"}}`, kind),
			fmt.Sprintf(`{"timestamp":"t","ordinal":17,"type":"%s","payload":{"type":"user_message"}}`, kind),
			fmt.Sprintf(`{"ordinal":17,"timestamp":"t","type":"%s","payload":{"type":"user_message"}}`, kind),
			fmt.Sprintf(`{"payload":{"type":"x"},"type":"%s","timestamp":"t"}`, kind),
			fmt.Sprintf(`{ "timestamp": "t", "type": "%s", "payload": {"type":"x"}}`, kind),
			fmt.Sprintf(`{"timestamp":"t","metadata":{"type":"compacted","payload":{}},"type":"%s","payload":{"type":"x"}}`, kind),
			fmt.Sprintf(`{"timestamp":"a\",\"type\":\"compacted\",\"payload\":{","type":"%s","payload":{"type":"x"}}`, kind),
			fmt.Sprintf(`{"timestamp":"%s","type":"%s","payload":{"type":"x"}}`, strings.Repeat("9", 300), kind),
			fmt.Sprintf(`{"timestamp":"t","type":"%s","payload":{}}`, kind),
			fmt.Sprintf(`{"timestamp":"t","type":"%s","payload":[{"type":"x"}]}`, kind),
		)
	}
	lines = append(lines,
		`{"timestamp":"t","type":"event_msg","payload":{"turn_id":"t1","type":"thread_rolled_back"}}`,
		`{"timestamp":"t","type":"event_msg","payload":{"type":"thread_rolled_b\u0061ck"}}`,
		`{"timestamp":"t","type":"event_msg","payload":{"type":"`+strings.Repeat("long_", 60)+`"}}`,
		`{"timestamp":"t","type":"event_msg","payload":{"type":7}}`,
		`{"timestamp":"t","type":"response_\u0069tem","payload":{"type":"x"}}`,
	)
	f := stream(t, metaLine)
	for _, raw := range lines {
		wantKind, wantEvent := Unknown, ""
		if line, err := f.Decode([]byte(raw), 0); err == nil {
			wantKind, wantEvent = line.Kind, line.Event
		}
		if kind, event := f.Peek([]byte(raw)); kind != wantKind || event != wantEvent {
			t.Errorf("%s\n got %v %q, want %v %q", raw, kind, event, wantKind, wantEvent)
		}
	}
}
