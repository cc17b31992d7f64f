package history

import (
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"
)

// TurnItem is what a client's screen shows: of an item of history, or of something that is none.
type TurnItem struct {
	Kind  TurnItemKind
	ID    string
	Phase string
	Texts []string // what it says, entry by entry
	Media []string // the images and sounds in it, by what they point to
	Lost  []Stripped
}

// TurnItemKind is a variant of what a screen shows, by Codex's own name.
type TurnItemKind string

const (
	UserMessage     TurnItemKind = "UserMessage"
	HookPrompt      TurnItemKind = "HookPrompt"
	AgentText       TurnItemKind = "AgentMessage"
	ShownReasoning  TurnItemKind = "Reasoning"
	ShownPlan       TurnItemKind = "Plan"
	ShownSearch     TurnItemKind = "WebSearch"
	ShownImage      TurnItemKind = "ImageGeneration"
	ShownCompaction TurnItemKind = "ContextCompaction"
)

// Stripped names what of an item a screen leaves out. The text is stable: it stands in JSON.
type Stripped string

const (
	MediaLabels    Stripped = "media labels"
	HookTags       Stripped = "the tags of a hook"
	MemoryCitation Stripped = "memory citation"
	PlanBlock      Stripped = "plan block"
	OtherEntries   Stripped = "entries of other kinds"
	Encrypted      Stripped = "encrypted content"
)

// Unseen says why a screen shows nothing of an item. The text is stable: it stands in JSON.
type Unseen string

const (
	UnseenContext Unseen = "context"              // one entry of context hides a user's message
	UnseenRole    Unseen = "role"                 // messages of developers and others
	UnseenType    Unseen = "type"                 // items that the screen has no form for; tools tell of themselves
	UnseenID      Unseen = "no id"                // an image without an id
	UnseenEmpty   Unseen = "nothing left to show" // all of a message is a plan
)

// TurnItemOf is what a screen shows of an item, or why it shows nothing. plan says that the turn plans.
//
// NOTE(codex): 0.145.0 parse_turn_item, and what finishing an assistant's message takes out of it.
func TurnItemOf(it *ResponseItem, plan bool) (TurnItem, Unseen) {
	switch it.Type {
	case Message:
		return messageShown(it, plan)
	case Reasoning:
		return reasoningShown(it), ""
	case WebSearchCall:
		t := TurnItem{Kind: ShownSearch, ID: it.Text(FieldID)}
		if query := searchQuery(it.Value(FieldAction)); query != "" {
			t.Texts = []string{query}
		}
		return t, ""
	case ImageGenerationCall:
		if !it.Has(FieldID) {
			return TurnItem{}, UnseenID
		}
		return TurnItem{Kind: ShownImage, ID: it.Text(FieldID)}, ""
	}
	return TurnItem{}, UnseenType
}

func messageShown(it *ResponseItem, plan bool) (TurnItem, Unseen) {
	switch it.Role() {
	case "user":
		return userShown(it)
	case "assistant":
		return assistantShown(it, plan)
	}
	return TurnItem{}, UnseenRole
}

// userShown is what a screen shows of a user's message.
func userShown(it *ResponseItem) (TurnItem, Unseen) {
	if t, ok := hookShown(it); ok {
		return t, ""
	}
	if contextualUser(it) {
		return TurnItem{}, UnseenContext
	}
	t := TurnItem{Kind: UserMessage, ID: it.Text(FieldID)}
	parts := it.Content()
	for i, p := range parts {
		switch {
		case p.Kind == "input_image" || p.Kind == "input_audio":
			t.Media = append(t.Media, p.Text)
		case p.Kind != "input_text":
			t.lose(OtherEntries)
		case mediaLabel(parts, i):
			t.lose(MediaLabels)
		default:
			t.Texts = append(t.Texts, p.Text)
		}
	}
	return t, ""
}

// mediaLabel reports whether a text is the label in front of an image or behind it.
func mediaLabel(parts []Part, i int) bool {
	near := func(j int) bool { return j >= 0 && j < len(parts) && parts[j].Kind != "input_text" }
	text := parts[i].Text
	if !codex.IsMediaLabel(text) {
		return false
	}
	if strings.HasPrefix(text, "</") {
		return near(i - 1)
	}
	return near(i + 1)
}

// hookShown knows a message that is all prompts of hooks, with context around them perhaps.
func hookShown(it *ResponseItem) (t TurnItem, ok bool) {
	t.Kind, t.ID, t.Lost = HookPrompt, it.Text(FieldID), []Stripped{HookTags}
	for _, p := range it.Content() {
		body, hook := codex.HookPrompt(p.Text)
		switch {
		case p.Kind != "input_text":
			return t, false
		case hook:
			t.Texts = append(t.Texts, body)
		case !codex.ContextualUser(p.Text):
			return t, false
		}
	}
	return t, len(t.Texts) > 0
}

// assistantShown is what a screen shows of an answer: one text.
func assistantShown(it *ResponseItem, plan bool) (TurnItem, Unseen) {
	t := TurnItem{Kind: AgentText, ID: it.Text(FieldID), Phase: it.Text(FieldPhase)}
	var all strings.Builder
	for _, p := range it.Content() {
		if p.Kind != "input_text" && p.Kind != "output_text" {
			t.lose(OtherEntries)
			continue
		}
		all.WriteString(p.Text)
	}
	text := t.without(all.String(), "<oai-mem-citation>", "</oai-mem-citation>", MemoryCitation)
	if plan {
		text = t.without(text, "<proposed_plan>", "</proposed_plan>", PlanBlock)
	}
	if strings.TrimSpace(text) == "" && len(t.Lost) > 0 {
		return t, UnseenEmpty
	}
	t.Texts = []string{text}
	return t, ""
}

// without takes every block between two marks out of a text; one that is not closed goes to the end.
func (t *TurnItem) without(text, open, shut string, what Stripped) string {
	for {
		before, rest, ok := strings.Cut(text, open)
		if !ok {
			return text
		}
		t.lose(what)
		_, after, _ := strings.Cut(rest, shut)
		text = before + after
	}
}

func (t *TurnItem) lose(what Stripped) {
	for _, known := range t.Lost {
		if known == what {
			return
		}
	}
	t.Lost = append(t.Lost, what)
}

func reasoningShown(it *ResponseItem) TurnItem {
	t := TurnItem{Kind: ShownReasoning, ID: it.Text(FieldID)}
	for _, p := range it.Content() {
		t.Texts = append(t.Texts, p.Text)
	}
	if it.Text(FieldEncryptedContent) != "" {
		t.lose(Encrypted)
	}
	return t
}

// searchQuery is how a screen names a search of the web.
func searchQuery(action []byte) string {
	if !rawjson.IsObject(action) {
		return ""
	}
	member := func(name string) string { return rawjson.String(rawjson.Field(action, name)) }
	switch member("type") {
	case "search":
		return searched(action, member("query"))
	case "open_page":
		return member("url")
	case "find_in_page":
		pattern, url := member("pattern"), member("url")
		switch {
		case pattern != "" && url != "":
			return "'" + pattern + "' in " + url
		case pattern != "":
			return "'" + pattern + "'"
		}
		return url
	}
	return ""
}

func searched(action []byte, query string) string {
	list := rawjson.Field(action, "queries")
	if query != "" || len(list) == 0 || list[0] != '[' {
		return query
	}
	n := 0
	for m := rawjson.Walk(list); m.NextElement(); n++ {
		if n == 0 {
			query = rawjson.String(m.Value)
		}
	}
	if n > 1 {
		query += " ..."
	}
	return query
}
