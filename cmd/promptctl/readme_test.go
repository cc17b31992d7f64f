package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadme runs the commands of README.md's console blocks and compares what they print.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, block := range consoleBlocks(string(text)) {
		for _, c := range commands(block) {
			ran++
			var out, errOut bytes.Buffer
			code := run(words(c.line)[1:], strings.NewReader(""), &out, &errOut, []string{"NO_COLOR=1"})
			if code != 0 {
				t.Errorf("%s: exit status %d: %s", c.line, code, &errOut)
			}
			if diff := cmp.Diff(c.output, out.String()); diff != "" {
				t.Errorf("%s prints otherwise than README.md says (-said +printed):\n%s", c.line, diff)
			}
		}
	}
	if ran < 2 {
		t.Errorf("README.md shows %d commands, want two or more", ran)
	}
}

func consoleBlocks(text string) (blocks []string) {
	for {
		_, rest, ok := strings.Cut(text, "```console\n")
		if !ok {
			return blocks
		}
		block, after, _ := strings.Cut(rest, "```\n")
		blocks = append(blocks, block)
		text = after
	}
}

// words takes a command line apart as a shell does, as far as the pages need it: at spaces, but for those between double quotes.
func words(line string) (list []string) {
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			list = append(list, part)
			continue
		}
		list = append(list, strings.Fields(part)...)
	}
	return list
}

// shown is a command with what it is said to print.
type shown struct{ line, output string }

func commands(block string) (list []shown) {
	for line := range strings.Lines(block) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			list = append(list, shown{line: strings.TrimSpace(command)})
		} else if len(list) > 0 {
			list[len(list)-1].output += line
		}
	}
	for i := range list {
		if list[i].output = strings.TrimRight(list[i].output, "\n"); list[i].output != "" {
			list[i].output += "\n"
		}
	}
	return list
}
