package codex

import "testing"

func TestProfileOf(t *testing.T) {
	for _, test := range []struct {
		version   Version
		behaviour Behaviour
		want      bool
	}{
		{minor(145), SendsItemIDs, false},
		{minor(146), SendsItemIDs, true},
		{Version{0, 145, 9}, SendsItemIDs, false},
		{minor(145), PaginatedSendsItemIDs, true},
		{minor(146), PaginatedSendsItemIDs, false},
		{minor(147), AzureStores, true},
		{minor(148), AzureStores, false},
		{Version{}, InstructionsAsMessage, true},
		{Version{1, 0, 0}, InstructionsAsMessage, true},
	} {
		if got := ProfileOf(test.version).Has(test.behaviour); got != test.want {
			t.Errorf("%s: behaviour %d is %v, want %v", test.version, test.behaviour, got, test.want)
		}
	}
}

// TestNewRelease shows what a new release takes: its row, and a range where it behaves otherwise.
func TestNewRelease(t *testing.T) {
	made := minor(180)
	if p := ProfileOf(made); !p.Newer || p.Known != newest() {
		t.Errorf("an unknown release: newer %v, read as %s; want true, %s", p.Newer, p.Known, newest())
	}
	rows, ranges := append(CheckedReleases(), made), table()
	ranges[StreamFirst] = between(161, 180)
	for version, want := range map[Version]bool{minor(171): true, made: false, {0, 180, 2}: false} {
		p := profileIn(rows, ranges, version)
		if p.Has(StreamFirst) != want {
			t.Errorf("%s: stream first is %v, want %v", version, p.Has(StreamFirst), want)
		}
	}
	if p := profileIn(rows, ranges, made); p.Newer || p.Known != made {
		t.Errorf("a release with a row: newer %v, read as %s", p.Newer, p.Known)
	}
}

func TestParseVersion(t *testing.T) {
	for text, want := range map[string]Version{
		"0.145.0": minor(145), "v0.145": minor(145), "0.152.1": {0, 152, 1}, "0.171.0-alpha.3": minor(171), "1.2.3": {1, 2, 3},
	} {
		if got, err := ParseVersion(text); err != nil || got != want {
			t.Errorf("ParseVersion(%q) = %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "145", "0.x.1", "0.-1.0", "1.2.3.4"} {
		if got, err := ParseVersion(text); err == nil {
			t.Errorf("ParseVersion(%q) = %v, want an error", text, got)
		}
	}
}

func TestLeaving(t *testing.T) {
	for _, test := range []struct {
		name   string
		traces Trace
		want   Releases
	}{
		{"none", 0, Releases{0, 142}},
		{"a turn id", TraceTurnID, Releases{143, 145}},
		{"and an item id", TraceTurnID | TraceItemID, Releases{146, 147}},
		{"all up to the sidecar", TracePlaceless - 1, Releases{156, 161}},
		{"a turn_context without a place too", TraceItemMetadata - 1, Releases{162, 163}},
		{"everything", 2*TraceHistorySequence - 1, Releases{168, int(^uint(0) >> 1)}},
		{"what no release leaves", TraceHistorySequence, Releases{168, 142}},
	} {
		got := Leaving(test.traces)
		if got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
		if got.Empty() != (test.want.Oldest > test.want.Newest) {
			t.Errorf("%s: empty is %v", test.name, got.Empty())
		}
	}
}

func TestNearest(t *testing.T) {
	for _, test := range []struct {
		fits Releases
		want Version
	}{
		{Releases{143, 145}, minor(145)},
		{Releases{156, 161}, Version{0, 160, 1}}, // checked, though 0.161 is newer
		{Releases{162, 163}, minor(163)},         // none was checked
		{Releases{168, int(^uint(0) >> 1)}, minor(171)},
	} {
		if got := test.fits.Nearest(); got != test.want {
			t.Errorf("%s: %s, want %s", test.fits, got, test.want)
		}
	}
}

func TestLookup(t *testing.T) {
	c := &Catalog{Models: []Model{{Slug: "gpt-5.4"}, {Slug: "gpt-5.4-mini"}}}
	for slug, fallback := range map[string]bool{
		"gpt-5.4": false, "gpt-5.4-mini-2027": false, "team/gpt-5.4": false, "a/b/gpt-5.4": true, "o9": true, "te am/gpt-5.4": true,
	} {
		m := c.Lookup(slug)
		if m.Slug != slug || m.Fallback != fallback {
			t.Errorf("Lookup(%q) = %q, fallback %v", slug, m.Slug, m.Fallback)
		}
	}
}

func TestContextualUser(t *testing.T) {
	for text, want := range map[string]bool{
		"# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>": true,
		"  <ENVIRONMENT_context>\nx\n</environment_CONTEXT>\n":                  true,
		"<environment_context> cut":                                             false,
		"<not_registered>x</not_registered>":                                    false,
		"<external_k>v</external_k>":                                            true,
		"<external_k>v</external_other>":                                        false,
		"<codex_internal_context source=\"goal_1\">x</codex_internal_context>":  true,
		"<codex_internal_context source=\"Goal\">x</codex_internal_context>":    false,
		"<hook_prompt hook_run_id=\"r\">x</hook_prompt>":                        true,
		"<hook_prompt hook_run_id=\" \">x</hook_prompt>":                        false,
		"plain": false,
	} {
		if got := ContextualUser(text); got != want {
			t.Errorf("ContextualUser(%q) = %v", text, got)
		}
	}
}
