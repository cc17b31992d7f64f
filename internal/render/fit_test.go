package render_test

import (
	"bufio"
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"promptctl/internal/compare"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/render"
	"promptctl/internal/rollout"
)

// TestRowsFitTheTerminal: what a diff and a list of compactions say in rows is not wider than the terminal, but for a word that
// is; and a terminal with hardly any room is no error.
func TestRowsFitTheTerminal(t *testing.T) {
	for _, path := range []string{"../../testdata/example.jsonl", "../../testdata/rules.jsonl"} {
		thread, err := rollout.OpenThread(path, "")
		if err != nil {
			t.Fatal(err)
		}
		defer thread.Close()
		var bodies []*compare.Body
		var left []*compare.Left
		o := history.Options{World: true, Compacted: func(c *history.Compacted) { left = append(left, compare.NewLeft(len(left)+1, c, nil, thread)) }}
		replay := history.NewReplay(thread, o, func(s *history.Step) error {
			bodies = append(bodies, compare.OfRequest(compile.New(s, compile.Options{}), thread))
			return nil
		})
		if err := replay.Run(); err != nil {
			t.Fatal(err)
		}
		for _, width := range []int{1, 20, 80, 120, 200} {
			style := render.Style{Width: width}
			var out bytes.Buffer
			w := bufio.NewWriter(&out)
			(&render.Compactions{Style: style, Thread: thread}).Print(w, left, len(bodies), false)
			for i := 1; i < len(bodies); i++ {
				d := compare.New(bodies[0], bodies[i], nil)
				(&render.Diff{Style: style}).Stat(w, d)
				(&render.Diff{Style: style, Columns: true}).Print(bufio.NewWriter(&bytes.Buffer{}), d)
			}
			w.Flush()
			for line := range strings.SplitSeq(out.String(), "\n") {
				if width >= 80 && utf8.RuneCountInString(line) > width {
					t.Errorf("%s at %d columns: %d: %s", filepath.Base(path), width, utf8.RuneCountInString(line), line)
				}
			}
		}
	}
}
