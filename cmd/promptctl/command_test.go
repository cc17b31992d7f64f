package main

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestExamples: every command has one, and each flag in it exists.
func TestExamples(t *testing.T) {
	root := newRootCommand(newApp(strings.NewReader(""), io.Discard, io.Discard, nil))
	for _, cmd := range root.Commands() {
		if cmd.Example == "" {
			t.Errorf("%s has no example", cmd.Name())
		}
		for line := range strings.SplitSeq(cmd.Example, "\n") {
			checkExample(t, root, strings.TrimSpace(line))
		}
	}
}

func checkExample(t *testing.T, root *cobra.Command, line string) {
	line, _, _ = strings.Cut(line, " | ")
	words := strings.Fields(line)
	if len(words) == 0 || words[0] != "promptctl" {
		t.Errorf("%q calls something else", line)
		return
	}
	cmd, args, err := root.Find(withoutNegative(root, words[1:]))
	if err != nil || cmd == root {
		t.Errorf("%q: no such command: %v", line, err)
		return
	}
	if err := cmd.ParseFlags(args); err != nil {
		t.Errorf("%q: %v", line, err)
	}
}

// TestFlagsAreUnique: a command's own flag never hides a setting.
func TestFlagsAreUnique(t *testing.T) {
	root := newRootCommand(newApp(strings.NewReader(""), io.Discard, io.Discard, nil))
	for _, cmd := range root.Commands() {
		for _, s := range settingTable {
			if cmd.LocalNonPersistentFlags().Lookup(s.name) != nil {
				t.Errorf("%s has a flag --%s of its own", cmd.Name(), s.name)
			}
		}
	}
}

func TestEnvName(t *testing.T) {
	if got := envName("codex-version"); got != "PROMPTCTL_CODEX_VERSION" {
		t.Errorf("got %s", got)
	}
}
