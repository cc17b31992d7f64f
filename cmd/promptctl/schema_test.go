package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"promptctl/internal/render"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// printed is an output for programs: the schema it has to fit, and the calls that print it.
type printed struct {
	schema string
	lines  bool // each line is a value of its own
	calls  []string
}

// everyOutput lists them. SESSIONS stands for every captured session, SESSION and FOLDER for one of each.
func everyOutput() []printed {
	return []printed{
		{"agents", false, []string{"agents FOLDER --json", "agents FOLDER/api --json -c project_doc_max_bytes=20", "agents FOLDER --json --codex-version 0.145.0"}},
		{"agents-at", false, []string{"agents FOLDER --at FOLDER/AGENTS.md:1 --json", "agents FOLDER --at FOLDER/api/AGENTS.md:9 --json"}},
		{"agents-session", false, []string{"agents FOLDER --session SESSION --json", "agents FOLDER --session SESSION --step 1 --json"}},
		{"agents-tree", true, []string{"agents --tree FOLDER --format jsonl"}},
		{"build", true, []string{"build SESSIONS --all --format jsonl"}},
		{"check", false, []string{"check --json", "check --update --json", "check --json --codex-version 0.171.0", "check --json --codex-versions 0.145.0,0.171.0"}},
		{"compactions", false, []string{"compactions SESSIONS --json", "compactions SESSION 1 --json"}},
		{"diff", false, []string{"diff SESSIONS first end --json", "diff SESSION 8 9 --json", "diff SESSION 1 1 --json", "diff SESSION@1 SESSION@2 --json"}},
		{"diff-bytes", false, []string{"diff SESSION 1 2 --bytes --json"}},
		{"explain", false, []string{"explain SESSION input[1] --json", "explain SESSIONS input[0] --json", "explain SESSION input[5] --step 2 --json", "explain SESSIONS --match a --json"}},
		{"explain-line", false, []string{"explain SESSION --line 1 --json", "explain SESSION --line 2 --json"}},
		{"lint", false, []string{"lint SESSIONS --json", "lint SESSION --symptom rules-ignored --json"}},
		{"list", false, []string{"list --all-dirs --json"}},
		{"list-line", true, []string{"list --all-dirs --format jsonl"}},
		{"locate", false, []string{"locate SESSION input[1].content[0] --json", "locate SESSION input[99] --json --step 1"}},
		{"steps", false, []string{"steps SESSIONS --json"}},
		{"steps-line", true, []string{"steps SESSIONS --format jsonl"}},
		{"versions", false, []string{"versions --json"}},
		{"view", false, []string{"view SESSIONS --json", "view SESSION --as request --step 2 --json", "view SESSION --as history --json", "view SESSIONS --as rollout --step end --json", "view SESSION --as ui --json"}},
		{"world", false, []string{"world SESSIONS --json", "world SESSION --step 2 --json"}},
		{"world-line", true, []string{"world SESSIONS --format jsonl"}},
	}
}

// printsBodies knows the commands whose JSON is a request as the client sends it.
func printsBodies(command string) bool { return command == "next" }

// TestSchemas: what the commands print fits the schemas, and has no member that a schema does not know.
func TestSchemas(t *testing.T) {
	sessions, err := filepath.Glob("../../testdata/captures/*/*/rollouts/*.jsonl")
	if err != nil || len(sessions) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	for i := range sessions {
		sessions[i], _ = filepath.Abs(sessions[i])
	}
	example, _ := filepath.Abs("../../testdata/example.jsonl")
	repo := checkedFolder(t)
	t.Chdir(repo)
	for _, p := range everyOutput() {
		t.Run(p.schema, func(t *testing.T) {
			schema := strictSchema(t, p.schema)
			values := 0
			for _, call := range p.calls {
				call = strings.NewReplacer("FOLDER", repo, "SESSION ", example+" ", "SESSION@", example+"@").Replace(call)
				for _, session := range sessions {
					values += p.validate(t, schema, strings.Replace(call, "SESSIONS", session, 1))
					if !strings.Contains(call, "SESSIONS") || t.Failed() {
						break
					}
				}
			}
			if values < len(p.calls) {
				t.Errorf("%d values, fewer than calls", values)
			}
		})
	}
}

