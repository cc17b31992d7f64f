package main

import (
	"strings"
	"testing"

	"promptctl/internal/codex"
	"promptctl/internal/history"
)

// TestCompactsFirst finds out whether a turn begins with a compaction: by what the server reported, and by the models.
func TestCompactsFirst(t *testing.T) {
	old := codex.Model{Slug: "old", CompHash: "2911", ContextWindow: 1000}
	same, other, unstated := old, old, old
	other.Slug, other.CompHash = "other", "3000"
	unstated.CompHash = ""
	small := old
	small.AutoCompactTokenLimit = 500
	used := func(in, out int64) *history.Step {
		return &history.Step{Model: old, Reported: &history.Usage{InputTokens: in, OutputTokens: out}}
	}
	for _, c := range []struct {
		name string
		last *history.Step
		next codex.Model
		want string
	}{
		{"a new session", nil, same, ""},
		{"room left", used(800, 99), same, ""},
		{"full", used(800, 100), same, "took 900 tokens, and 900 are the limit"},
		{"full for a model with a limit of its own", used(400, 100), small, "took 500 tokens, and 500 are the limit"},
		{"no window known", used(10000, 1), codex.Model{}, ""},
		{"compacted just now", &history.Step{Model: old, Kind: history.KindCompaction, Reported: &history.Usage{InputTokens: 2000}}, same, ""},
		{"nothing reported", &history.Step{Model: old}, same, ""},
		{"a model that takes no such compactions", &history.Step{Model: old}, other, "other takes no compactions of old's"},
		{"a model that does not say", &history.Step{Model: old}, unstated, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := compactsFirst(c.last, &c.next)
			if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
