package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestDocsCI runs what docs/ci.md says, as it is written, in a clone of a repository that has nothing but the files shown there.
func TestDocsCI(t *testing.T) {
	text, err := os.ReadFile("../../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t, source)
	ran := 0
	for _, block := range codeBlocks(string(text)) {
		switch {
		case strings.HasPrefix(block.text, "# .promptctl.yaml\n"):
			m.write(".promptctl.yaml", block.text)
		case strings.HasPrefix(block.text, "# .github/workflows/"):
			ran += m.workflow(block.text)
		case strings.HasPrefix(block.text, "# .pre-commit-config.yaml\n"):
			m.clone()
			ran += m.hooks(block.text)
		case block.language == "sh":
			m.clone()
			m.bash(m.dir, block.text, nil)
			m.bash(m.dir, "git push --quiet origin HEAD", nil)
			ran++
		case block.language == "console":
			m.clone()
			ran += m.console(block.text)
		}
	}
	if ran < 12 {
		t.Errorf("%d commands in docs/ci.md, want 12 or more", ran)
	}
}

// hooks runs those that a configuration of pre-commit names, as .pre-commit-hooks.yaml describes them.
func (m *machine) hooks(text string) (ran int) {
	m.t.Helper()
	var wanted struct {
		Repos []struct{ Hooks []struct{ ID string } }
	}
	var offered []struct {
		ID, Entry, Language, Files string
		Always                     bool `yaml:"always_run"`
	}
	described, err := os.ReadFile(filepath.Join(m.source, ".pre-commit-hooks.yaml"))
	if err != nil {
		m.t.Fatal(err)
	}
	if err := yaml.Unmarshal([]byte(text), &wanted); err != nil {
		m.t.Fatal(err)
	}
	if err := yaml.Unmarshal(described, &offered); err != nil {
		m.t.Fatal(err)
	}
	for _, repo := range wanted.Repos {
		for _, hook := range repo.Hooks {
			for _, o := range offered {
				if o.ID != hook.ID {
					continue
				}
				ran++
				m.bash(m.dir, o.Entry, nil)
				files := regexp.MustCompile(o.Files)
				if o.Language != "golang" || o.Always != (o.ID == "promptctl-check") || !files.MatchString("api/AGENTS.override.md") || files.MatchString("api/MYAGENTS.md") {
					m.t.Errorf("hook %+v", o)
				}
			}
		}
	}
	if ran != len(offered) {
		m.t.Errorf("docs/ci.md names %d of %d hooks", ran, len(offered))
	}
	return ran
}

type codeBlock struct{ language, text string }

// codeBlocks are the fenced ones of a Markdown text.
func codeBlocks(text string) (list []codeBlock) {
	for {
		_, rest, ok := strings.Cut(text, "\n```")
		if !ok {
			return list
		}
		language, rest, _ := strings.Cut(rest, "\n")
		block, after, _ := strings.Cut(rest, "\n```\n")
		list = append(list, codeBlock{language, block + "\n"})
		text = "\n" + after
	}
}
