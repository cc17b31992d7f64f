package codex

import (
	"bytes"
	"regexp"
	"strings"
)

// TurnAbortedStart opens the note that an interrupted turn leaves in history.
const TurnAbortedStart = "<turn_aborted>"

// What opens two kinds of context: where the session runs, and the note that another model takes over.
const (
	EnvironmentContextStart = "<environment_context>"
	ModelSwitchStart        = "<model_switch>"
)

// ReviewStart opens the message that tells the model how a review ended.
const ReviewStart = "<user_action>"

// Texts that Codex puts on the wire itself.
const (
	AbortedOutput    = "aborted"
	ImageUnsupported = "image content omitted because you do not support image input"
	AudioUnsupported = "audio content omitted because you do not support audio input"
	RemoteImage      = "image content omitted because remote image URLs are not supported"
	LowDetailImage   = "image content omitted because detail 'low' is not supported; use 'high', 'original', or 'auto'"
	BadImage         = "image content omitted because it could not be processed"
	BadAudio         = "audio content omitted because it could not be processed"
)

// What an output opens with when its call could not be made.
//
// NOTE(codex): 0.104.0 and 0.171.0 the tool's name, or the reason, stands behind it.
const (
	UnsupportedCall       = "unsupported call: "
	UnsupportedCustomCall = "unsupported custom tool call: "
	BadArguments          = "failed to parse function arguments: "
)

// outputCut matches the mark in the middle of a tool's output that the tool cut itself.
//
// NOTE(codex): 0.104.0 and 0.171.0 tokens are counted, or characters.
var outputCut = regexp.MustCompile(`…[0-9]+ (?:tokens|chars) truncated…`)

// CutByTool reports whether an output has that mark.
func CutByTool(output []byte) bool {
	return bytes.Contains(output, []byte(" truncated…")) && outputCut.Match(output)
}

// summaryStart opens every local compaction's summary since 0.59.
const summaryStart = "Another language model started to solve this problem"

// IsSummary reports whether a user message's text is a compaction's summary.
func IsSummary(text string) bool { return strings.HasPrefix(text, summaryStart) }

// IsMediaLabel reports whether a text is the label in front of an image or audio entry, or behind it.
func IsMediaLabel(text string) bool {
	switch text {
	case "<image>", "</image>", "<audio>", "</audio>":
		return true
	}
	return strings.HasPrefix(text, "<image name=") && strings.HasSuffix(text, ">")
}

type marker struct{ start, end string }

// userMarkers are the registered contextual user fragments, matched on trimmed text without regard to ASCII case.
//
// NOTE(codex): 0.145.0 the middle is not looked at, so user input that begins and ends so counts as context too.
var userMarkers = []marker{
	{"# AGENTS.md instructions", "</INSTRUCTIONS>"},
	{EnvironmentContextStart, "</environment_context>"},
	{"<skill>", "</skill>"},
	{"<user_shell_command>", "</user_shell_command>"},
	{TurnAbortedStart, "</turn_aborted>"},
	{"<subagent_notification>", "</subagent_notification>"},
	{"<recommended_plugins>", "</recommended_plugins>"},
}

// legacyWarnings were user messages once; they are recognised by their exact beginning and end.
var legacyWarnings = []marker{
	{"Warning: The maximum number of unified exec processes you can keep open is", ""},
	{"Warning: apply_patch was requested via ", "Use the apply_patch tool instead of exec_command."},
	{"Warning: Your account was flagged for potentially high-risk cyber activity", ""},
}

// developerMarkers open the registered contextual developer fragments.
var developerMarkers = []string{
	"<permissions instructions>", ModelSwitchStart, "<apps_instructions>", "<collaboration_mode>", "<multi_agent_mode>",
	"<environments_instructions>", "<plugins_instructions>", "<realtime_conversation>", "<skills_instructions>",
	"<personality_spec>", "<token_budget>", "<context_window>", "<context_window_guidance>", "<rollout_budget>",
}

