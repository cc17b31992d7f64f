package compile

import (
	"strings"
	"testing"

	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

func known(value string) Previous { return Previous{Known, jsontext.Value(value)} }

var (
	absent  = Previous{}
	unknown = Previous{Knowledge: Unknown}
)

// TestRender tells each section for the first time, again as it was, changed, and gone.
func TestRender(t *testing.T) {
	permissions := Permissions{Fragment: Fragment{Role: codex.RoleDeveloper, Text: "<permissions instructions>\nP\n</permissions instructions>"}}
	apart, allowed := permissions, permissions
	apart.Apart, allowed.Apart = true, true
	allowed.Fragment.Text = "<permissions instructions>\nP\n\n## Approved command prefixes\nThe following prefix rules have already been approved: - [\"touch\"]\n- [\"git\", \"pull\"]\n</permissions instructions>"
	apps := Flag{Name: codex.SectionApps, On: true, Fragment: Fragment{Text: "<apps_instructions>A</apps_instructions>"}}
	plan := Collaboration{Mode: "plan", Model: "m", Instructions: "Plan.", ByHash: true}
	plain := Collaboration{Mode: "default", Model: "m", ByHash: true}
	for _, test := range []struct {
		name    string
		section Section
		before  Previous
		want    string // a part of the only fragment, "" for none
	}{
		{"AGENTS.md first", AgentsMD{"/w", "Rules"}, absent, "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nRules\n</INSTRUCTIONS>"},
		{"AGENTS.md for any folder", AgentsMD{"", "Rules"}, absent, "# AGENTS.md instructions\n\n<INSTRUCTIONS>\nRules\n"},
		{"AGENTS.md same", AgentsMD{"/w", "Rules"}, known(`{"directory":"/w","text":"Rules"}`), ""},
		{"AGENTS.md changed", AgentsMD{"/w", "Rules"}, known(`{"directory":"/w","text":"Old"}`), "<INSTRUCTIONS>\nThese AGENTS.md instructions replace all previously provided AGENTS.md instructions.\n\nRules\n"},
		{"AGENTS.md in another folder", AgentsMD{"/w/sub", "Rules"}, known(`{"directory":"/w","text":"Rules"}`), "replace all previously"},
		{"AGENTS.md new", AgentsMD{"/w", "Rules"}, known(`{}`), "<INSTRUCTIONS>\nRules\n"},
		{"AGENTS.md told somehow", AgentsMD{"/w", "Rules"}, unknown, "replace all previously"},
		{"AGENTS.md gone", AgentsMD{}, known(`{"text":"Old"}`), "# AGENTS.md instructions\n\n<INSTRUCTIONS>\nThe previously provided AGENTS.md instructions no longer apply.\n</INSTRUCTIONS>"},
		{"AGENTS.md never", AgentsMD{}, absent, ""},
		{"permissions first", permissions, absent, "P"},
		{"permissions same", permissions, Previous{Known, permissions.Snapshot()}, ""},
		{"permissions changed", permissions, known(`"another hash"`), "P"},
		{"permissions by another release", apart, Previous{Known, permissions.Snapshot()}, ""},
		{"a prefix approved", allowed, Previous{Known, apart.Snapshot()}, "Approved command prefix saved:\n- [\"git\", \"pull\"]\n- [\"touch\"]"},
		{"a prefix gone", apart, Previous{Known, allowed.Snapshot()}, "<permissions instructions>"},
		{"the same prefixes", allowed, Previous{Known, allowed.Snapshot()}, ""},
		{"apps on", apps, known("false"), "<apps_instructions>"},
		{"apps still on", apps, known("true"), ""},
		{"apps told somehow", apps, unknown, ""},
		{"apps off", Flag{Name: codex.SectionApps}, known("true"), ""},
		{"plan mode", plan, Previous{Known, plain.Snapshot()}, "<collaboration_mode>Plan.</collaboration_mode>"},
		{"plan mode same", plan, Previous{Known, plan.Snapshot()}, ""},
		{"plan mode left", plain, Previous{Known, plan.Snapshot()}, "<collaboration_mode></collaboration_mode>"},
		{"plan mode left for a mode that has no section", Collaboration{Mode: "default"}, known(`"plan"`), ""},
		{"no mode to leave", plain, absent, ""},
		{"model same", Model{Slug: "m", Instructions: "I"}, known(`"m"`), ""},
		{"model same beside a hash", Model{Slug: "m", Instructions: "I"}, known(`{"model":"m","instructions":"h"}`), ""},
		{"model another beside a hash", Model{Slug: "m", Instructions: "I"}, known(`{"model":"n","instructions":"h"}`), "<model_switch>\n"},
		{"sub-agents same", MultiAgentMode{Mode: agentsOnRequest}, known(`{"mode":"explicitRequestOnly","usage_hint_hash":"h"}`), ""},
		{"sub-agents told more", MultiAgentMode{Mode: agentsProactive, Fragment: Fragment{Text: "P"}}, known(`{"mode":"explicitRequestOnly"}`), "P"},
		{"model switch", Model{Slug: "m", Instructions: "I"}, known(`"n"`), "<model_switch>\n" + modelSwitch + "\n\nI\n</model_switch>"},
		{"model switch by settings", Model{Slug: "m", Instructions: "I", Before: "n"}, absent, "I\n</model_switch>"},
		{"first model", Model{Slug: "m", Instructions: "I"}, absent, ""},
		{"skills first", HostSkills{"\nS\n"}, absent, "<skills_instructions>\nS\n</skills_instructions>"},
		{"skills same", HostSkills{"\nS\n"}, known(`{"body":"\nS\n","includeInstructions":true}`), ""},
		{"skills gone", HostSkills{}, known(`{"body":"\nS\n","includeInstructions":true}`), "No host skills"},
		{"personality changed", Personality{"m", "friendly", Fragment{Text: "F"}}, known(`{"model":"m","personality":"pragmatic"}`), "F"},
		{"personality same", Personality{"m", "friendly", Fragment{Text: "F"}}, known(`{"model":"m","personality":"friendly"}`), ""},
		{"personality of another model", Personality{"m", "friendly", Fragment{Text: "F"}}, known(`{"model":"n","personality":"pragmatic"}`), ""},
		{"tools first", DeferredTools{"a": "A <b>", "b": "B"}, absent, "<tools>\nDeferred tool namespaces:\n- a: A &lt;b&gt;\n- b: B\n</tools>"},
		{"tools changed", DeferredTools{"a": "A"}, known(`{"b":"B"}`), "Removed deferred tool namespaces:\n- b: B\nAdded deferred tool namespaces:\n- a: A\n"},
		{"tools gone", DeferredTools{}, known(`{"b":"B"}`), "- b: B\nNo deferred tool namespaces remain.\n</tools>"},
		{"unknown section", Opaque{Name: "x", Value: jsontext.Value("1")}, known("2"), ""},
	} {
		got := test.section.Render(test.before)
		switch {
		case test.want == "" && len(got) > 0:
			t.Errorf("%s: told %q", test.name, got[0].Text)
		case test.want != "" && (len(got) != 1 || !strings.Contains(got[0].Text, test.want)):
			t.Errorf("%s: got %+v, want %q", test.name, got, test.want)
		}
	}
}

// TestEnvironments renders differences of where the session runs.
func TestEnvironments(t *testing.T) {
	one := Environments{List: []Environment{{"local", "/w & x", "available", "bash", ""}}, Date: "2026-01-02", Timezone: "UTC", Filesystem: "<filesystem>F</filesystem>"}
	moved, later, fewer := one, one, one
	moved.List = []Environment{{"local", "/v", "available", "bash", ""}}
	later.Date = "2026-01-03"
	two := one
	two.List = []Environment{{"a", "/a", "available", "zsh", "false"}, {"b", "/b", "starting", "", "true"}}
	fewer.List = two.List[:1]
	shared := "  <current_date>2026-01-02</current_date>\n  <timezone>UTC</timezone>\n  <filesystem>F</filesystem>\n</environment_context>"
	for _, test := range []struct {
		name        string
		now, before Environments
		want        string
	}{
		{"first", one, Environments{}, "<environment_context>\n  <cwd>/w &amp; x</cwd>\n  <shell>bash</shell>\n" + shared},
		{"same", one, one, ""},
		{"moved", moved, one, "<environment_context>\n  <cwd>/v</cwd>\n  <shell>bash</shell>\n" + shared},
		{"another day", later, one, "<environment_context>\n" + strings.Replace(shared, "-02", "-03", 1)},
		{"two", two, Environments{}, "<environment_context>\n  <environments>\n    <environment id=\"a\" primary=\"false\">\n      <cwd>/a</cwd>\n      <shell>zsh</shell>\n    </environment>\n" +
			"    <environment id=\"b\" primary=\"true\">\n      <cwd>/b</cwd>\n      <status>starting</status>\n    </environment>\n  </environments>\n" + shared},
		{"one gone", fewer, two, "<environment_context>\n  <environments>\n    <environment id=\"a\">\n      <cwd>/a</cwd>\n      <shell>zsh</shell>\n    </environment>\n    <environment id=\"b\" status=\"unavailable\" />\n  </environments>\n" + shared},
	} {
		got := ""
		if list := test.now.Render(Previous{Known, test.before.Snapshot()}); len(list) > 0 {
			got = list[0].Text
		}
		if got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
		if test.want == "" {
			continue
		}
		if read, ok := readEnvironmentContext(got, test.before); !ok || !rawjson.Equal(read.withoutPrimary().Snapshot(), test.now.withoutPrimary().Snapshot()) {
			t.Errorf("%s: read back as %s", test.name, read.Snapshot())
		}
	}
}

// withoutPrimary leaves out what a fragment of one environment does not tell.
func (e Environments) withoutPrimary() Environments {
	list := append([]Environment(nil), e.List...)
	for i := range list {
		list[i].Primary = ""
	}
	e.List = list
	return e
}

// TestWithoutPrefixes: what stays is the text as it is when nothing was approved.
func TestWithoutPrefixes(t *testing.T) {
	const list = "\n\n## Approved command prefixes\nThe following prefix rules have already been approved: - [\"touch\"]\n- [\"git\", \"pull\"]"
	for _, test := range []struct{ with, without string }{
		{"A\n" + list + "\n The writable root is `/w`.\n", "A\n The writable root is `/w`.\n"},
		{"A\n" + list + "\n\n`approvals_reviewer`\n", "A\n\n\n`approvals_reviewer`\n"},
		{"A" + list + "\n</p>", "A\n</p>"},
		{"A\n" + list + "\n...\n[Some commands were truncated]\n</p>", "A\n</p>"},
		{"A\n", "A\n"},
	} {
		got, prefixes := withoutPrefixes(test.with)
		if got != test.without {
			t.Errorf("%q: got %q, want %q", test.with, got, test.without)
		}
		if json := string(prefixesJSON(prefixes)); test.with != test.without && json != `[["git","pull"],["touch"]]` {
			t.Errorf("%q: prefixes %s", test.with, json)
		}
	}
}

// TestMergeFragments puts neighbours of one role into one message.
func TestMergeFragments(t *testing.T) {
	dev, user, apart := Fragment{Role: "developer", Text: "d"}, Fragment{Role: "user", Text: "u"}, Fragment{Role: "developer", Text: "s", Separate: true}
	for _, test := range []struct {
		version string
		in      []Fragment
		want    string
	}{
		{"0.145.0", []Fragment{dev, dev, user, user, dev}, "dd|uu|d"},
		{"0.145.0", []Fragment{dev, apart, dev}, "dsd"},
		{"0.171.0", []Fragment{dev, apart, dev, dev, user}, "d|s|dd|u"},
		{"0.171.0", nil, ""},
	} {
		v, _ := codex.ParseVersion(test.version)
		var groups []string
		for _, group := range mergeFragments(test.in, codex.ProfileOf(v)) {
			text := ""
			for _, f := range group {
				text += f.Text
			}
			groups = append(groups, text)
		}
		if got := strings.Join(groups, "|"); got != test.want {
			t.Errorf("%s: got %s, want %s", test.version, got, test.want)
		}
	}
}

// FuzzEnvironmentContext reads back what it renders, whatever the values are.
func FuzzEnvironmentContext(f *testing.F) {
	f.Add("/w", "bash", "<filesystem>F</filesystem>")
	f.Add("/a<b>&\"'", "", "")
	f.Fuzz(func(t *testing.T, cwd, shell, filesystem string) {
		if strings.ContainsAny(cwd+shell+filesystem, "\n\r") || cwd == "" || filesystem != "" && !strings.HasPrefix(filesystem, "<filesystem>") {
			return
		}
		e := Environments{List: []Environment{{ID: "local", CWD: cwd, Status: "available", Shell: shell}}, Filesystem: filesystem}
		text := e.Render(Previous{})[0].Text
		if read, ok := readEnvironmentContext(text, Environments{}); !ok || string(read.Snapshot()) != string(e.Snapshot()) {
			t.Fatalf("%q: read back as %s", text, read.Snapshot())
		}
	})
}

// TestMemoryTellsTheNewest takes a text that was told, replaced and told again for the one in force.
func TestMemoryTellsTheNewest(t *testing.T) {
	first, second := permissionsText("A"), permissionsText("B")
	memory := &Memory{seen: map[Fragment]bool{}}
	for i, f := range []Fragment{first, second, first} {
		memory.take(contextMessage([]Fragment{f}, history.Origin{Line: i, Rule: history.Recorded}))
	}
	found, ok := memory.find(codex.SectionPermissions, func(Fragment) bool { return true })
	if !ok || found != first {
		t.Errorf("found %+v, want the one that was told last", found)
	}
}

func permissionsText(body string) Fragment {
	return Fragment{Role: codex.RoleDeveloper, Section: codex.SectionPermissions, Text: codex.PermissionsStart + "\n" + body + "\n" + codex.PermissionsEnd}
}
