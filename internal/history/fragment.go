package history

import (
	"bytes"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"
)

// contextualUser reports whether the item is a user message that is context, not input: one registered fragment among its
// entries is enough.
func contextualUser(it *ResponseItem) bool {
	if it.Type != Message || !it.isRole("user") {
		return false
	}
	found := false
	it.Parts(func(kind string, part []byte) {
		found = found || kind == "input_text" && codex.ContextualUser(partText(part))
	})
	return found
}

// contextualDeveloper reports whether the item is a developer message with a registered context fragment in it.
func contextualDeveloper(it *ResponseItem, p *codex.Profile) bool {
	if it.Type != Message || !it.isRole("developer") {
		return false
	}
	found := false
	it.Parts(func(kind string, part []byte) {
		found = found || kind == "input_text" && codex.ContextualDeveloper(partText(part), p)
	})
	return found
}

func partText(part []byte) string { return rawjson.String(rawjson.Field(part, "text")) }

// boundary reports whether a user's turn begins with the item: real user input or mail from another agent.
//
// NOTE(codex): 0.145.0 a compaction's summary is a user message and counts.
func boundary(it *ResponseItem) bool {
	switch {
	case it.Type == AgentMessage:
		return true
	case it.Type != Message:
		return false
	case it.isRole("user"):
		return !contextualUser(it)
	case it.isRole("assistant"):
		return interAgent(it)
	}
	return false
}

// interAgent reports whether an assistant message is one text that holds an instruction from another agent as JSON.
func interAgent(it *ResponseItem) bool {
	var texts []string
	others := 0
	it.Parts(func(kind string, part []byte) {
		if kind == "output_text" || kind == "input_text" {
			texts = append(texts, partText(part))
			return
		}
		others++
	})
	if len(texts) != 1 || others > 0 || !strings.HasPrefix(strings.TrimSpace(texts[0]), "{") {
		return false
	}
	text := []byte(texts[0])
	if rawjson.Check(text) != nil {
		return false
	}
	text = bytes.TrimSpace(text)
	for _, name := range []string{"author", "recipient", "content"} {
		if v := rawjson.Field(text, name); len(v) == 0 || v[0] != '"' {
			return false
		}
	}
	return rawjson.Field(text, "trigger_turn") != nil
}

// turnAborted reports whether the item is the note that an interrupt leaves at the end of its turn.
func turnAborted(it *ResponseItem) bool {
	if it.Type != Message || it.isRole("assistant") || !it.mentions(codex.TurnAbortedStart) {
		return false
	}
	found := false
	it.Parts(func(_ string, part []byte) {
		found = found || strings.HasPrefix(strings.TrimSpace(partText(part)), codex.TurnAbortedStart)
	})
	return found
}

// userText is the text of a real user message that a local compaction carries over: no context, no older summary, and no
// labels of images.
//
// NOTE(codex): 0.104.0 a message that is all images is carried over without any text.
func userText(it *ResponseItem) (string, bool) {
	if it.Type != Message || !it.isRole("user") || it.Origin.Rule == Summary || contextualUser(it) {
		return "", false
	}
	var text strings.Builder
	parts := 0
	it.Parts(func(kind string, part []byte) {
		parts++
		if t := partText(part); kind == "input_text" && !(it.media != 0 && codex.IsMediaLabel(t)) {
			text.WriteString(t)
		}
	})
	if parts == 0 || codex.IsSummary(text.String()) {
		return "", false
	}
	return text.String(), true
}