// managedMarkers are those that came with 0.149.
var managedMarkers = []string{
	"Approved command prefix saved:", "<managed_developer_instructions>", "<multi_agent_role>", "<git_attribution>", "<tools>",
}

const rustSpace = "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"

// ContextualUser reports whether the text of a user message is a registered context fragment.
func ContextualUser(text string) bool {
	trimmed := strings.Trim(text, rustSpace)
	for _, m := range userMarkers {
		if hasPrefixFold(trimmed, m.start) && hasSuffixFold(trimmed, m.end) {
			return true
		}
	}
	for _, m := range legacyWarnings {
		if strings.HasPrefix(trimmed, m.start) && strings.HasSuffix(trimmed, m.end) {
			return true
		}
	}
	return external(trimmed) || internalContext(trimmed) || hookPrompt(trimmed)
}

// external matches <external_KEY>…</external_KEY>.
func external(text string) bool {
	rest, ok := strings.CutPrefix(text, "<external_")
	if !ok {
		return false
	}
	key, body, ok := strings.Cut(rest, ">")
	return ok && strings.HasSuffix(body, "</external_"+key+">")
}

// internalContext matches <codex_internal_context source="…">…</codex_internal_context> and its legacy form.
func internalContext(text string) bool {
	if strings.HasPrefix(text, "<goal_context>") && strings.HasSuffix(text, "</goal_context>") {
		return true
	}
	rest, ok := strings.CutPrefix(text, `<codex_internal_context source="`)
	if !ok || !strings.HasSuffix(text, "</codex_internal_context>") {
		return false
	}
	source, _, ok := strings.Cut(rest, `">`)
	return ok && sourceName(source)
}

func sourceName(s string) bool {
	for i, r := range s {
		if (r < 'a' || r > 'z') && (i == 0 || r != '_' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
}

// hookPrompt matches <hook_prompt hook_run_id="…">…</hook_prompt> with an id that is not blank.
func hookPrompt(text string) bool {
	rest, ok := strings.CutPrefix(text, "<hook_prompt ")
	if !ok || !strings.HasSuffix(text, "</hook_prompt>") {
		return false
	}
	tag, _, ok := strings.Cut(rest, ">")
	_, value, found := strings.Cut(tag, `hook_run_id="`)
	runID, _, closed := strings.Cut(value, `"`)
	return ok && found && closed && strings.TrimSpace(runID) != ""
}

// ContextualDeveloper reports whether the text of a developer message opens with a registered fragment's marker.
func ContextualDeveloper(text string, p *Profile) bool {
	trimmed := strings.TrimLeft(text, rustSpace)
	for _, m := range developerMarkers {
		if hasPrefixFold(trimmed, m) {
			return true
		}
	}
	if p.Has(TrimsManagedContext) {
		for _, m := range managedMarkers {
			if hasPrefixFold(trimmed, m) {
				return true
			}
		}
	}
	return false
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && asciiFold(s[:len(prefix)], prefix)
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && asciiFold(s[len(s)-len(suffix):], suffix)
}

// asciiFold compares without regard to the case of ASCII letters only; bytes.EqualFold would fold others too.
func asciiFold(a, b string) bool { return bytes.Equal(lower(a), lower(b)) }

func lower(s string) []byte {
	out := []byte(s)
	for i, c := range out {
		if c >= 'A' && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return out
}

// IsModelSwitch reports whether a developer text announces another model.
func IsModelSwitch(text string) bool {
	return hasPrefixFold(strings.TrimLeft(text, rustSpace), ModelSwitchStart)
}

// FragmentName names a context fragment by its opening marker, "" for any other text.
func FragmentName(text string) string {
	trimmed := strings.TrimLeft(text, rustSpace)
	for i := range fragmentKinds {
		if hasPrefixFold(trimmed, fragmentKinds[i].Start) {
			return fragmentKinds[i].Name
		}
	}
	return ""
}
