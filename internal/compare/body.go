package compare

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"

	"github.com/go-json-experiment/json/jsontext"
)

// Body is one of the two that are compared: the request of a step, or a body that was saved.
type Body struct {
	Request *compile.Request // nil for a saved body
	Thread  *rollout.Thread  // of the request
	Name    string           // of the saved body
	Items   []Item
	Members []compile.Member // without the input's value

	text []byte // of the saved body, as it is
}

// Item is one item of the input.
type Item struct {
	*history.ResponseItem
	Unknown bool // it keeps the place of something that no rollout holds

	sent []byte // as a saved body has it
}

// OfRequest takes a compiled request.
func OfRequest(r *compile.Request, thread *rollout.Thread) *Body {
	b := &Body{Request: r, Thread: thread, Members: r.Members()}
	noTools := slices.Contains(r.Unresolved, compile.Tools)
	for _, it := range r.Input {
		rule := it.Origin.Rule
		tools := rule == history.LitePrefix && it.Type == history.AdditionalTools
		b.Items = append(b.Items, Item{ResponseItem: it, Unknown: rule == history.CompactionPrompt || noTools && tools})
	}
	return b
}

// OfSaved takes a body that was saved, or a line of "build --all --format jsonl" or of a capture that holds one. How it is
// spelled does not count but for [Bytes].
func OfSaved(name string, text []byte) (*Body, error) {
	text = bytes.TrimSpace(text)
	if err := rawjson.Check(text); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if body := rawjson.Field(text, "body"); rawjson.IsObject(text) && rawjson.IsObject(body) {
		text = body
	}
	if !rawjson.IsObject(text) {
		return nil, fmt.Errorf("%s: no object: this is not the body of a request", name)
	}
	b := &Body{Name: name, text: text}
	for m := rawjson.Walk(rawjson.Canonical(text)); m.Next(); {
		member := compile.Member{Name: string(m.Name), Value: m.Value}
		if member.Name == inputMember {
			if len(m.Value) == 0 || m.Value[0] != '[' {
				return nil, fmt.Errorf("%s: input is no array", name)
			}
			b.read(m.Value)
			member.Value = nil
		}
		b.Members = append(b.Members, member)
	}
	if _, ok := b.member(inputMember); !ok {
		return nil, fmt.Errorf("%s: no input: this is not the body of a request", name)
	}
	return b, nil
}

const inputMember = "input"

// read takes the items of a saved body. One that no client could have made is shown as it is.
func (b *Body) read(input []byte) {
	for m := rawjson.Walk(input); m.NextElement(); {
		it, err := history.NewItem(m.Value, false, history.Origin{Index: -1})
		if err != nil {
			it = &history.ResponseItem{Raw: m.Value, Origin: history.Origin{Index: -1}}
		}
		b.Items = append(b.Items, Item{ResponseItem: it, sent: m.Value})
	}
}

// Sent is an item as it is sent.
func (b *Body) Sent(i int) []byte {
	if b.Request == nil {
		return b.Items[i].sent
	}
	return b.Request.Item(i)
}

// WriteTo writes the body as it was sent, as far as it is known.
func (b *Body) WriteTo(w io.Writer) (int64, error) {
	if b.Request == nil {
		n, err := w.Write(b.text)
		return int64(n), err
	}
	return b.Request.WriteTo(w)
}

// Length is how many bytes an item has as it is sent.
func (b *Body) Length(i int) int {
	if b.Request == nil {
		return len(b.Items[i].sent)
	}
	return b.Request.ItemLength(i)
}

// Tokens is Codex's own estimate for the body.
func (b *Body) Tokens() (n int) {
	if text, ok := b.member("instructions"); ok {
		n += history.TextTokens(rawjson.String(text))
	}
	for _, it := range b.Items {
		n += history.EstimateTokens(it.ResponseItem)
	}
	return n
}

func (b *Body) member(name string) (jsontext.Value, bool) {
	for _, m := range b.Members {
		if m.Name == name {
			return m.Value, true
		}
	}
	return nil, false
}

// unknown is the part of a member that may have been sent, and nothing says how; "" for none.
func (b *Body) unknown(name string) string {
	if b.Request == nil {
		return ""
	}
	part := map[string]string{
		"tools": compile.Tools, "instructions": compile.Instructions, "text": compile.OutputSchema, "client_metadata": compile.ClientMetadata,
	}[name]
	apart := b.Request.Encoding == compile.Responses // tools and instructions have members of their own
	switch {
	case !slices.Contains(b.Request.Unresolved, part),
		part == compile.Tools && !apart,
		part == compile.Instructions && (!apart || b.Request.Step.Version.Has(codex.InstructionsAsMessage)):
		return ""
	}
	return part
}

// holds is the part of a prompt whose place an unknown item keeps.
func (it Item) holds() string {
	if it.Type == history.AdditionalTools {
		return compile.Tools
	}
	return compile.SummaryPrompt
}

// same reports whether two items are sent as the same bytes.
func same(a *Body, i int, b *Body, j int) bool {
	if a.Request != nil && b.Request != nil && a.Request.Shares(i, b.Request, j) {
		return true
	}
	return a.Length(i) == b.Length(j) && string(a.Sent(i)) == string(b.Sent(j))
}
