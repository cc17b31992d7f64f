package audit_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"promptctl/internal/audit"
)

// TestRuleTable: ids are unique, every rule explains itself, and symptoms name rules that there are.
func TestRuleTable(t *testing.T) {
	form := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	seen := map[audit.Code]bool{}
	for _, r := range audit.Rules() {
		if seen[r.ID] || !form.MatchString(string(r.ID)) {
			t.Errorf("%s: twice, or no id", r.ID)
		}
		seen[r.ID] = true
		if r.Title == "" || strings.HasSuffix(r.Title, ".") || !strings.HasSuffix(r.Explain, ".") || !strings.HasSuffix(r.Fix, ".") {
			t.Errorf("%s: a title has no full stop, an explanation has one: %q %q %q", r.ID, r.Title, r.Explain, r.Fix)
		}
	}
	for _, s := range audit.Symptoms() {
		for _, id := range s.Rules {
			if !seen[id] {
				t.Errorf("symptom %s: no rule %s", s.Name, id)
			}
		}
	}
}

// TestDiagnosticsHaveRules: what reading a session or a workspace can find is a finding of lint.
func TestDiagnosticsHaveRules(t *testing.T) {
	added := regexp.MustCompile(`(?:Found\.Add|\.note)\(diag\.[A-Z][a-z]+, "([a-z0-9-]+)"`)
	n := 0
	for _, room := range []string{"rollout", "history", "agentsmd"} {
		paths, err := filepath.Glob("../" + room + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range added.FindAllStringSubmatch(string(source), -1) {
				n++
				if _, ok := audit.RuleOf(audit.Code(m[1])); !ok {
					t.Errorf("%s: no rule %s", path, m[1])
				}
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d diagnostics were looked at", n)
	}
}

// TestSelection: rules are chosen by the beginnings of their ids.
func TestSelection(t *testing.T) {
	for _, c := range []struct {
		selection audit.Selection
		id        audit.Code
		has       bool
	}{
		{audit.Selection{}, "secret", true},
		{audit.Selection{Select: []string{"agents"}}, "agents-md-cut", true},
		{audit.Selection{Select: []string{"agents"}}, "secret", false},
		{audit.Selection{Ignore: []string{"secret"}}, "secret-likely", false},
		{audit.Selection{Select: []string{"secret"}, Ignore: []string{"secret-likely"}}, "secret", true},
		{audit.Selection{Select: []string{""}}, "secret", false},
	} {
		if got := c.selection.Has(c.id); got != c.has {
			t.Errorf("%+v has %s: %v", c.selection, c.id, got)
		}
	}
	if word := (audit.Selection{Select: []string{"secret"}, Ignore: []string{"nothing"}}).Unknown(); word != "nothing" {
		t.Errorf("unknown word %q", word)
	}
}
