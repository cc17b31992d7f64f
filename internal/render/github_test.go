package render_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"promptctl/internal/diag"
	"promptctl/internal/render"
)

// TestGitHubLimit: as many findings of a severity are shown as GitHub shows, and one less where the last place has to say how
// many more there are.
func TestGitHubLimit(t *testing.T) {
	for _, test := range []struct {
		found, shown int
		more         string
	}{{0, 0, ""}, {1, 1, ""}, {9, 9, ""}, {10, 10, ""}, {11, 9, "2 more"}, {25, 9, "16 more"}} {
		var found diag.List
		for i := range test.found {
			found = append(found, diag.Diagnostic{Severity: diag.Warning, Code: "c", Message: "m", Place: diag.Place{File: "f", Line: test.found - i}})
		}
		found = append(found, diag.Diagnostic{Severity: diag.Error, Code: "worst", Message: "m"})
		var out bytes.Buffer
		if err := render.GitHub(&out, found, ""); err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		want.WriteString("::error title=worst::m\n")
		for i := range test.shown {
			fmt.Fprintf(&want, "::warning file=f,line=%d,title=c::m\n", i+1)
		}
		if test.more != "" {
			fmt.Fprintf(&want, "::warning title=promptctl::%s\n", test.more)
		}
		if out.String() != want.String() {
			t.Errorf("%d findings:\n%s", test.found, out.String())
		}
	}
}

// TestPathsInReports: a path below the base is named from there, whatever it is called, and any other as it is. No name of a
// file is taken for something else.
func TestPathsInReports(t *testing.T) {
	for _, test := range []struct{ path, github, sarif string }{
		{"/r/AGENTS.md", "AGENTS.md", "AGENTS.md"},
		{"/r/..x/AGENTS.md", "..x/AGENTS.md", "..x/AGENTS.md"},
		{"/r/...", "...", "..."},
		{"/s/AGENTS.md", "/s/AGENTS.md", "/s/AGENTS.md"},
		{"/rr/AGENTS.md", "/rr/AGENTS.md", "/rr/AGENTS.md"},
		{"/r/a:b.md", "a%3Ab.md", "./a:b.md"},
		{"/r/a b%20.md", "a b%2520.md", "a%20b%2520.md"},
		{"/r/a,b\n.md", "a%2Cb\\n.md", "a,b%0A.md"},
		{"/r/\xff.md", "\\xff.md", "%FF.md"},
	} {
		found := diag.List{{Severity: diag.Note, Code: "c", Message: "m", Place: diag.Place{File: test.path}}}
		var github, sarif bytes.Buffer
		if err := render.GitHub(&github, found, "/r"); err != nil {
			t.Fatal(err)
		}
		if want := "::notice file=" + test.github + ",title=c::m\n"; github.String() != want {
			t.Errorf("%q: %q, want %q", test.path, github.String(), want)
		}
		if err := render.SARIF(&sarif, found, "/r"); err != nil {
			t.Fatal(err)
		}
		validate(t, sarif.Bytes())
		if want := `"uri": "` + test.sarif + `"`; !strings.Contains(sarif.String(), want) {
			t.Errorf("%q: no %s in\n%s", test.path, want, sarif.String())
		}
	}
}
