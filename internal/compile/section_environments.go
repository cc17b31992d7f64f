package compile

import (
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Environments is the section of where the session runs.
type Environments struct {
	List       []Environment // by id
	Date       string
	Timezone   string
	Network    string // as it is rendered
	Filesystem string // as it is rendered
	Subagents  string // as it is rendered
}

// Environment is one place to run commands in.
type Environment struct {
	ID      string
	CWD     string
	Status  string // available or starting
	Shell   string
	Primary string // true or false where there is more than one, "" where the release does not say
}

const environmentAvailable = "available"

// ID is environments.
func (Environments) ID() string { return codex.SectionEnvironments }

// Snapshot is the environments by id, then what holds for all.
func (e Environments) Snapshot() jsontext.Value {
	list := object{}
	for _, env := range e.List {
		one := object{}
		one.addText("cwd", env.CWD)
		one.addText("status", env.Status)
		one.addText("shell", env.Shell)
		if env.Primary == "true" {
			one.add("is_primary", jsontext.Value("true"))
		}
		list = append(list, comma(list)...)
		list = append(rawjson.AppendString(list, env.ID), ':')
		list = append(list, one.bytes()...)
	}
	o := object{}
	o.add("environments", list.bytes())
	o.addText("current_date", e.Date)
	o.addText("timezone", e.Timezone)
	o.addText("network", e.Network)
	o.addText("filesystem", e.Filesystem)
	o.addText("subagents", e.Subagents)
	return o.bytes()
}

func comma(o object) string {
	if len(o) == 0 {
		return ""
	}
	return ","
}

// readEnvironments reads a snapshot; false for a shape that is not known.
func readEnvironments(value jsontext.Value) (e Environments, ok bool) {
	list := rawjson.Field(value, "environments")
	if !rawjson.IsObject(value) || !rawjson.IsObject(list) {
		return e, false
	}
	for m := rawjson.Walk(list); m.Next(); {
		if !rawjson.IsObject(m.Value) {
			return e, false
		}
		env := Environment{ID: string(m.Name)}
		env.CWD = rawjson.String(rawjson.Field(m.Value, "cwd"))
		env.Status = rawjson.String(rawjson.Field(m.Value, "status"))
		env.Shell = rawjson.String(rawjson.Field(m.Value, "shell"))
		env.Primary = string(rawjson.Field(m.Value, "is_primary"))
		e.List = append(e.List, env)
	}
	e.sort()
	for name, at := range map[string]*string{
		"current_date": &e.Date, "timezone": &e.Timezone, "network": &e.Network, "filesystem": &e.Filesystem, "subagents": &e.Subagents,
	} {
		*at = rawjson.String(rawjson.Field(value, name))
	}
	return e, true
}

func (e *Environments) sort() {
	slices.SortFunc(e.List, func(a, b Environment) int { return strings.Compare(a.ID, b.ID) })
}

func (e *Environments) find(id string) (Environment, bool) {
	for _, env := range e.List {
		if env.ID == id {
			return env, true
		}
	}
	return Environment{}, false
}

// put takes another value of an environment that there is.
func (e *Environments) put(other Environment) {
	for i := range e.List {
		if e.List[i].ID == other.ID {
			e.List[i] = other
		}
	}
}

// Render tells the environments that are new or differ, and then all that holds for every one of them.
//
// NOTE(codex): 0.145.0 other sub-agents alone are not told.
func (e Environments) Render(before Previous) []Fragment {
	old := Environments{}
	if before.Knowledge == Known {
		old, _ = readEnvironments(before.Value)
	}
	told, gone := e.updates(old)
	if len(told) == 0 && len(gone) == 0 && e.Date == old.Date && e.Timezone == old.Timezone &&
		e.Network == old.Network && e.Filesystem == old.Filesystem {
		return nil
	}
	return []Fragment{{Role: codex.RoleUser, Text: e.xml(told, gone), Section: codex.SectionEnvironments}}
}

// updates are the environments that have to be told, and the ids of those that are gone.
func (e Environments) updates(old Environments) (told []Environment, gone []string) {
	recount := (len(e.List) > 1) != (len(old.List) > 1)
	for _, env := range e.List {
		was, known := old.find(env.ID)
		reshelled := was.Shell != "" && env.Shell != "" && was.Shell != env.Shell
		if !known || recount || was.CWD != env.CWD || was.Status != env.Status || was.Primary != env.Primary || reshelled {
			told = append(told, env)
		}
	}
	for _, env := range old.List {
		if _, still := e.find(env.ID); !still {
			gone = append(gone, env.ID)
		}
	}
	return told, gone
}
