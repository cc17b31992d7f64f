package history

import "strings"

// Mailbox says what becomes of another agent's mail that arrives when a response has ended.
type Mailbox string

const (
	MailThisTurn Mailbox = "this_turn" // it joins the turn's next request
	MailNextTurn Mailbox = "next_turn" // it waits for the next turn
)

// mailbox is the state that the items of a response leave.
//
// NOTE(codex): 0.145.0 core/src/session/turn.rs: an answer that may be the last one closes the mailbox, unless its phase is
// commentary; so does an image. A call opens it again.
func mailbox(items []*ResponseItem) Mailbox {
	state := MailThisTurn
	for _, it := range items {
		_, _, call := calls(it.Type)
		switch {
		case call:
			state = MailThisTurn
		case it.Type == ImageGenerationCall:
			state = MailNextTurn
		case it.Type == Message && it.ModelMade() && it.Text(FieldPhase) != "commentary" && strings.TrimSpace(visibleText(it)) != "":
			state = MailNextTurn
		}
	}
	return state
}

func visibleText(it *ResponseItem) string {
	var text strings.Builder
	it.Parts(func(kind string, part []byte) {
		if kind == "output_text" || kind == "input_text" {
			text.WriteString(partText(part))
		}
	})
	return text.String()
}
