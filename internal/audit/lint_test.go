package audit_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"promptctl/internal/audit"
	"promptctl/internal/history"
	"promptctl/internal/rollout"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the table of what lint finds in the captures")

// lintFile lints a session as it stands.
func lintFile(t *testing.T, path string) *audit.Report {
	t.Helper()
	thread, err := rollout.OpenThread(path, "")
	if err != nil {
		return audit.RefusedReport(path, err)
	}
	defer thread.Close()
	report, err := audit.Run(thread, history.Options{}, audit.LintOptions{})
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return report
}

// TestLintCaptures: lint finds in the sessions of real clients what their scenario put there, and nothing else.
func TestLintCaptures(t *testing.T) {
	const table = "testdata/captures.txt"
	root := "../../testdata/captures"
	if other := os.Getenv("LINT_CAPTURES"); other != "" {
		root = other
	}
	paths, err := filepath.Glob(root + "/*/*/rollouts/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	found := map[string]map[audit.Code]int{}
	for _, path := range paths {
		scenario, _ := filepath.Rel(root, filepath.Dir(filepath.Dir(path)))
		for _, f := range lintFile(t, path).Findings {
			if found[scenario] == nil {
				found[scenario] = map[audit.Code]int{}
			}
			found[scenario][f.Code]++
			if testing.Verbose() {
				fmt.Printf("%s %s:%d %s: %s\n", scenario, filepath.Base(path), f.Place.Line, f.Code, f.Message)
			}
		}
	}
	var got strings.Builder
	for _, scenario := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(&got, "%s:", filepath.ToSlash(scenario))
		for _, code := range slices.Sorted(maps.Keys(found[scenario])) {
			fmt.Fprintf(&got, " %s %d", code, found[scenario][code])
		}
		got.WriteByte('\n')
	}
	if *update {
		if err := os.WriteFile(table, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("-%s +found:\n%s", table, diff)
	}
}