// validate runs a command and returns how many values it printed.
func (p printed) validate(t *testing.T, schema *jsonschema.Schema, call string) int {
	t.Helper()
	var out, errOut bytes.Buffer
	if code := run(strings.Fields(call), strings.NewReader(""), &out, &errOut, []string{"CODEX_HOME=codex"}); code > exitFound {
		t.Errorf("%s: exit status %d: %s", call, code, &errOut)
		return 0
	}
	texts := [][]byte{out.Bytes()}
	if p.lines {
		texts = bytes.SplitAfter(bytes.TrimSuffix(out.Bytes(), []byte("\n")), []byte("\n"))
	}
	n := 0
	for _, text := range texts {
		if len(text) == 0 {
			continue
		}
		n++
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			t.Errorf("%s: %v", call, err)
			break
		}
	}
	return n
}

// strictSchema is a schema that refuses members it does not list.
func strictSchema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	text, ok := render.Schema(name)
	if !ok {
		t.Fatalf("no schema %s", name)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	closeObjects(document)
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(name, document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// closeObjects makes every object with listed members refuse others.
func closeObjects(document any) {
	switch v := document.(type) {
	case map[string]any:
		if _, listed := v["properties"]; listed {
			v["additionalProperties"] = false
		}
		for _, member := range v {
			closeObjects(member)
		}
	case []any:
		for _, element := range v {
			closeObjects(element)
		}
	}
}

// checkedFolder is a folder with rules, cases and a lock that they differ from.
func checkedFolder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		".git/HEAD": "",
		"codex/sessions/2026/11/30/rollout-2026-11-30T20-00-00-01a22de0-9001-70c2-936c-9ee0f19f2350.jsonl": `{"timestamp":"2026-11-30T20:00:00.000Z",` +
			`"type":"session_meta","payload":{"id":"01a22de0-9001-70c2-936c-9ee0f19f2350","timestamp":"2026-11-30T20:00:00.000Z","cwd":"/work",` +
			`"originator":"codex_exec","cli_version":"0.145.0","source":"exec","model_provider":"openai"}}` + "\n",
		"codex/sessions/2026/11/30/rollout-2026-11-30T21-00-00-01a22de1-9001-70c2-936c-9ee0f19f2350.jsonl": "nothing\n",
		"AGENTS.md":              "Use tabs.\n",
		"api/AGENTS.md":          "One rule.\nAnd one that is longer.\n",
		"api/AGENTS.override.md": "An override that has a few words too many for a small budget.\n",
		".promptctl.yaml": "check:\n  codex-version: 0.145.0\n  model: gpt-5.2\n  cases:\n" +
			"    - {name: root, workspace: ., assert: [{contains: tabs}, {contains: spaces}]}\n",
		"promptctl.lock": "version: 1\nprompts:\n  - case: old\n    codex: 0.145.0\n    sections: []\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestEveryOutputHasASchema: no command prints JSON that no schema describes, and no schema is left over.
func TestEveryOutputHasASchema(t *testing.T) {
	described := map[string]bool{}
	var names []string
	for _, p := range everyOutput() {
		names = append(names, p.schema)
		for _, call := range p.calls {
			described[strings.Fields(call)[0]] = true
		}
	}
	slices.Sort(names)
	if have := render.SchemaNames(); !slices.Equal(have, names) {
		t.Errorf("there are schemas %v, and outputs %v", have, names)
	}
	for _, cmd := range newRootCommand(newApp(strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}, nil)).Commands() {
		if cmd.Flags().Lookup("json") != nil && !described[cmd.Name()] && !printsBodies(cmd.Name()) {
			t.Errorf("%s prints JSON that no schema describes: add one to internal/render/schema, and a line to everyOutput", cmd.Name())
		}
	}
}
