package provenance

import (
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// Transform is a rule that made an item in the body another one than in its line.
type Transform struct {
	Rule history.Rule
	Was  int // bytes of what it changed, before and after
	Is   int
}

// transforms lists them in the order in which they applied: reading, recording, normalization, encoding.
func (t *Trail) transforms(r *compile.Request, index int) (list []Transform) {
	it := r.Input[index]
	if recorded := t.Recorded(it); recorded != nil && isMail(recorded) {
		list = []Transform{{history.Mail, len(recorded), len(it.Raw)}}
	} else if recorded != nil {
		list = historyTransforms(r, index, recorded)
	}
	return append(list, wireTransforms(it.Raw, r.Item(index))...)
}

// isMail knows the payload of a line that is no item yet.
func isMail(payload []byte) bool { return rawjson.Field(payload, "type") == nil }

// historyTransforms are those between a line and the request's items.
func historyTransforms(r *compile.Request, index int, line []byte) (list []Transform) {
	it := r.Input[index]
	read, err := history.NewItem(line, true, it.Origin)
	if err != nil {
		return nil
	}
	if canonical := rawjson.Canonical(line); string(canonical) != string(read.Raw) {
		list = append(list, Transform{history.Rewritten, len(canonical), len(read.Raw)})
	}
	if string(read.Raw) == string(it.Raw) {
		return list
	}
	was, is := len(read.Raw), len(it.Raw)
	known := false
	for _, c := range r.Ledger {
		if c.Item == index && c.Rule != history.MissingOutput {
			list = append(list, Transform{c.Rule, was, is})
			known = true
		}
	}
	switch {
	case known:
	case it.Type == history.Message:
		list = append(list, Transform{history.RolledBack, was, is}) // the text that announced another model
	default:
		list = append(list, Transform{history.ShellOutputText, was, is})
	}
	return list
}

// wireTransforms are those between a request's item and the body.
func wireTransforms(item, sent []byte) (list []Transform) {
	for m := rawjson.Walk(item); m.Next(); {
		now := rawjson.Field(sent, string(m.Name))
		if string(now) == string(m.Value) {
			continue
		}
		if rule := wireRule(string(m.Name), now == nil); rule != "" {
			list = append(list, Transform{rule, len(m.Value), len(now)})
		}
	}
	for m := rawjson.Walk(sent); m.Next(); {
		if rawjson.Field(item, string(m.Name)) != nil {
			continue
		}
		rule := history.MetadataChanged
		if string(m.Name) == history.FieldContent.String() {
			rule = history.ContentNull
		}
		list = append(list, Transform{rule, 0, len(m.Value)})
	}
	return list
}

// wireRule is the rule by which the encoding leaves a member out or changes it.
func wireRule(member string, gone bool) history.Rule {
	switch {
	case member == history.FieldID.String():
		return history.IDRemoved
	case !gone && member == history.FieldMetadata.String():
		return history.MetadataChanged
	case gone:
		return history.MetadataRemoved
	}
	return history.ImageDetailRemoved
}

// Recorded is the item as its line holds it, nil for one that no line holds.
func (t *Trail) Recorded(it *history.ResponseItem) []byte {
	o := it.Origin
	if o.Length == 0 || o.Rule != history.Recorded && o.Rule != history.Replaced {
		return nil
	}
	line, err := t.thread.Segments[o.Segment].File.ReadLine(o.Offset, o.Length)
	if err != nil {
		return nil
	}
	if o.Rule == history.Recorded {
		return line.Payload
	}
	return element(rawjson.Field(line.Payload, "replacement_history"), o.Index)
}

func element(array []byte, index int) []byte {
	if len(array) == 0 || array[0] != '[' {
		return nil
	}
	for m, i := rawjson.Walk(array), 0; m.NextElement(); i++ {
		if i == index {
			return m.Value
		}
	}
	return nil
}
