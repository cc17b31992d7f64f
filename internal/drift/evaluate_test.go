package drift

import (
	"strings"
	"testing"
)

// TestAssertions: each kind, where it holds and where it just does not.
func TestAssertions(t *testing.T) {
	p := &Prompt{Name: "a", Case: &Case{}, Roles: []string{"developer", "user"}, Sections: []Section{
		{ID: "developer_instructions", Role: "developer", Text: "Be brief."},
		{ID: "agents_md", Role: "user", Text: "Use tabs.\n"},
		{ID: "agents_md#2", Role: "user", Text: "Use spaces.\n"},
		{ID: "tools", Unresolved: true},
		{ID: "history", Text: "message user 9 bytes\n", items: &size{100, 25}, Bodies: []Body{{"user", "Say hello"}, {"assistant", "Hello."}}},
	}}
	tests := []struct{ assertion, want string }{
		{"contains: Use tabs", ""},
		{"contains: Use Tabs", `"Use Tabs" is not there`},
		{"contains: [Use tabs, Be brief]", ""},
		{"contains: [Use tabs, Be long]", `"Be long" is not there`},
		{"contains: /^Use (tabs|spaces)\\.$/", `"/^Use (tabs|spaces)\\.$/" is not there`},
		{"contains: '/(?m)^Use (tabs|spaces)\\.$/'", ""},
		{"{contains: Use spaces, section: agents_md}", ""},
		{"{contains: Use spaces, section: agents_md#2}", ""},
		{"{contains: Use tabs, section: agents_md#2}", `"Use tabs" is not there`},
		{"{contains: Use tabs, role: developer}", `"Use tabs" is not there`},
		{"{contains: Hello, role: assistant, section: history}", ""},
		{"{contains: hello, role: assistant}", `"hello" is not there`},
		{"{contains: message user, section: history}", `"message user" is not there`},
		{"{contains: x, section: skills}", "there is no section skills; there are developer_instructions, agents_md, agents_md#2, tools, history"},
		{"{not_contains: x, section: skills}", ""},
		{"not_contains: Hello.", `"Hello." is in history`},
		{"not_contains: /[tT]abs!/", ""},
		{"section_present: [agents_md, history]", ""},
		{"section_present: skills", "there is no section skills; there are developer_instructions, agents_md, agents_md#2, tools, history"},
		{"role_order: [developer, user]", ""},
		{"role_order: developer", ""},
		{"role_order: [user, developer]", "the input begins with developer, user"},
		{"role_order: [developer, user, developer]", "the input begins with developer, user"},
		{"{max_bytes: 22, section: agents_md}", ""},
		{"{max_bytes: 21, section: agents_md}", "it is 22 bytes, 1 too many"},
		{"{max_tokens: 25, section: history}", ""},
		{"{max_tokens: 24, section: history}", "it is ~25 tokens, 1 too many"},
		{"max_bytes: 131", ""},
		{"max_bytes: 130", "it is 131 bytes, 1 too many"},
		{"{max_bytes: 1, section: skills}", "there is no section skills; there are developer_instructions, agents_md, agents_md#2, tools, history"},
	}
	for _, test := range tests {
		t.Run(test.assertion, func(t *testing.T) {
			entry := test.assertion
			if !strings.HasPrefix(entry, "{") {
				entry = strings.ReplaceAll(entry, `\\`, `\`)
			}
			s, err := ParseSuite("f.yaml", []byte(of("- "+entry)))
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.try(s.Cases[0].Assert[0], "")
			if err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
