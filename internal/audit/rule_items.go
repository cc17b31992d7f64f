package audit

import (
	"fmt"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/diag"
	"promptctl/internal/history"
)

const (
	UnknownRole   Code = "unknown-role"
	ContentRole   Code = "content-role"
	SystemMessage Code = "system-message"
	PhaseMissing  Code = "phase-missing"
	ItemID        Code = "item-id"
	ItemIDDropped Code = "item-id-dropped"
)

// itemRules judge items one by one.
var itemRules = []Rule{
	{UnknownRole, diag.Error, "message with an unknown role",
		"A message has a role other than user, developer and assistant. The client sends it as it is, and the endpoint refuses the request.",
		"Find out which program put the message there."},
	{ContentRole, diag.Error, "content of another role",
		"A message of a user or developer holds output_text, or one of the assistant holds input. The client sends it as it is, and the endpoint refuses the request.",
		"A program that injects messages has to write input_text for users and developers, and output_text for the assistant."},
	{SystemMessage, diag.Warning, "message with the role system",
		"The client never takes a message with the role system into the history: nothing of it reaches the model.",
		"Use the role developer."},
	{PhaseMissing, diag.Note, "assistant message without a phase where others have one",
		"Models that mark their messages as commentary or final answer expect the mark back with each of them. Some messages of the thread have one and some have not, because another release, model or program recorded those.",
		"Nothing has to be done for a model that gives no phase."},
	{ItemID, diag.Error, "item id with the prefix of another type",
		"An item has an id that is sent, and that does not begin with the prefix of its type, such as msg_ or fc_. The OpenAI endpoint refuses the request (invalid_id_prefix).",
		"Remove the id of the item in a copy of the file."},
	{ItemIDDropped, diag.Note, "item id that is not sent",
		"An item has an id without a prefix and an underscore. The client leaves it out of the request and sends the item without an id.",
		"Nothing has to be done."},
}

// idPrefixes are what the ids of items begin with.
//
// NOTE(codex): 0.146.0 and 0.171.0 the client itself gives these.
func idPrefixes(t history.ItemType) []string {
	switch t {
	case history.Message:
		return []string{"msg"}
	case history.AgentMessage:
		return []string{"amsg", "msg"}
	case history.Reasoning:
		return []string{"rs"}
	case history.LocalShellCall:
		return []string{"lsh"}
	case history.FunctionCall:
		return []string{"fc"}
	case history.FunctionCallOutput:
		return []string{"fco", "fc"}
	case history.CustomToolCall:
		return []string{"ctc"}
	case history.CustomToolCallOutput:
		return []string{"ctco", "ctc"}
	case history.ToolSearchCall:
		return []string{"tsc"}
	case history.ToolSearchOutput:
		return []string{"tso"}
	case history.WebSearchCall:
		return []string{"ws"}
	case history.ImageGenerationCall:
		return []string{"ig"}
	case history.AdditionalTools:
		return []string{"at"}
	case history.Compaction, history.ContextCompaction:
		return []string{"cmp"}
	}
	return nil // no id is known of the others
}

// item judges one item by itself.
func (l *lint) item(p *pass, it *history.ResponseItem) {
	l.id(p, it)
	if it.Type != history.Message {
		return
	}
	role := it.Role()
	switch role {
	case codex.RoleUser, codex.RoleDeveloper, "assistant":
		l.content(p, it, role)
	default:
		l.find(Finding{Code: UnknownRole, Origin: it.Origin, Step: p.step.Number, Message: fmt.Sprintf("a message with the role %.40q", role)})
	}
}

func (l *lint) content(p *pass, it *history.ResponseItem, role string) {
	wrong := ""
	it.Parts(func(kind string, _ []byte) {
		if (kind == "output_text") != (role == "assistant") && wrong == "" {
			wrong = kind
		}
	})
	if wrong != "" {
		l.find(Finding{Code: ContentRole, Origin: it.Origin, Step: p.step.Number, Message: fmt.Sprintf("a message with the role %s holds %s", role, wrong)})
	}
}

func (l *lint) id(p *pass, it *history.ResponseItem) {
	if !it.Has(history.FieldID) {
		return
	}
	id := it.Text(history.FieldID)
	if !p.request.SendsID(it) {
		if prefix, rest, ok := strings.Cut(id, "_"); p.step.Version.Has(codex.SendsItemIDs) && (!ok || prefix == "" || rest == "") {
			l.find(Finding{Code: ItemIDDropped, Origin: it.Origin, Step: p.step.Number,
				Message: fmt.Sprintf("the id %.60q has no prefix: the %s is sent without it", id, it.Type)})
		}
		return
	}
	known := idPrefixes(it.Type)
	for _, prefix := range known {
		if strings.HasPrefix(id, prefix+"_") {
			return
		}
	}
	if len(known) > 0 {
		l.find(Finding{Code: ItemID, Origin: it.Origin, Step: p.step.Number,
			Message: fmt.Sprintf("the id %.60q of a %s does not begin with %s_", id, it.Type, known[0])})
	}
}

// left judges what never entered history.
func (l *lint) left(p *pass) {
	for _, change := range p.request.Ledger {
		if change.Rule == history.NotHistory && change.Note == history.Message.String() {
			l.find(Finding{Code: SystemMessage, Step: p.step.Number, Message: "a message with the role system never reaches the model",
				Origin: history.Origin{Segment: p.step.Sent.Segment, Line: change.Line, Index: -1}})
		}
	}
}

// phases counts the messages that have a phase and those that have none.
type phases struct {
	with, without int
	first         history.Origin // of a message without one
	step          int
}

func (c *phases) count(p *pass) {
	for _, it := range p.fresh {
		if it.Type != history.Message || it.Role() != "assistant" || it.Origin.Index >= 0 {
			continue
		}
		switch {
		case it.Has(history.FieldPhase):
			c.with++
		case c.without == 0:
			c.first, c.step = it.Origin, p.step.Number
			c.without++
		default:
			c.without++
		}
	}
}

func (c *phases) end(l *lint) {
	if c.with > 0 && c.without > 0 {
		l.find(Finding{Code: PhaseMissing, Origin: c.first, Step: c.step,
			Message: fmt.Sprintf("%d of %d assistant messages have no phase; this is the first", c.without, c.with+c.without)})
	}
}
