package rollout

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSummarize: the first and the last line tell, however long they are.
func TestSummarize(t *testing.T) {
	meta := `{"timestamp":"2026-01-02T03:00:00Z","type":"session_meta","payload":{"id":"a","cwd":"/w","base_instructions":{"text":"BASE"}}}` + "\n"
	last := `{"timestamp":"2026-01-02T04:00:00Z","type":"event_msg","payload":{"type":"warning","message":"TEXT"}}` + "\n"
	long := strings.Repeat("x", 200_000)
	for _, c := range []struct{ name, content, updated string }{
		{"short", meta + last, "2026-01-02T04:00:00Z"},
		{"no final line end", meta + strings.TrimSuffix(last, "\n"), "2026-01-02T04:00:00Z"},
		{"blank lines behind", meta + last + "\n \r\n", "2026-01-02T04:00:00Z"},
		{"meta only", meta, "2026-01-02T03:00:00Z"},
		{"torn", meta + last + `{"timesta`, "2026-01-02T04:00:00Z"},
		{"NULs behind", meta + last + "\x00\x00\x00\x00", "2026-01-02T04:00:00Z"},
		{"long last line", meta + strings.Replace(last, "TEXT", long, 1), "2026-01-02T04:00:00Z"},
		{"long torn line", meta + last + long, "2026-01-02T04:00:00Z"},
		{"long first line", strings.Replace(meta, "BASE", long, 1) + last, "2026-01-02T04:00:00Z"},
		{"something in front", last + meta + last, "2026-01-02T04:00:00Z"},
	} {
		path := filepath.Join(t.TempDir(), "rollout-2026-01-02T03-00-00-a.jsonl")
		if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		s, ok := ParseName(path)
		if !ok {
			t.Fatal(path)
		}
		sum, err := s.Summarize(nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if sum.Updated != c.updated || sum.Meta.CWD != "/w" || sum.Size != int64(len(c.content)) {
			t.Errorf("%s: updated %s, cwd %s, %d bytes", c.name, sum.Updated, sum.Meta.CWD, sum.Size)
		}
	}
}
