package render_test

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"promptctl/internal/audit"
	"promptctl/internal/diag"
	"promptctl/internal/history"
	"promptctl/internal/render"
	"promptctl/internal/rollout"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// lintedCaptures is what lint finds in every capture, with a file that is none and a finding in a hostile place.
func lintedCaptures(t *testing.T) *render.Lint {
	t.Helper()
	l := &render.Lint{Rules: audit.Rules(), Name: filepath.Base, FailOn: diag.Warning}
	paths, err := filepath.Glob("../../testdata/captures/*/*/rollouts/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	for _, path := range paths {
		thread, err := rollout.OpenThread(path, "")
		if err != nil {
			t.Fatal(err)
		}
		report, err := audit.Run(thread, history.Options{}, audit.LintOptions{})
		if err != nil {
			t.Fatal(err)
		}
		thread.Close()
		l.Sessions = append(l.Sessions, report)
	}
	l.Sessions = append(l.Sessions, audit.RefusedReport("a b/ü%\x1b[31m\xff]]>&<.jsonl", errors.New("no \xff, :: and \u202e <b> ]]>")))
	return l
}

func findings(l *render.Lint) (n int) {
	for _, r := range l.Sessions {
		n += len(r.Findings)
	}
	return n
}

// TestSARIF: the log is what the standard's schema wants, and every result has a rule that explains it.
func TestSARIF(t *testing.T) {
	l := lintedCaptures(t)
	var out bytes.Buffer
	if err := l.SARIF(&out); err != nil {
		t.Fatal(err)
	}
	validate(t, out.Bytes())
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ID   string                `json:"id"`
						Full struct{ Text string } `json:"fullDescription"`
					} `json:"rules"`
				} `json:"driver"`
			} `json:"tool"`
			Results []struct {
				RuleID string `json:"ruleId"`
			} `json:"results"`
		} `json:"runs"`
	}
	if err := json.Unmarshal(out.Bytes(), &log, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	if got, want := len(log.Runs[0].Results), findings(l); got != want || want == 0 {
		t.Errorf("%d results of %d findings", got, want)
	}
	explained := map[string]bool{}
	for _, rule := range log.Runs[0].Tool.Driver.Rules {
		explained[rule.ID] = rule.Full.Text != ""
	}
	for _, r := range log.Runs[0].Results {
		if !explained[r.RuleID] {
			t.Errorf("nothing explains %s", r.RuleID)
		}
	}
}

// TestSARIFOfNothing: a log without results is one too.
func TestSARIFOfNothing(t *testing.T) {
	var out bytes.Buffer
	if err := (&render.Lint{Name: filepath.Base}).SARIF(&out); err != nil {
		t.Fatal(err)
	}
	validate(t, out.Bytes())
	out.Reset()
	if err := render.SARIF(&out, diag.List{{Severity: diag.Warning, Code: "agents-md-cut", Message: "m", Place: diag.Place{File: "/r/AGENTS.md", Line: 3}}}, "/r"); err != nil {
		t.Fatal(err)
	}
	validate(t, out.Bytes())
}

func validate(t *testing.T, log []byte) {
	t.Helper()
	schema, err := os.Open("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	defer schema.Close()
	document, err := jsonschema.UnmarshalJSON(schema)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("sarif.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("not as the schema wants: %v", err)
	}
}

// TestJUnit: a suite a session, a case a rule, and what fails the run is a failure.
func TestJUnit(t *testing.T) {
	l := lintedCaptures(t)
	var out bytes.Buffer
	if err := l.JUnit(&out); err != nil {
		t.Fatal(err)
	}
	var suites struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Suites   []struct {
			Cases []struct {
				Failure *string `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(out.Bytes(), &suites); err != nil {
		t.Fatal(err)
	}
	cases, failures := 0, 0
	for _, s := range suites.Suites {
		cases += len(s.Cases)
		for _, c := range s.Cases {
			if c.Failure != nil {
				failures++
			}
		}
	}
	if want := len(l.Sessions) * len(l.Rules); cases != want || suites.Tests != want {
		t.Errorf("%d cases and %d stated, want %d", cases, suites.Tests, want)
	}
	if failures != suites.Failures || failures == 0 {
		t.Errorf("%d failures and %d stated", failures, suites.Failures)
	}
}

// TestLintIsInert: nothing that a file says reaches a terminal or a workflow command as it stands.
func TestLintIsInert(t *testing.T) {
	l := lintedCaptures(t)
	l.Sessions = l.Sessions[len(l.Sessions)-1:]
	for name, print := range map[string]func(*bufio.Writer) error{
		"github": func(w *bufio.Writer) error { return l.GitHub(w) },
		"text":   func(w *bufio.Writer) error { l.Text(w); return nil },
		"symptom": func(w *bufio.Writer) error {
			symptom, _ := audit.SymptomOf("lost-tool-result")
			l.Symptom(w, symptom)
			return nil
		},
		"junit": func(w *bufio.Writer) error { return l.JUnit(w) },
		"json":  func(w *bufio.Writer) error { return l.JSON(w, "") },
	} {
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		if err := errors.Join(print(w), w.Flush()); err != nil {
			t.Fatal(err)
		}
		if name == "json" {
			if !jsontext.Value(out.Bytes()).IsValid() || strings.Contains(out.String(), "\x1b") {
				t.Errorf("no JSON, or a control character in it:\n%s", out.String())
			}
			continue
		}
		if strings.ContainsAny(out.String(), "\x1b\u202e") || !utf8.Valid(out.Bytes()) {
			t.Errorf("%s lets a control character through:\n%q", name, out.String())
		}
		if lines := strings.Count(out.String(), "\n"); name == "github" && lines != 1 {
			t.Errorf("github prints %d lines for one finding:\n%s", lines, out.String())
		}
	}
}

// TestLintWraps: on a terminal a long message goes on below its beginning, and in a pipe each finding is a line.
func TestLintWraps(t *testing.T) {
	l := &render.Lint{Name: filepath.Base, Sessions: []*audit.Report{audit.RefusedReport("a.jsonl", errors.New(strings.Repeat("word ", 20)+"end"))}}
	for _, test := range []struct{ width, lines int }{{0, 2}, {200, 2}, {80, 3}} {
		l.Style.Width = test.width
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		l.Text(w)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != test.lines {
			t.Fatalf("%d lines at %d:\n%s", len(lines), test.width, out.String())
		}
		column := strings.Index(lines[0], "word")
		for _, line := range lines[:len(lines)-1] {
			if test.width > 0 && len(line) > test.width || !strings.HasPrefix(line[column:], "word") {
				t.Errorf("at %d: %q", test.width, line)
			}
		}
	}
}
