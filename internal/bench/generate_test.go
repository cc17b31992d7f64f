package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

const smallFile = 16 * megabyte

func TestMixedFileHasThePromisedBytes(t *testing.T) {
	var file bytes.Buffer
	counted, err := writeMixed(&file, 1, smallFile, smallFile/10)
	if err != nil {
		t.Fatal(err)
	}
	if got := int64(file.Len()); got != counted.Bytes {
		t.Errorf("the tally counts %d bytes of %d", counted.Bytes, got)
	}
	found := map[string]int{}
	longest := 0
	for scanner := bufio.NewReader(&file); ; {
		line, err := scanner.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		found[kindOf(t, line)] += len(line)
		longest = max(longest, len(line)-1)
	}
	for _, share := range []struct {
		kind string
		want int
	}{{"compacted", compactedShare}, {"function_call_output", toolOutputShare}} {
		if got := found[share.kind] * 100 / int(counted.Bytes); got < share.want-3 || got > share.want+3 {
			t.Errorf("%s: %d %% of the bytes, want about %d", share.kind, got, share.want)
		}
	}
	if found["compacted"] != int(counted.Compacted) || found["function_call_output"] != int(counted.ToolOutput) || longest != counted.Longest {
		t.Errorf("the tally says %+v, the file %v and %d bytes in the longest line", counted, found, longest)
	}
	if near(counted.Bytes, smallFile, 10) != nil || near(counted.Tail, smallFile/10, 60) != nil {
		t.Errorf("%d bytes, %d of them in the tail", counted.Bytes, counted.Tail)
	}
}

// near fails when a value is further from what was wanted than so many percent.
func near(got, want, percent int64) error {
	if d := max(got-want, want-got); d*100 > want*percent {
		return os.ErrInvalid
	}
	return nil
}

// kindOf is the type of a line, or of the item in it. encoding/json looks at the line, so that no two readers of this
// module agree on a mistake.
func kindOf(t *testing.T, raw []byte) string {
	t.Helper()
	var line struct {
		Type    string
		Payload struct{ Type string }
	}
	if err := json.Unmarshal(raw, &line); err != nil {
		t.Fatalf("%v in %.200s", err, raw)
	}
	if line.Type == "response_item" {
		return line.Payload.Type
	}
	return line.Type
}

func TestReplayFindsEveryRequest(t *testing.T) {
	for _, test := range []struct {
		name  string
		write func(io.Writer) (tally, error)
	}{
		{"mixed", func(w io.Writer) (tally, error) { return writeMixed(w, 1, smallFile, smallFile/10) }},
		{"mixed, other seed", func(w io.Writer) (tally, error) { return writeMixed(w, 2, smallFile/2, smallFile/8) }},
		{"long", func(w io.Writer) (tally, error) { return writeLong(w, 1, 100) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			path, counted := write(t, test.write)
			thread, err := rollout.OpenThread(path, "")
			if err != nil {
				t.Fatal(err)
			}
			defer thread.Close()
			requests, compactions := 0, 0
			replay := history.NewReplay(thread, history.Options{}, func(s *history.Step) error {
				requests++
				if s.Kind == history.KindCompaction {
					compactions++
				}
				if sent, ledger := s.ForPrompt(); !s.Answered || len(sent) != len(s.Items) {
					t.Errorf("step %d: answered %v, repaired %v", s.Number, s.Answered, ledger)
				}
				return nil
			})
			if err := replay.Run(); err != nil {
				t.Fatal(err)
			}
			if requests != counted.Requests || compactions != counted.Compactions {
				t.Errorf("%d requests and %d compactions, want %d and %d", requests, compactions, counted.Requests, counted.Compactions)
			}
			if len(replay.Found) > 0 {
				t.Errorf("the replay complains: %v", replay.Found)
			}
		})
	}
}

func write(t *testing.T, generate func(io.Writer) (tally, error)) (string, tally) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rollout-2026-01-05T09-00-00-019b8d3b-0000-7000-8000-000000000000.jsonl")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	counted, err := generate(file)
	if err != nil {
		t.Fatal(err)
	}
	return path, counted
}

func TestSameSeedSameBytes(t *testing.T) {
	var files [2]bytes.Buffer
	for i := range files {
		if _, err := writeMixed(&files[i], 7, smallFile/2, smallFile/20); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("two files of one seed differ")
	}
}
