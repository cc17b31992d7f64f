package render_test

import (
	"bufio"
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/render"
	"promptctl/internal/rollout"
	"promptctl/internal/views"
)

// TestViewsFitTheTerminal: no line of the views is wider than a terminal of the usual widths, in one form or the other; a
// narrower one is no error.
func TestViewsFitTheTerminal(t *testing.T) {
	paths, _ := filepath.Glob("../../testdata/captures/*/*/rollouts/*.jsonl")
	for i, path := range paths {
		if i%5 != 0 {
			continue
		}
		thread, err := rollout.OpenThread(path, "")
		if err != nil {
			t.Fatal(err)
		}
		defer thread.Close()
		replay := history.NewReplay(thread, history.Options{Departed: true}, func(*history.Step) error { return nil })
		if err := replay.Run(); err != nil {
			t.Fatal(err)
		}
		aligned, err := views.New(thread, compile.New(replay.End(), compile.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		for _, width := range []int{1, 20, 80, 100, 160, 200} {
			var out bytes.Buffer
			w := bufio.NewWriter(&out)
			show := render.Views{Text: render.Text{Style: render.Style{Width: width}, Thread: thread, Full: i%2 == 0}}
			if err := show.Show(w, aligned); err != nil {
				t.Fatal(err)
			}
			w.Flush()
			if strings.Count(out.String(), "\ninput[0]  ") > 1 || strings.Contains(out.String(), "]input[") {
				t.Errorf("%s at %d columns: a place twice", filepath.Base(path), width)
			}
			for _, line := range strings.Split(out.String(), "\n") {
				if width >= 80 && utf8.RuneCountInString(line) > width {
					t.Errorf("%s at %d columns: %d: %s", filepath.Base(path), width, utf8.RuneCountInString(line), line)
				}
			}
		}
	}
	if len(paths) < 50 {
		t.Fatalf("%d captures", len(paths))
	}
}
