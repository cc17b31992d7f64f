package drift

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// toolsEqual compares the tools with those of a file: an array, or a body that has one.
func (p *Prompt) toolsEqual(a *Assertion, dir string) (string, error) {
	want, err := toolsOf(filepath.Join(dir, filepath.FromSlash(a.Values[0])))
	if err != nil {
		return "", fmt.Errorf("%s: tools_equal: %s: %w", a.Place, a.Values[0], err)
	}
	s := p.section(SectionTools)
	if s == nil || s.Unresolved {
		return "the tools are not known: give the key tools a file, or use a session's request that states them", nil
	}
	var list strings.Builder
	for m := rawjson.Walk(want); m.NextElement(); {
		list.WriteString(string(m.Value) + "\n")
	}
	if list.String() == s.Text {
		return "", nil
	}
	got, wanted := lines(s.Text), lines(list.String())
	for i := range min(len(got), len(wanted)) {
		if got[i] != wanted[i] {
			return fmt.Sprintf("tool %d differs: %s", i+1, toolName(got[i])), nil
		}
	}
	are := fmt.Sprintf("there are %d tools", len(got))
	if len(got) == 1 {
		are = "there is 1 tool"
	}
	return fmt.Sprintf("%s, not %d", are, len(wanted)), nil
}

// toolsOf are the tools of a file.
func toolsOf(path string) (jsontext.Value, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, cause(err)
	}
	if err := rawjson.Check(text); err != nil {
		return nil, err
	}
	tools := rawjson.Canonical(text)
	if rawjson.IsObject(tools) {
		tools = rawjson.Field(tools, "tools")
	}
	if len(tools) == 0 || tools[0] != '[' {
		return nil, errors.New("neither a tools array nor a body that has one")
	}
	return tools, nil
}

// cause is why a file cannot be read, without the path, which belongs to the machine.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

func toolName(tool string) string {
	for _, field := range []string{"name", "type"} {
		if name := rawjson.String(rawjson.Field([]byte(tool), field)); name != "" {
			return name
		}
	}
	return "without a name"
}

// prefixStable reports whether the input of one step begins with all of the other's.
func (c *Compiled) prefixStable(a *Assertion) string {
	first, second := c.Requests[a.Steps[0]], c.Requests[a.Steps[1]]
	for i := range first.Input {
		if i >= len(second.Input) {
			return fmt.Sprintf("step %s has %d items, step %s only %d", a.Steps[0], len(first.Input), a.Steps[1], len(second.Input))
		}
		if string(first.Item(i)) != string(second.Item(i)) {
			return fmt.Sprintf("input[%d] differs", i)
		}
	}
	if first.Prompt.Instructions != second.Prompt.Instructions {
		return "the base instructions differ"
	}
	return ""
}
