package compare_test

import (
	"path/filepath"
	"testing"

	"promptctl/internal/compare"
	"promptctl/internal/compile"
	"promptctl/internal/history"
)

// TestCauses: why a request does not go on where the one before it ended, in captures where it is known.
func TestCauses(t *testing.T) {
	for _, c := range []struct {
		capture string
		step    int // the second one of the pair
		path    string
		cause   compare.CauseKind
		rule    history.Rule
	}{
		{"0.145.0-openai/basic", 2, "input[3]", compare.Appended, ""},
		{"0.145.0-openai/compact_manual", 6, "input[0].role", compare.Compaction, ""},
		{"0.104.0-mock/rollback", 5, "input[6].content[0].text", compare.Rollback, ""},
		{"0.145.0-openai/text_only_model", 2, "input[2].content[1].type", compare.Normalization, history.ImageStripped},
		{"0.145.0-openai/odd_items", 4, "input[3].content", compare.Restart, ""},
		{"0.138.0-to-0.152.1-openai/upgraded", 4, "input[0].internal_chat_message_metadata_passthrough", compare.Release, ""},
		{"0.145.0-to-0.171.0-openai/upgraded", 4, "input[0].id", compare.Encoding, ""},
	} {
		paths, _ := filepath.Glob(filepath.Join(captures, c.capture, "rollouts/*"))
		if len(paths) == 0 {
			t.Errorf("%s: no such capture", c.capture)
			continue
		}
		var last *compare.Body
		each(t, paths[0], func(s *history.Step) {
			body := compare.OfRequest(compile.New(s, compile.Options{}), thread(t, paths[0]))
			if s.Number == c.step {
				d := compare.New(last, body, s.WorldChanges).Divergence
				if d == nil || d.Path != c.path || d.Cause.Kind != c.cause || d.Cause.Rule != c.rule {
					t.Errorf("%s: step %d: got %+v, want %+v", c.capture, s.Number, d, c)
				}
			}
			last = body
		})
	}
}
