package compile

import (
	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// Fragment is a piece of context that Codex injects: one content entry of a message.
type Fragment struct {
	Role       string
	Text       string
	Section    string // the World State section that it tells, "" for other context
	Separate   bool   // it shares a message with no other, where the release keeps messages apart
	Unresolved bool   // the text is Codex's own and not at hand: only its markers are there
}

// mergeFragments makes messages: neighbours with one role share one, an entry for each.
//
// NOTE(codex): 0.145.0 core/src/context: a change of role begins a message, and nothing is regrouped. 0.147.0 some kinds stay
// apart on both sides.
func mergeFragments(fragments []Fragment, p *codex.Profile) (messages [][]Fragment) {
	for i, f := range fragments {
		joins := i > 0 && fragments[i-1].Role == f.Role
		if joins && p.Has(codex.KeepsFragmentsApart) {
			joins = !f.Separate && !fragments[i-1].Separate
		}
		if joins {
			last := &messages[len(messages)-1]
			*last = append(*last, f)
			continue
		}
		messages = append(messages, []Fragment{f})
	}
	return messages
}

// contextMessage is the item that a group of fragments becomes.
func contextMessage(group []Fragment, origin history.Origin) *history.ResponseItem {
	raw := []byte(`{"type":"message","role":"` + group[0].Role + `","content":[`)
	for i, f := range group {
		if i > 0 {
			raw = append(raw, ',')
		}
		raw = append(raw, `{"type":"input_text","text":`...)
		raw = append(rawjson.AppendString(raw, f.Text), '}')
	}
	return synthetic(append(raw, ']', '}'), origin, history.Predicted)
}

// fragmentsOf reads the context fragments of items that are nothing else: what a client renders, or a rollout records.
func fragmentsOf(items []*history.ResponseItem) (list []Fragment) {
	for _, it := range items {
		if it.Type != history.Message {
			continue
		}
		role := it.Role()
		for _, part := range it.Content() {
			if part.Kind != "input_text" {
				continue
			}
			f := Fragment{Role: role, Text: part.Text}
			if kind, ok := codex.FragmentKindOf(role, part.Text); ok {
				f.Section, f.Separate = kind.Section, kind.Separate
			}
			list = append(list, f)
		}
	}
	return list
}
