package compile

import (
	"strings"

	"promptctl/internal/codex"
)

// localEnvironment is the id of the only environment of an ordinary session.
const localEnvironment = "local"

var escapeXML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")
var unescapeXML = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&")

// xml is the environment_context that tells of some environments.
func (e Environments) xml(told []Environment, gone []string) string {
	var out strings.Builder
	out.WriteString(codex.EnvironmentContextStart + "\n")
	single := len(e.List) == 1 && e.List[0].Status == environmentAvailable && len(gone) == 0
	switch {
	case single && len(told) == 1:
		writeEnvironment(&out, "  ", told[0])
	case !single && len(told)+len(gone) > 0:
		e.writeEach(&out, told, gone)
	}
	element(&out, "  ", "current_date", e.Date)
	element(&out, "  ", "timezone", e.Timezone)
	for _, rendered := range []string{e.Network, e.Filesystem} {
		if rendered != "" {
			out.WriteString("  " + rendered + "\n")
		}
	}
	if e.Subagents != "" {
		out.WriteString("  <subagents>\n")
		for line := range strings.SplitSeq(e.Subagents, "\n") {
			out.WriteString("    " + line + "\n")
		}
		out.WriteString("  </subagents>\n")
	}
	return out.String() + codex.EnvironmentContextEnd
}

func (e Environments) writeEach(out *strings.Builder, told []Environment, gone []string) {
	out.WriteString("  <environments>\n")
	for _, env := range told {
		out.WriteString(`    <environment id="` + escapeXML.Replace(env.ID) + `"`)
		if env.Primary != "" && len(e.List) > 1 {
			out.WriteString(` primary="` + env.Primary + `"`)
		}
		out.WriteString(">\n")
		writeEnvironment(out, "      ", env)
		out.WriteString("    </environment>\n")
	}
	for _, id := range gone {
		out.WriteString(`    <environment id="` + escapeXML.Replace(id) + `" status="unavailable" />` + "\n")
	}
	out.WriteString("  </environments>\n")
}

func writeEnvironment(out *strings.Builder, indent string, env Environment) {
	element(out, indent, "cwd", env.CWD)
	if env.Status != environmentAvailable {
		element(out, indent, "status", env.Status)
	}
	element(out, indent, "shell", env.Shell)
}

func element(out *strings.Builder, indent, name, value string) {
	if value != "" {
		out.WriteString(indent + "<" + name + ">" + escapeXML.Replace(value) + "</" + name + ">\n")
	}
}

// readEnvironmentContext reads what a fragment tells: what it leaves out is as it was before.
func readEnvironmentContext(text string, before Environments) (Environments, bool) {
	text = strings.TrimSpace(text)
	body, ok := strings.CutPrefix(text, codex.EnvironmentContextStart+"\n")
	body, closed := strings.CutSuffix(body, codex.EnvironmentContextEnd)
	if !ok || !closed {
		return before, false
	}
	r := contextReader{told: Environments{List: before.List, Subagents: before.Subagents}}
	for line := range strings.SplitSeq(strings.TrimSuffix(body, "\n"), "\n") {
		if !r.line(line) {
			return before, false
		}
	}
	r.told.sort()
	return r.told, true
}

// contextReader reads an environment_context line by line.
type contextReader struct {
	told   Environments
	id     string   // of the environment element that is open
	agents []string // of the subagents element that is open
	inside bool     // in it
}

func (r *contextReader) line(line string) bool {
	trimmed := strings.TrimLeft(line, " ")
	switch {
	case r.inside && trimmed == "</subagents>":
		r.told.Subagents, r.inside = strings.Join(r.agents, "\n"), false
	case r.inside:
		r.agents = append(r.agents, strings.TrimPrefix(line, "    "))
	case trimmed == "<subagents>":
		r.inside = true
	case trimmed == "<environments>" || trimmed == "</environments>":
	case trimmed == "</environment>":
		r.id = ""
	case strings.HasPrefix(trimmed, "<environment "):
		r.open(trimmed)
	case strings.HasPrefix(trimmed, "<network "):
		r.told.Network = trimmed
	case strings.HasPrefix(trimmed, "<filesystem>"):
		r.told.Filesystem = trimmed
	default:
		return r.value(trimmed)
	}
	return true
}

// open takes the start of an environment element.
func (r *contextReader) open(tag string) {
	id := unescapeXML.Replace(attribute(tag, "id"))
	if attribute(tag, "status") == "unavailable" {
		kept := r.told.List[:0:0]
		for _, env := range r.told.List {
			if env.ID != id {
				kept = append(kept, env)
			}
		}
		r.told.List = kept
		return
	}
	r.id = id
	r.update(func(env *Environment) { env.Status, env.Primary = environmentAvailable, attribute(tag, "primary") })
}

// value takes an element that stands on a line of its own.
func (r *contextReader) value(line string) bool {
	name, rest, ok := strings.Cut(strings.TrimPrefix(line, "<"), ">")
	value, closed := strings.CutSuffix(rest, "</"+name+">")
	if !ok || !closed {
		return false
	}
	value = unescapeXML.Replace(value)
	switch name {
	case "cwd":
		r.update(func(env *Environment) { env.CWD, env.Status = value, environmentAvailable })
	case "shell":
		r.update(func(env *Environment) { env.Shell = value })
	case "status":
		r.update(func(env *Environment) { env.Status = value })
	case "current_date":
		r.told.Date = value
	case "timezone":
		r.told.Timezone = value
	default:
		return false
	}
	return true
}

// update changes the environment that is being told: the open one, or the only one there is.
func (r *contextReader) update(change func(*Environment)) {
	id := r.id
	if id == "" {
		id = localEnvironment
		if len(r.told.List) == 1 {
			id = r.told.List[0].ID
		}
	}
	list := append([]Environment(nil), r.told.List...)
	for i := range list {
		if list[i].ID == id {
			change(&list[i])
			r.told.List = list
			return
		}
	}
	env := Environment{ID: id}
	change(&env)
	r.told.List = append(list, env)
}

func attribute(tag, name string) string {
	_, rest, ok := strings.Cut(tag, " "+name+`="`)
	if !ok {
		return ""
	}
	value, _, _ := strings.Cut(rest, `"`)
	return value
}
