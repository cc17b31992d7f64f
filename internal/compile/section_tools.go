package compile

import (
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// DeferredTools is the section of tool namespaces that the model can ask for: what each is for, by name.
type DeferredTools map[string]string

// Headings of the fragment.
//
// NOTE(codex): 0.171.0 core/src/context/tools.rs.
const (
	toolsAll     = "Deferred tool namespaces:"
	toolsAdded   = "Added deferred tool namespaces:"
	toolsRemoved = "Removed deferred tool namespaces:"
	toolsNone    = "No deferred tool namespaces remain."
)

// ID is tools.
func (DeferredTools) ID() string { return codex.SectionTools }

// Snapshot is the namespaces, nil where there are none.
func (d DeferredTools) Snapshot() jsontext.Value {
	if len(d) == 0 {
		return nil
	}
	o := object{}
	for _, name := range d.names() {
		o = append(o, comma(o)...)
		o = append(rawjson.AppendString(o, name), ':')
		o = rawjson.AppendString(o, d[name])
	}
	return o.bytes()
}

func (d DeferredTools) names() []string {
	var names []string
	for name := range d {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Render tells all namespaces at first, then those that came and those that went.
func (d DeferredTools) Render(before Previous) []Fragment {
	if before.Knowledge != Known {
		if len(d) == 0 {
			return nil
		}
		return toolsFragment(list(toolsAll, d.names(), d))
	}
	old := DeferredTools{}
	for m := rawjson.Walk(before.Value); m.Next(); {
		old[string(m.Name)] = rawjson.String(m.Value)
	}
	var lines []string
	lines = append(lines, list(toolsRemoved, old.without(d), old)...)
	lines = append(lines, list(toolsAdded, d.without(old), d)...)
	if len(lines) == 0 {
		return nil
	}
	if len(d) == 0 {
		lines = append(lines, toolsNone)
	}
	return toolsFragment(lines)
}

// without lists the namespaces that another set has not, or has otherwise.
func (d DeferredTools) without(other DeferredTools) []string {
	return slices.DeleteFunc(d.names(), func(name string) bool {
		description, there := other[name]
		return there && description == d[name]
	})
}

func list(heading string, names []string, from DeferredTools) []string {
	if len(names) == 0 {
		return nil
	}
	lines := []string{heading}
	for _, name := range names {
		lines = append(lines, "- "+escapeXML.Replace(name)+": "+escapeXML.Replace(from[name]))
	}
	return lines
}

func toolsFragment(lines []string) []Fragment {
	text := codex.ToolsStart + "\n" + strings.Join(lines, "\n") + "\n" + codex.ToolsEnd
	return []Fragment{{Role: codex.RoleDeveloper, Text: text, Section: codex.SectionTools}}
}

// readDeferredTools reads the namespaces out of a fragment that follows others.
func readDeferredTools(text string, before DeferredTools) (DeferredTools, bool) {
	body, ok := strings.CutPrefix(strings.TrimSpace(text), codex.ToolsStart)
	body, closed := strings.CutSuffix(body, codex.ToolsEnd)
	if !ok || !closed {
		return nil, false
	}
	now := DeferredTools{}
	for name, description := range before {
		now[name] = description
	}
	removing := false
	for line := range strings.SplitSeq(body, "\n") {
		name, description, entry := strings.Cut(strings.TrimPrefix(line, "- "), ": ")
		name = unescapeXML.Replace(name)
		switch {
		case line == toolsAll:
			now = DeferredTools{}
		case line == toolsAdded, line == toolsRemoved:
			removing = line == toolsRemoved
		case !entry || !strings.HasPrefix(line, "- "):
		case removing:
			delete(now, name)
		default:
			now[name] = unescapeXML.Replace(description)
		}
	}
	return now, true
}
