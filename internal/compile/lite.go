package compile

import (
	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"
)

// litePrefix is what Responses Lite puts in front of the history: the tools and the base instructions. Threads of newer
// releases have recorded both, and then nothing is added.
//
// NOTE(codex): 0.145.0 an additional_tools item, then a developer message if there is text.
func litePrefix(step *history.Step, p *Prompt, metadata []byte) []*history.ResponseItem {
	if step.Version.Has(codex.LitePrefixRecorded) && recordsTools(step.Items) {
		return nil
	}
	tools := p.Tools
	if tools == nil {
		tools = jsontext.Value("[]")
	} else if step.Version.Has(codex.FunctionsNamespace) {
		tools = functionsNamespace(tools)
	}
	ids := prefixIDs{thread: threadID(step), on: step.Thread != nil && step.Version.Has(codex.LitePrefixIDs)}
	raw := append([]byte(`{"type":"additional_tools"`), ids.of("at", tools)...)
	raw = append(append(append(raw, `,"role":"developer","tools":`...), tools...), '}')
	prefix := []*history.ResponseItem{synthetic(raw, history.Origin{Index: -1}, history.LitePrefix)}
	if p.Instructions != "" {
		prefix = append(prefix, baseMessage(p.Instructions, ids, metadata, history.LitePrefix))
	}
	return prefix
}

func recordsTools(items []*history.ResponseItem) bool {
	for _, it := range items {
		if it.Type == history.AdditionalTools {
			return true
		}
	}
	return false
}

// baseMessage is a developer message with the base instructions.
func baseMessage(text string, ids prefixIDs, metadata []byte, rule history.Rule) *history.ResponseItem {
	raw := append([]byte(`{"type":"message"`), ids.of("msg", []byte(text))...)
	raw = rawjson.AppendString(append(raw, `,"role":"developer","content":[{"type":"input_text","text":`...), text)
	raw = append(append(append(raw, `}]`...), metadata...), '}')
	return synthetic(raw, history.Origin{Index: -1}, rule)
}

func threadID(step *history.Step) string {
	if step.Thread == nil {
		return ""
	}
	return step.Thread.ID
}

// prefixIDs derives the ids of unrecorded items from the thread and their content.
//
// NOTE(codex): 0.151.0 UUIDv5(UUIDv5(OID, thread id), content bytes).
type prefixIDs struct {
	thread string
	on     bool
}

// of is the id member with its comma, nothing when the release sends none.
func (p prefixIDs) of(prefix string, content []byte) []byte {
	if !p.on {
		return nil
	}
	namespace := uuid.NewSHA1(uuid.NameSpaceOID, []byte(p.thread))
	return []byte(`,"id":"` + prefix + "_" + uuid.NewSHA1(namespace, content).String() + `"`)
}

// functionsNamespace wraps the function and custom tools of a list into one namespace, at the place of the first.
//
// NOTE(codex): 0.147.0 the tools of an existing "functions" namespace join it; others stay where they are.
func functionsNamespace(tools jsontext.Value) jsontext.Value {
	var before, inside, after []byte
	description := []byte(`""`)
	for m := rawjson.Walk(tools); m.NextElement(); {
		kind := rawjson.String(rawjson.Field(m.Value, "type"))
		own := kind == "namespace" && rawjson.String(rawjson.Field(m.Value, "name")) == "functions"
		switch {
		case kind == "function" || kind == "custom":
			inside = appendElement(inside, m.Value)
		case own:
			for t := rawjson.Walk(rawjson.Field(m.Value, "tools")); t.NextElement(); {
				inside = appendElement(inside, t.Value)
			}
			if d := rawjson.Field(m.Value, "description"); rawjson.String(d) != "" {
				description = d
			}
		case inside == nil:
			before = appendElement(before, m.Value)
		default:
			after = appendElement(after, m.Value)
		}
	}
	if inside == nil {
		return tools
	}
	all := before
	namespace := append([]byte(`{"type":"namespace","name":"functions","description":`), description...)
	namespace = append(append(append(namespace, `,"tools":[`...), inside...), `]}`...)
	all = appendElement(all, namespace)
	if after != nil {
		all = appendElement(all, after)
	}
	return append(append([]byte{'['}, all...), ']')
}

func appendElement(list, element []byte) []byte {
	if list != nil {
		list = append(list, ',')
	}
	return append(list, element...)
}
