package agentsmd_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"promptctl/internal/agentsmd"
	"promptctl/internal/agentsmd/agentsmdtest"
	"promptctl/internal/codex"
	"promptctl/internal/config"

	"github.com/google/go-cmp/cmp"
)

// olderReleases are some of before the checked ones whose texts stand in the cases.
var olderReleases = []codex.Version{{Minor: 23}, {Minor: 42}, {Minor: 53}, {Minor: 66}, {Minor: 118}}

var update = flag.Bool("update", false, "rewrite what becomes of the files; never the texts")

// TestCases makes the text of every case as each known release would. The texts are the real client's.
func TestCases(t *testing.T) {
	cases, err := agentsmdtest.Read("../../testdata/agentsmd")
	if err != nil || len(cases) == 0 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			work := t.TempDir()
			if err := c.Unpack(work); err != nil {
				t.Fatal(err)
			}
			if root, marker := config.FindRoot(filepath.Join(work, c.CWD), []string{".git"}); marker != "" && len(root) < len(work) {
				t.Skipf("SKIP: no folder of the case is a root, and %s, where temporary files are, is one", root)
			}
			for _, release := range append(olderReleases, codex.CheckedReleases()...) {
				if codex.ProfileOf(release).Has(codex.AppendsSkills) {
					continue // the list of skills is prose of the client's
				}
				t.Run(release.String(), func(t *testing.T) { judge(t, c, work, release) })
			}
		})
	}
}

func judge(t *testing.T, c *agentsmdtest.Case, work string, release codex.Version) {
	scope, err := c.Discover(work, "", codex.ProfileOf(release))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	if composed, ok := scope.Compose(); ok {
		got = composed.Fragment()
	}
	if diff := cmp.Diff(c.Want(release, work), got); diff != "" {
		t.Errorf("the text (- client, + here):\n%s", diff)
	}
	newest := codex.CheckedReleases()[len(codex.CheckedReleases())-1]
	if release != newest {
		return
	}
	list := listing(scope, work)
	if *update {
		if err := c.SetStatus(list); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(c.Status(), list); diff != "" {
		t.Errorf("what becomes of the files (- wanted, + here):\n%s", diff)
	}
}

// listing is what becomes of each file, one a line: status, path, bytes kept of all, reason.
func listing(s *agentsmd.Scope, work string) string {
	var out strings.Builder
	add := func(files []agentsmd.File) {
		for _, f := range files {
			path, _ := filepath.Rel(work, f.Path)
			fmt.Fprintln(&out, strings.TrimSpace(fmt.Sprintf("%-18s %s  %d of %d  %s", f.Status, path, f.Kept, f.Size, strings.ReplaceAll(f.Reason, work, "$WORK"))))
		}
	}
	add(s.Global)
	for _, place := range s.Places {
		add(place.Files)
		add(place.Outside)
	}
	for _, d := range s.Found {
		fmt.Fprintf(&out, "%s %s:%d\n", d.Code, strings.TrimPrefix(d.Place.File, work+"/"), d.Place.Line)
	}
	return out.String()
}
