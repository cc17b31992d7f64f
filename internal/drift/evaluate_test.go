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
			if got := tried(t, p, test.assertion); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// tried is what a prompt says to an assertion.
func tried(t *testing.T, p *Prompt, entry string) string {
	t.Helper()
	if !strings.HasPrefix(entry, "{") {
		entry = strings.ReplaceAll(entry, `\\`, `\`)
	}
	s, err := ParseSuite("f.yaml", []byte(of("- "+entry)))
	if err != nil {
		t.Fatal(err)
	}
	failure, err := p.try(s.Cases[0].Assert[0], "")
	if err != nil {
		t.Fatal(err)
	}
	return failure
}

// TestAssertionsOfWhatIsNotAtHand: an assertion about a section holds only where its text is known.
func TestAssertionsOfWhatIsNotAtHand(t *testing.T) {
	p := &Prompt{Name: "a", Case: &Case{}, Sections: []Section{
		{ID: "tools", Unresolved: true},
		{ID: "permissions", Role: "developer", Text: "Ask first."},
		{ID: "permissions#2", Role: "developer", Unresolved: true},
	}}
	tests := []struct{ assertion, want string }{
		{"{contains: x, section: tools}", `"x" may be there: the text of tools is not at hand`},
		{"{not_contains: x, section: tools}", "the text of tools is not at hand"},
		{"{max_bytes: 1, section: tools}", "the text of tools is not at hand"},
		{"{max_tokens: 1, section: tools}", "the text of tools is not at hand"},
		{"{contains: Ask first, section: permissions}", ""},
		{"{contains: Ask first, section: permissions#2}", `"Ask first" may be there: the text of permissions#2 is not at hand`},
		{"{not_contains: Ask first, section: permissions}", `"Ask first" is in permissions`},
		{"{not_contains: Ask last, section: permissions}", "the text of permissions#2 is not at hand"},
		{"{not_contains: x, section: permissions, role: user}", ""},
		{"contains: x", `"x" is not there`},
		{"not_contains: x", ""},
		{"max_bytes: 10", ""},
	}
	for _, test := range tests {
		t.Run(test.assertion, func(t *testing.T) {
			if got := tried(t, p, test.assertion); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
