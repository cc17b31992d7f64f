package compile

import (
	"bytes"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// wire is how the items of one request are written: what of them is left out.
type wire struct {
	ids          bool // well-formed ids are sent
	imageCallID  bool // those of image_generation_call always
	metadata     bool // the passthrough object is sent
	kinds        bool // with its content_item_kinds
	itemMetadata bool // and its content_item_metadata
	process      int  // the process that sends
	lite         bool
}

func wireOf(step *history.Step, provider Provider, lite bool) wire {
	p := step.Version
	paginated := step.Thread != nil && step.Thread.Paginated()
	return wire{
		ids: p.Has(codex.SendsItemIDs) || paginated && p.Has(codex.PaginatedSendsItemIDs) ||
			provider == Azure && p.Has(codex.AzureStores),
		imageCallID:  p.Has(codex.KeepsImageCallID),
		metadata:     provider == OpenAI && p.Has(codex.SendsMetadata),
		kinds:        p.Has(codex.SendsContentItemKinds),
		itemMetadata: lite || !p.Has(codex.RemovesContentItemMetadata),
		process:      step.Process,
		lite:         lite,
	}
}

// pieces calls out with the parts of an item's JSON as it is sent, in order. Nothing is copied that need not be.
func (w wire) pieces(it *history.ResponseItem, out func([]byte)) {
	if w.lite {
		it = withoutDetail(it)
	}
	at := 0
	cut := func(f history.Field) {
		if start, end := it.Span(f); end > 0 {
			out(it.Raw[at : start-1])
			at = end
		}
	}
	if !w.sendsID(it) {
		cut(history.FieldID)
	}
	if w.becomesNull(it) {
		_, end := it.Span(history.FieldSummary)
		out(it.Raw[at:end])
		out([]byte(`,"content":null`))
		at = end
	}
	if !w.metadata {
		cut(history.FieldEncryptedArgs)
		cut(history.FieldMetadata)
	} else if sent := w.metadataSent(it); sent != nil {
		cut(history.FieldMetadata)
		out(it.Raw[at : len(it.Raw)-1])
		out(sent)
		at = len(it.Raw) - 1
	}
	out(it.Raw[at:])
}

// SendsID reports whether the item has an id and the request is sent with it.
func (r *Request) SendsID(it *history.ResponseItem) bool {
	return it.Has(history.FieldID) && r.wire.sendsID(it)
}

// sendsID: an id goes out if it has a prefix and something behind it.
//
// NOTE(codex): 0.146.0 the first underscore decides.
func (w wire) sendsID(it *history.ResponseItem) bool {
	if !it.Has(history.FieldID) {
		return true
	}
	if w.imageCallID && it.Type == history.ImageGenerationCall {
		return true
	}
	before, after, ok := strings.Cut(it.Text(history.FieldID), "_")
	return w.ids && ok && before != "" && after != ""
}

// becomesNull: a reasoning item that was recorded without content is sent so by the process that received it. Any later
// process has read it back as "no content" and writes null.
//
// NOTE(codex): 0.145.0 and 0.171.0 do so.
func (w wire) becomesNull(it *history.ResponseItem) bool {
	return it.Type == history.Reasoning && it.Process < w.process && !it.Has(history.FieldContent)
}

// metadataSent is the passthrough member as it is sent, the last one, with its comma; nil when it is sent as recorded.
func (w wire) metadataSent(it *history.ResponseItem) []byte {
	value := it.Value(history.FieldMetadata)
	unmarked := w.kinds && it.Type == history.Message && !notSent(it) && !bytes.Contains(value, []byte(contentItemKinds))
	if !unmarked && (value == nil || w.keepsAll(value)) {
		return nil
	}
	sent := []byte(`,"` + history.FieldMetadata.String() + `":{`)
	add := func(member []byte) {
		if sent[len(sent)-1] != '{' {
			sent = append(sent, ',')
		}
		sent = append(sent, member...)
	}
	if value != nil {
		for m := rawjson.Walk(value); m.Next(); {
			if !w.kinds && string(m.Name) == contentItemKinds || !w.itemMetadata && string(m.Name) == contentItemMetadata {
				continue
			}
			add(value[m.Start:m.End])
		}
	}
	if unmarked {
		add(unknownKinds(it))
	}
	return append(sent, '}')
}

// notSent reports whether an item is of a request that was not sent yet: nothing tells its metadata.
func notSent(it *history.ResponseItem) bool {
	return it.Origin.Rule == history.Predicted || it.Origin.Rule == history.BaseMessage && !it.Has(history.FieldMetadata)
}

const (
	contentItemKinds    = "content_item_kinds"
	contentItemMetadata = "content_item_metadata"
)

func (w wire) keepsAll(metadata []byte) bool {
	return (w.kinds || !bytes.Contains(metadata, []byte(contentItemKinds))) &&
		(w.itemMetadata || !bytes.Contains(metadata, []byte(contentItemMetadata)))
}

// unknownKinds is what stands for the kinds of a message's entries that an older release recorded without.
//
// NOTE(codex): 0.152.1, 0.160.1 and 0.171.0 do so, in the messages of a compaction too.
func unknownKinds(it *history.ResponseItem) []byte {
	entries := 0
	it.Parts(func(string, []byte) { entries++ })
	kinds := strings.TrimSuffix(strings.Repeat(`"unknown",`, entries), ",")
	return []byte(`"` + contentItemKinds + `":[` + kinds + `]`)
}

// withoutDetail returns the item without the detail of its images.
//
// NOTE(codex): 0.145.0 messages and tool outputs only.
func withoutDetail(it *history.ResponseItem) *history.ResponseItem {
	if !bytes.Contains(it.Raw, []byte(`"detail"`)) {
		return it
	}
	return it.EditParts(func(kind string, part []byte) []byte {
		if kind != "input_image" {
			return part
		}
		for m := rawjson.Walk(part); m.Next(); {
			if string(m.Name) == "detail" {
				return append(bytes.Clone(part[:m.Start-1]), part[m.End:]...)
			}
		}
		return part
	})
}
