package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// browser is a Chromium on the PATH; the test is skipped where there is none.
func browser(t *testing.T) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("SKIP: no chromium here, so no page was opened in a browser")
	return ""
}

// TestPagesInBrowser opens pages in a real browser: their script runs under their policy, nothing of a session does, nothing
// is loaded, and the search hides what does not fit.
func TestPagesInBrowser(t *testing.T) {
	chromium := browser(t)
	example := "../../testdata/example.jsonl"
	for _, c := range []struct {
		name   string
		args   []string
		search string
		items  int // in the page
		hidden int // of them, by the search
	}{
		{"build", []string{"build", "testdata/sessions/markup.jsonl", "--step", "end"}, "", 6, 0},
		{"search", []string{"build", "testdata/sessions/markup.jsonl", "--step", "end"}, "needle", 6, 4},
		{"hostile", []string{"build", "testdata/sessions/hostile.jsonl", "--step", "end"}, "", 9, 0},
		{"diff", []string{"diff", example, "8", "9"}, "", 10, 0},
		{"diff search", []string{"diff", example, "8", "9"}, "SUMMARY 2", 10, 9},
		{"view", []string{"view", example, "--step", "7"}, "", 10, 0},
		{"view markup", []string{"view", "testdata/sessions/markup.jsonl", "--step", "end"}, "needle", 5, 3},
		{"diff markup", []string{"diff", "testdata/sessions/markup.jsonl@end", example + "@1"}, "", 9, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := filepath.Join(t.TempDir(), "page.html")
			var said bytes.Buffer
			if status := run(append(c.args, "--format", "html", "-o", page), strings.NewReader(""), &said, &said, nil); status > exitFound {
				t.Fatalf("exit status %d: %s", status, said.String())
			}
			title := titleOf(t, page)
			address := "file://" + filepath.ToSlash(page)
			if c.search != "" {
				address += "#/" + strings.ReplaceAll(c.search, " ", "%20")
			}
			document, console := open(t, chromium, address)
			if !strings.Contains(document, `data-ready="yes"`) {
				t.Errorf("the page's own script did not run: %s", console)
			}
			if strings.Contains(document, "owned</title>") || !strings.Contains(document, title) {
				t.Error("a script of the session ran")
			}
			for _, bad := range []string{"Content Security Policy", "Refused to", "Uncaught", "net::ERR"} {
				if strings.Contains(console, bad) {
					t.Errorf("the browser complains: %s", console)
				}
			}
			items := regexp.MustCompile(`<section class="[^"]*" data-item=""[^>]*>`).FindAllString(document, -1)
			hidden := 0
			for _, item := range items {
				if strings.Contains(item, ` hidden=""`) {
					hidden++
				}
			}
			if len(items) != c.items || hidden != c.hidden {
				t.Errorf("%d items, %d of them hidden; want %d and %d", len(items), hidden, c.items, c.hidden)
			}
		})
	}
}

var titleElement = regexp.MustCompile(`<title>[^<]*</title>`)

func titleOf(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	title := titleElement.FindString(string(text))
	if title == "" {
		t.Fatal("no title")
	}
	return title
}

// starts is how often a browser is started that does not come up: on a busy machine it sometimes crashes before it has read
// anything.
const starts = 3

// open returns the document as the browser has it once its scripts have run, and what the browser said.
func open(t *testing.T, chromium, address string) (document, console string) {
	t.Helper()
	for n := 1; ; n++ {
		document, said, err := dump(t, chromium, address)
		if err == nil {
			return document, consoleLines(said)
		}
		if n == starts {
			t.Fatalf("the browser did not come up: %v: %s", err, said)
		}
		t.Logf("the browser did not come up: %v", err)
	}
}

// dump runs the browser once.
func dump(t *testing.T, chromium, address string) (document, said string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	profile, err := os.MkdirTemp("", "browser")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(profile) // the browser's children may still write there: what they leave is no failure
	cmd := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--no-first-run", "--disable-background-networking", "--user-data-dir="+profile, "--enable-logging=stderr", "--log-level=0",
		"--dump-dom", address)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err = cmd.Run()
	return out.String(), errOut.String(), err
}

// consoleLines are what the page made the browser say.
func consoleLines(said string) string {
	var lines []string
	for line := range strings.SplitSeq(said, "\n") {
		if strings.Contains(line, "CONSOLE") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
