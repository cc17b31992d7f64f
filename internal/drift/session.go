package drift

import (
	"fmt"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
)

// NewSession describes the request of a recorded session's step. selector is the step as the case has it.
func NewSession(c *Case, selector string, r *compile.Request) *Prompt {
	p := &Prompt{
		Name: c.Name, Step: selector, Codex: r.Step.Version.Version.String(), Model: r.Step.Model.Slug, Case: c,
	}
	p.outside(r)
	rest := Section{ID: SectionHistory, Bodies: []Body{}, items: &size{}}
	home := r.Step.Thread
	for i, it := range r.Input {
		told := compile.PlacedFragments(it)
		for _, f := range told {
			p.add(Section{ID: f.Section, Role: f.Role, Text: withoutPlace(f, home.CWD)})
		}
		if n := len(it.Content()); n > 0 && n == len(told) {
			continue
		}
		sent := r.Item(i)
		rest.Text += listing(it, sent)
		rest.items.bytes += len(sent)
		rest.items.tokens += history.EstimateTokens(it)
		rest.Bodies = append(rest.Bodies, bodiesOf(it, told)...)
	}
	p.Sections = append(p.Sections, rest)
	p.roles(r)
	return p
}

// withoutPlace is a fragment without what is bound to the machine and the day that it was recorded on.
func withoutPlace(f compile.Placed, cwd string) string {
	text := f.Text
	if f.Section == codex.SectionEnvironments {
		var kept strings.Builder
		for line := range strings.SplitAfterSeq(text, "\n") {
			if name := strings.TrimLeft(line, " "); !strings.HasPrefix(name, "<current_date>") && !strings.HasPrefix(name, "<timezone>") {
				kept.WriteString(line)
			}
		}
		text = kept.String()
	}
	if len(cwd) < 2 {
		return text
	}
	return withoutFolder(text, cwd)
}

// withoutFolder writes . for a folder wherever its path ends there, or a path in it goes on.
func withoutFolder(text, folder string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, folder)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		if after != "" && partOfName(after[0]) {
			out.WriteString(folder)
		} else {
			out.WriteString(".")
		}
		text = after
	}
}

func partOfName(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// listing is a line that tells an item from others.
func listing(it *history.ResponseItem, sent []byte) string {
	what := it.Type.String()
	switch {
	case it.Type == history.Message:
		what += " " + it.Role()
	case it.Has(history.FieldName):
		what += " " + it.Text(history.FieldName)
	}
	return fmt.Sprintf("%s %d bytes %s\n", what, len(sent), hash(string(sent))[:12])
}

// Whose a text is that no message of a user or developer holds.
const (
	roleAssistant = "assistant"
	roleTool      = "tool"
)

// bodiesOf are an item's texts, but for the fragments in it that are sections.
func bodiesOf(it *history.ResponseItem, told []compile.Placed) (list []Body) {
	role := roleTool
	switch {
	case it.Type == history.Message:
		role = it.Role()
	case it.ModelMade():
		role = roleAssistant
	}
	for i, part := range it.Content() {
		taken := false
		for _, f := range told {
			taken = taken || f.Part == i
		}
		if !taken {
			list = append(list, Body{role, part.Text})
		}
	}
	for _, field := range []history.Field{history.FieldArguments, history.FieldInput} {
		if it.Has(field) {
			list = append(list, Body{role, it.Text(field)})
		}
	}
	return list
}
