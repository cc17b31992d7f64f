package drift

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSuiteErrors: what is wrong in a settings file is named with its line.
func TestSuiteErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"no check", "color: never\n", "f.yaml has no key check"},
		{"empty", "", "f.yaml has no key check"},
		{"a list", "- check\n", "f.yaml has no key check"},
		{"no cases", "check:\n  lock: none\n", "f.yaml:2: check has no cases"},
		{"check is a text", "check: yes please\n", "f.yaml:1: check is not a mapping of keys"},
		{"broken", "check:\n  cases: [\n", "f.yaml:2: did not find expected node content"},
		{"unknown key", "check:\n  cses: []\n", `f.yaml:2: check: unknown key "cses": one of cases, codex-home, codex-version, lock, model, templates, tools`},
		{"key twice", "check:\n  lock: a\n  lock: b\n  cases: []\n", "f.yaml:3: check: lock is there twice"},
		{"no name", "check:\n  cases:\n    - workspace: .\n", `f.yaml:3: case name "": letters, digits and . _ / - are what it may have`},
		{"hostile name", "check:\n  cases:\n    - {name: \"a\\e[31m\", workspace: .}\n", `f.yaml:3: case name "a\x1b[31m": letters, digits and . _ / - are what it may have`},
		{"name twice", "check:\n  cases:\n    - {name: a, workspace: .}\n    - {name: a, workspace: b}\n", "f.yaml:4: case a is there twice"},
		{"neither", "check:\n  cases:\n    - name: a\n", "f.yaml:3: case a: either a workspace or a session"},
		{"both", "check:\n  cases:\n    - {name: a, workspace: ., session: b}\n", "f.yaml:3: case a: either a workspace or a session"},
		{"steps of a folder", "check:\n  cases:\n    - {name: a, workspace: ., steps: [1]}\n", "f.yaml:3: case a: steps are those of a session"},
		{"config of a session", "check:\n  cases:\n    - {name: a, session: b, config: [a=b]}\n", "f.yaml:3: case a: profile, config and trusted are for a workspace"},
		{"no truth", "check:\n  cases:\n    - {name: a, workspace: ., trusted: maybe}\n", "f.yaml:3: trusted is neither true nor false"},
		{"null", "check:\n  cases:\n    - {name: a, workspace: }\n", "f.yaml:3: workspace is not a text"},
		{"no assertion", of("- section: agents_md"), "f.yaml:7: assert: an entry without an assertion"},
		{"unknown assertion", of("- contain: x"), `f.yaml:7: assert: unknown key "contain": one of contains, max_bytes, max_tokens, not_contains, prefix_stable, role, role_order, section, section_present, tools_equal, untruncated`},
		{"two in one", of("- contains: x\n          not_contains: y"), "f.yaml:8: assert: contains and not_contains in one entry; give each its own"},
		{"bad pattern", of("- contains: /(/"), "f.yaml:7: assert: contains \"/(/\": not a text or a regular expression in slashes"},
		{"no number", of("- max_bytes: many"), "f.yaml:7: max_bytes is not a whole number"},
		{"below zero", of("- max_bytes: -1"), "f.yaml:7: max_bytes is not a whole number"},
		{"role of a size", of("- max_bytes: 1\n          role: user"), "f.yaml:7: assert: role is for contains and not_contains"},
		{"role of nobody", of("- {not_contains: x, role: usr}"), `f.yaml:7: assert: role "usr": one of developer, user, assistant, tool`},
		{"contains nothing", of("- contains: []"), "f.yaml:7: assert: contains of nothing"},
		{"no roles", of("- role_order: []"), "f.yaml:7: assert: role_order of nothing"},
		{"no folders", of("- untruncated: []"), "f.yaml:7: assert: untruncated of nothing"},
		{"no sections", of("- section_present: []"), "f.yaml:7: assert: section_present of nothing"},
		{"section of roles", of("- role_order: user\n          section: x"), "f.yaml:7: assert: role_order has no section"},
		{"steps of a folder's assertion", of("- prefix_stable: [1, 2]"), "f.yaml:4: case a: prefix_stable is about the steps of a session"},
		{"one step", of("- prefix_stable: 1"), "f.yaml:7: assert: prefix_stable is about two steps"},
		{"two tools", of("- tools_equal: [a, b]"), "f.yaml:7: assert: tools_equal is one file"},
		{"untruncated session", "check:\n  cases:\n    - {name: a, session: b, assert: [{untruncated: .}]}\n", "f.yaml:3: case a: untruncated is about folders, not sessions"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ParseSuite("f.yaml", []byte(test.text))
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// of is a case with an assertion.
func of(assertion string) string {
	return "check:\n  cases:\n\n    - name: a\n      workspace: .\n      assert:\n        " + assertion + "\n"
}

// TestSuiteDefaults: what check says for all cases holds where a case does not say otherwise, and anchors are followed.
func TestSuiteDefaults(t *testing.T) {
	s, err := ParseSuite("f.yaml", []byte(strings.TrimPrefix(`
check:
  model: m1
  codex-version: 0.145
  cases:
    - name: a
      workspace: .
      assert: &all
        - contains: [x, /y/]
    - name: b
      session: s.jsonl
      model: m2
`, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	a, b := s.Cases[0], s.Cases[1]
	if a.Model != "m1" || b.Model != "m2" || b.Release != "0.145" || s.Lock != LockName || b.Steps[0] != "last" {
		t.Errorf("got %+v, %+v, lock %s", a, b, s.Lock)
	}
	if a.place("model").Line != 2 || b.place("model").Line != 11 || a.place("profile").Line != 5 {
		t.Errorf("places %v, %v, %v", a.place("model"), b.place("model"), a.place("profile"))
	}
}
