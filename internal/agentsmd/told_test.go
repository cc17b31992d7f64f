package agentsmd

import "testing"

// TestParseFragment takes texts apart as the releases wrapped them.
func TestParseFragment(t *testing.T) {
	for _, c := range []struct {
		name, fragment string
		want           Told
		ok             bool
	}{
		{"of a folder", "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nA\n\n</INSTRUCTIONS>", Told{"/w", "A\n"}, true},
		{"of the home", "# AGENTS.md instructions\n\n<INSTRUCTIONS>\nA\n</INSTRUCTIONS>", Told{"", "A"}, true},
		{"replacement", "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\n" + replaceNotice + "\n\nA\n</INSTRUCTIONS>", Told{"/w", "A"}, true},
		{"removal", "# AGENTS.md instructions\n\n<INSTRUCTIONS>\n" + removeNotice + "\n</INSTRUCTIONS>", Told{}, true},
		{"before 0.55", "<user_instructions>\n\nA\n\n</user_instructions>", Told{"", "A"}, true},
		{"a wrapper in the text", "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\n</INSTRUCTIONS>\n</INSTRUCTIONS>", Told{"/w", "</INSTRUCTIONS>"}, true},
		{"not closed", "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nA\n", Told{}, false},
		{"something else", "# AGENTS", Told{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := ParseFragment(c.fragment); got != c.want || ok != c.ok {
				t.Errorf("%+v %v, want %+v %v", got, ok, c.want, c.ok)
			}
		})
	}
}

// TestWithoutSkills drops the list of skills, and only that one.
func TestWithoutSkills(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"behind files", "Rules.\n\n## Skills\nA list.\n", "Rules."},
		{"behind the global file to 0.86", "Rules.\n\n--- project-doc ---\n\n## Skills\nA list.\n", "Rules."},
		{"alone", "## Skills\nA list.\n", ""},
		{"a heading of the user's", "## Skills\nMine.\n\n## Skills\nA list.\n", "## Skills\nMine."},
		{"none", "Rules.", "Rules."},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := (Told{Text: c.text}).WithoutSkills().Text; got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestUpdateTo tells what changed by what is believed to be known.
func TestUpdateTo(t *testing.T) {
	a, b := Told{"/w", "A"}, Told{"/w", "B"}
	for _, c := range []struct {
		name     string
		was, now Told
		previous Previous
		want     Update
	}{
		{"same", a, a, Known, NoUpdate},
		{"other text", a, b, Known, Replacement},
		{"other folder", a, Told{"/x", "A"}, Known, Replacement},
		{"gone", a, Told{}, Known, Removal},
		{"first", Told{}, a, Known, Plain},
		{"still none", Told{}, Told{}, Known, NoUpdate},
		{"nothing believed", Told{}, a, Absent, Plain},
		{"nothing at all", Told{}, Told{}, Absent, NoUpdate},
		{"something believed", Told{}, a, Unknown, Replacement},
		{"something believed, gone", Told{}, Told{}, Unknown, Removal},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, fragment := c.was.UpdateTo(c.now, c.previous)
			if got != c.want {
				t.Fatalf("%s, want %s", got, c.want)
			}
			told, ok := ParseFragment(fragment)
			if want := c.now; got != NoUpdate && (!ok || told != want) {
				t.Errorf("the fragment tells %+v", told)
			}
		})
	}
}
