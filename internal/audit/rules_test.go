package audit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"promptctl/internal/audit"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// elsewhere are the rules whose cases are no script of a session: those of files that are there, and of a file that changes
// while it is read.
func elsewhere(id audit.Code) bool {
	switch id {
	case "unreadable-again", "zstd-damaged", "misleading-name", "newer-release", audit.InstructionsUnlike:
		return true
	}
	return strings.HasPrefix(string(id), "agents-md-") && id != audit.AgentsLost && id != audit.AgentsLarge
}

// TestRules: each rule has a session in which it finds something, and one like it in which it does not. What is found stands
// behind the script.
func TestRules(t *testing.T) {
	cases := map[string]string{}
	archives, err := filepath.Glob("testdata/rules/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range archive.Files {
			file := &archive.Files[i]
			script, want, _ := strings.Cut(string(file.Data), "\n=\n")
			got := checkCase(t, file.Name, script)
			cases[file.Name] = got
			if *update {
				file.Data = []byte(script + "\n=\n" + got)
			} else if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-said +found):\n%s", file.Name, diff)
			}
		}
		if *update {
			if err := os.WriteFile(path, txtar.Format(archive), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, rule := range audit.Rules() {
		for _, name := range []string{"fires", "not"} {
			if _, there := cases[string(rule.ID)+"/"+name]; !there && !elsewhere(rule.ID) {
				t.Errorf("no case %s/%s", rule.ID, name)
			}
		}
	}
}

// checkCase lints a script and lists what was found: line, severity, rule, message.
func checkCase(t *testing.T, name, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rollout.jsonl")
	if err := os.WriteFile(path, []byte(rolloutOf(t, script)), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	rule, kind, _ := strings.Cut(name, "/")
	fired := false
	for _, f := range lintFile(t, path).Findings {
		fired = fired || string(f.Code) == rule
		fmt.Fprintf(&out, "%d %s %s: %s\n", f.Place.Line, f.Severity, f.Code, strings.ReplaceAll(f.Message, path, "rollout.jsonl"))
	}
	if fired != (kind == "fires") {
		t.Errorf("%s: found is %v:\n%s", name, fired, out.String())
	}
	return out.String()
}
