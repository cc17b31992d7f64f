package audit

import "slices"

// Symptom is what a user notices, and the rules that look for its causes, the likeliest first.
type Symptom struct {
	Name  string
	Says  string
	Rules []Code
}

// Symptoms lists them.
func Symptoms() []Symptom {
	return []Symptom{
		{"rules-ignored", "the model does not follow the AGENTS.md rules", []Code{
			"agents-md-cut", "agents-md-over-budget", "agents-md-untrusted", "agents-md-unreadable", "agents-md-shadowed-by-empty", "agents-md-names-a-file", "agents-md-other-name",
			"agents-md-utf16", "agents-md-bad-utf8", AgentsStale, AgentsLost, AgentsLarge, PatchWithoutFragment, SectionDiffers, ContextLookAlike, SystemMessage,
		}},
		{"stale-permissions", "the model believes in other permissions than it has", []Code{
			PermissionsStale, PatchWithoutFragment, SectionDiffers, FragmentWithoutPatch, BaselineMissing, "undecodable-line", ContextTwice,
		}},
		{"lost-tool-result", "the model acts as if a tool had not answered", []Code{
			CallWithoutOutput, OutputWithoutCall, OutputBeforeCall, DuplicateCallID, DuplicateOutput, OutputTruncated, ImageNotSent,
			"undecodable-item", "torn-line", "behind-a-stump", "nul-bytes", "not-json", "two-values",
		}},
		{"forgot-after-compaction", "the model lost something at a compaction", []Code{
			AgentsLost, BaselineMissing, PermissionsStale, SectionDiffers, "undecodable-line", ContextLookAlike, ItemLarge, "history-base",
		}},
		{"tool-visible-but-fails", "the model calls a tool, and the call never works", []Code{
			UnsupportedCall, BadArguments, CallWithoutOutput, PermissionsStale, SectionDiffers, PatchWithoutFragment, BaseInstructions,
		}},
	}
}

// SymptomOf finds a symptom by its name.
func SymptomOf(name string) (Symptom, bool) {
	all := Symptoms()
	i := slices.IndexFunc(all, func(s Symptom) bool { return s.Name == name })
	if i < 0 {
		return Symptom{}, false
	}
	return all[i], true
}
