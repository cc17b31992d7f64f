package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTour runs the commands of docs/tour.md in a clone of what they need, and compares what they print. With -update it writes
// that into the page.
func TestTour(t *testing.T) {
	page, err := filepath.Abs("../../docs/tour.md")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	home := clone(t)
	ran := map[string]bool{}
	var out strings.Builder
	for i, piece := range strings.SplitAfter(string(text), "```console\n") {
		block, after, ok := strings.Cut(piece, "```\n")
		if i == 0 || !ok {
			out.WriteString(piece)
			continue
		}
		for _, c := range commands(block) {
			printed := runInTour(t, home, c)
			ran[words(c.line)[1]] = true
			if *update {
				c.output = printed
			}
			if diff := cmp.Diff(c.output, printed); diff != "" {
				t.Errorf("%s prints otherwise than docs/tour.md says (-said +printed):\n%s", c.line, diff)
			}
			out.WriteString("$ " + c.line + "\n" + c.output)
		}
		out.WriteString("```\n" + after)
	}
	for _, command := range []string{"agents", "build", "compactions", "diff", "explain", "locate", "steps", "view", "world"} {
		if !ran[command] {
			t.Errorf("docs/tour.md does not show %s", command)
		}
	}
	if *update {
		if err := os.WriteFile(page, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// runInTour is what a command of the tour prints. Finding something is no failure.
func runInTour(t *testing.T, home string, c shown) string {
	var out, errOut bytes.Buffer
	code := run(words(c.line)[1:], strings.NewReader(""), &out, &errOut, []string{"NO_COLOR=1", "HOME=" + home})
	if code > exitFound || errOut.Len() > 0 {
		t.Errorf("%s: exit status %d: %s", c.line, code, &errOut)
	}
	return out.String()
}

// clone makes a clone of the repository with what the tour uses, goes there, and returns the folder above it.
func clone(t *testing.T) (home string) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(home, "promptctl")
	for _, name := range []string{".git", "testdata"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"example.jsonl", "rules.jsonl"} {
		text, err := os.ReadFile(filepath.Join("../../testdata", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "testdata", name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(filepath.Join(dir, "testdata/workspace"), os.DirFS("../../testdata/workspace")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	return home
}
