package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// step is one of a workflow's, or of an action's.
type step struct {
	Name string
	ID   string
	Uses string
	If   string
	With map[string]string
	Env  map[string]string
	Dir  string `yaml:"working-directory"`
	Run  string
}

// machine is what a runner is to a workflow.
type machine struct {
	t      *testing.T
	source string // promptctl's own repository
	origin string // the repository that is checked
	dir    string // a clone of it
	temp   string
	env    []string
	clones int
}

func newMachine(t *testing.T, source string) *machine {
	t.Helper()
	for _, tool := range []string{"git", "bash", "go", "sed"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	m := &machine{t: t, source: source, origin: filepath.Join(t.TempDir(), "origin"), temp: t.TempDir()}
	m.env = append(os.Environ(), "RUNNER_TEMP="+m.temp, "PATH="+m.temp+string(os.PathListSeparator)+os.Getenv("PATH"),
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b.invalid",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b.invalid", "NO_COLOR=1")
	m.bash(source, `go build -o "$RUNNER_TEMP/promptctl" ./cmd/promptctl`, nil)
	m.bash(m.temp, "git init --quiet --bare --initial-branch=main "+m.origin, nil)
	m.clone()
	m.write("AGENTS.md", "# Rules\n\nUse tabs.\nRun make test.\n")
	m.write("api/AGENTS.md", "Every handler has a test.\n")
	m.bash(m.dir, "git add . && git commit --quiet -m first && git push --quiet origin HEAD", nil)
	return m
}

// clone makes a clean clone, and works there from then on.
func (m *machine) clone() {
	m.t.Helper()
	m.clones++
	m.dir = filepath.Join(m.temp, fmt.Sprintf("clone%d", m.clones))
	m.bash(m.temp, "git clone --quiet "+m.origin+" "+m.dir+" 2>/dev/null", nil)
}

// write puts a file into the repository.
func (m *machine) write(name, text string) {
	m.t.Helper()
	path := filepath.Join(m.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
	if name == ".promptctl.yaml" {
		m.bash(m.dir, "git add . && git commit --quiet -m cases && git push --quiet origin HEAD", nil)
	}
}

// bash runs a script as GitHub runs one, and wants it to succeed.
func (m *machine) bash(dir, script string, env []string) string {
	m.t.Helper()
	out, err := m.try(dir, script, env)
	if err != nil {
		m.t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return out
}

func (m *machine) try(dir, script string, env []string) (string, error) {
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = dir, append(m.env, env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// console runs commands, and compares what they print.
func (m *machine) console(block string) (ran int) {
	m.t.Helper()
	for _, c := range commands(block) {
		ran++
		out, err := m.try(m.dir, c.line, nil)
		if diff := cmp.Diff(c.output, out); diff != "" {
			m.t.Errorf("%s (%v) prints otherwise than docs/ci.md says (-said +printed):\n%s", c.line, err, diff)
		}
	}
	return ran
}

// workflow runs the steps of a workflow in a clean clone, and again with a rule that is not as it is locked.
func (m *machine) workflow(text string) (ran int) {
	m.t.Helper()
	var flow struct {
		Jobs map[string]struct{ Steps []step }
	}
	if err := yaml.Unmarshal([]byte(text), &flow); err != nil {
		m.t.Fatal(err)
	}
	for _, change := range []string{"", "echo 'Another rule.' >> AGENTS.md"} {
		m.clone()
		m.bash(m.dir, change, nil)
		if change == "" {
			m.bash(m.dir, "test -f promptctl.lock", nil)
		}
		var failed error
		for _, s := range flow.Jobs["check"].Steps {
			n, err := m.step(s)
			ran += n
			if failed = err; failed != nil {
				break
			}
		}
		if (failed != nil) != (change != "") {
			m.t.Errorf("after %q the workflow ends with %v", change, failed)
		}
	}
	return ran
}

// step runs a step of a workflow. Checkouts of the repository itself are there already.
func (m *machine) step(s step) (ran int, err error) {
	m.t.Helper()
	switch {
	case s.Run != "":
		out, err := m.try(m.dir, s.Run, []string{"GITHUB_WORKSPACE=" + m.dir})
		m.annotated(out, err)
		return 1, err
	case strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["path"] != "":
		return 0, os.Symlink(m.source, filepath.Join(m.dir, s.With["path"]))
	case strings.HasPrefix(s.Uses, "OWNER/promptctl@"):
		return 1, m.action(s.With)
	case strings.HasPrefix(s.Uses, "actions/"):
		return 0, nil
	}
	m.t.Errorf("a step that this test cannot run: %+v", s)
	return 0, nil
}

// annotated wants a check that failed to blame the line.
func (m *machine) annotated(out string, err error) {
	m.t.Helper()
	const blame = "::error file=AGENTS.md,line=5,title=prompt-drift::AGENTS.md changed at line 5"
	if err != nil && !strings.Contains(out, blame) {
		m.t.Errorf("no annotation of the line in:\n%s", out)
	}
}

// action runs the steps of action.yml.
func (m *machine) action(with map[string]string) error {
	m.t.Helper()
	text, err := os.ReadFile(filepath.Join(m.source, "action.yml"))
	if err != nil {
		m.t.Fatal(err)
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct{ Steps []step }
	}
	if err := yaml.Unmarshal(text, &action); err != nil {
		m.t.Fatal(err)
	}
	values := map[string]string{"github.action_path": m.source}
	for name, input := range action.Inputs {
		values["inputs."+name] = input.Default
	}
	for name, value := range with {
		values["inputs."+name] = value
	}
	uploads := 0
	for _, s := range action.Runs.Steps {
		if s.Run == "" {
			if strings.Contains(s.Uses, "upload-sarif") {
				uploads++
				m.uploaded(expand(s.With["sarif_file"], values))
			}
			continue
		}
		if err := m.actionStep(s, values); err != nil {
			return err
		}
	}
	if uploads != 1 {
		m.t.Errorf("the action uploads %d times", uploads)
	}
	return nil
}

// actionStep runs one of the action's scripts, and takes over what it outputs.
func (m *machine) actionStep(s step, values map[string]string) error {
	m.t.Helper()
	output, summary := filepath.Join(m.t.TempDir(), "output"), filepath.Join(m.t.TempDir(), "summary")
	env := []string{"GITHUB_OUTPUT=" + output, "GITHUB_STEP_SUMMARY=" + summary, "GITHUB_WORKSPACE=" + m.dir}
	for name, value := range s.Env {
		env = append(env, name+"="+expand(value, values))
	}
	out, err := m.try(filepath.Join(m.dir, expand(s.Dir, values)), s.Run, env)
	if s.ID == "" {
		return err
	}
	if err != nil {
		m.t.Fatalf("step %s: %v\n%s", s.ID, err, out)
	}
	told, _ := os.ReadFile(output)
	for line := range strings.Lines(string(told)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		values["steps."+s.ID+".outputs."+name] = value
	}
	if values["steps.check.outputs.status"] != "0" {
		m.annotated(out, fmt.Errorf("status %s", values["steps.check.outputs.status"]))
	}
	if shown, _ := os.ReadFile(summary); !strings.Contains(string(shown), "as they are locked") && !strings.Contains(string(shown), "    2 prompts: not as locked") {
		m.t.Errorf("the summary says:\n%s", shown)
	}
	return nil
}

func (m *machine) uploaded(path string) {
	m.t.Helper()
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), `"version": "2.1.0"`) {
		m.t.Errorf("no SARIF file %q: %v", path, err)
	}
}

// expand puts values in place of ${{ NAME }}.
func expand(text string, values map[string]string) string {
	for name, value := range values {
		text = strings.ReplaceAll(text, "${{ "+name+" }}", value)
	}
	return text
}
