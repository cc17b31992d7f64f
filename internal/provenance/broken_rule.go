package provenance

import (
	"fmt"
	"strings"
)

// ruleFact is what a rule of the API says, and what a user can do once a thread breaks it.
type ruleFact struct{ means, do string }

const goBack = "go back to before %s, or start anew: the client sends it with every request"

var ruleFacts = map[BrokenRule]ruleFact{
	CallWithoutOutput: {"every call in the input needs its result in the input", goBack},
	OutputWithoutCall: {"every result in the input needs its call in the input", goBack},
	IDPrefix:          {"an item's id begins with the letters of its type: msg_, rs_, fc_, …", "the id was not given by the API: " + goBack},
	BadImage:          {"an image is a data URL with an image type and bytes that are such an image", goBack},
	ArrayTooLong:      {"the array may not have so many entries; reasoning is taken back without content", "another provider may have written it: go on with that one, or " + goBack},
	StringTooLong:     {"the text may not be so long", goBack},
	ContextTooLong:    {"instructions, tools, input and answer together have to fit the model's context window", "compact the thread, or go back to before the biggest items"},
	BadCipher: {"what is encrypted can be read only under the account, the organisation and the provider that it was written under",
		"use the same login and provider as then, or " + goBack},
	ReasoningPair: {"reasoning is sent with the item that followed it, and that item with its reasoning", goBack},
	SameID:        {"an id stands for one item of the input", goBack},
	UnknownItem:   {"an item that the API did not store is sent whole, and not by its id", goBack},
	UnknownMember: {"an item has no members but those of its type", "the client or a proxy in front of the API writes it: update them, or " + goBack},
	MissingMember: {"an item has all the members that its type asks for", "the client or a proxy in front of the API leaves it out: update them, or " + goBack},
	BadValue:      {"the API does not take this value here", goBack},
}

// Advice is what a user can do.
func (l *Located) Advice() string {
	text := ruleFacts[l.Complaint.Rule].do
	switch {
	case l.Sound || len(l.Items) == 0:
		return soundAdvice
	case !strings.Contains(text, "%s"):
		return text
	}
	turn := 0
	for _, e := range l.Items {
		if n := e.Item.Turn; n > 0 && (turn == 0 || n < turn) {
			turn = n
		}
	}
	if turn == 0 {
		return fmt.Sprintf(text, "it came in")
	}
	return fmt.Sprintf(text, fmt.Sprintf("turn %d", turn))
}

// Means is what the rule says.
func (b BrokenRule) Means() string { return ruleFacts[b].means }

// soundAdvice is for a request that does not break the rule.
const soundAdvice = "see whether another step failed (--step), or what stands between the client and the API"
