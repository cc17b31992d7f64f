package compile

import (
	"bytes"
	"cmp"
	"io"
	"slices"

	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Encoding is one of the two forms of a request.
type Encoding string

const (
	Responses     Encoding = "responses"
	ResponsesLite Encoding = "responses_lite"
)

// Request is the body that a step sent, ready to be written.
type Request struct {
	Step       *history.Step
	Prompt     *Prompt
	Encoding   Encoding
	Provider   Provider
	Input      []*history.ResponseItem // with the encoding's prefix; not yet stripped for the wire
	Unresolved []string
	Ledger     history.Ledger // indexes count Input
	Notes      []string       // what is uncertain or unusual about the request

	wire wire
}

// Index is where in the input the item of a line stands, -1 for nowhere. Items made up for another one do not count.
func (r *Request) Index(o history.Origin) int {
	return slices.IndexFunc(r.Input, func(it *history.ResponseItem) bool {
		return it.Origin.Segment == o.Segment && it.Origin.Offset == o.Offset && it.Origin.Index == o.Index && it.Origin.Rule == o.Rule
	})
}

// New compiles the request of a step.
func New(step *history.Step, o Options) *Request {
	p := NewPrompt(step, o)
	r := &Request{Step: step, Prompt: p, Encoding: Responses, Provider: o.Provider, Unresolved: p.Unresolved}
	r.Notes = slices.Concat(step.Notes, step.Doubts())
	if r.Provider == "" {
		r.Provider = providerOf(step)
	}
	if step.Model.UsesResponsesLite {
		r.Encoding = ResponsesLite
	}
	r.wire = wireOf(step, r.Provider, r.Encoding == ResponsesLite)
	prefix := r.prefix()
	r.Input = p.Input
	if len(prefix) > 0 {
		r.Input = append(prefix[:len(prefix):len(prefix)], p.Input...)
	}
	for _, change := range p.Ledger {
		if change.Item >= 0 {
			change.Item += len(prefix)
		}
		r.Ledger = append(r.Ledger, change)
	}
	r.Unresolved = append(r.Unresolved, ClientMetadata)
	return r
}

// prefix is what the encoding puts in front of the history.
func (r *Request) prefix() []*history.ResponseItem {
	if r.Encoding == ResponsesLite {
		return litePrefix(r.Step, r.Prompt, r.baseMetadata())
	}
	if !r.Step.Version.Has(codex.InstructionsAsMessage) {
		return nil
	}
	if r.Prompt.Instructions == "" {
		return r.emptyBase()
	}
	ids := prefixIDs{thread: threadID(r.Step), on: r.Step.Thread != nil}
	return []*history.ResponseItem{baseMessage(r.Prompt.Instructions, ids, r.baseMetadata(), history.BaseMessage)}
}

// emptyBase keeps the place of base instructions that are not known.
func (r *Request) emptyBase() []*history.ResponseItem {
	if !slices.Contains(r.Unresolved, Instructions) {
		return nil
	}
	raw := []byte(`{"type":"message","role":"developer","content":[]}`)
	return []*history.ResponseItem{synthetic(raw, history.Origin{Index: -1}, history.BaseMessage)}
}

// baseMetadata is the metadata of an unrecorded message with base instructions, with its comma.
func (r *Request) baseMetadata() []byte {
	if !r.wire.metadata || !r.wire.kinds {
		return nil
	}
	return []byte(`,"` + history.FieldMetadata.String() + `":{"` + contentItemKinds + `":["model.base_instructions"]}`)
}

// keys are the body's members in the client's order.
//
// NOTE(codex): 0.145.0, and 0.161.0 for stream first.
func (r *Request) keys() []string {
	if r.Step.Version.Has(codex.StreamFirst) {
		return []string{"model", "stream", "service_tier", "instructions", "input", "tools", "tool_choice",
			"parallel_tool_calls", "reasoning", "store", "include", "prompt_cache_key", "text"}
	}
	return []string{"model", "instructions", "input", "tools", "tool_choice", "parallel_tool_calls", "reasoning", "store",
		"stream", "include", "service_tier", "prompt_cache_key", "text"}
}

// Member is one member of a body: its name and its JSON. That of the input is left out: see [Request.Item].
type Member struct {
	Name  string
	Value jsontext.Value
}

// Members are the members that are known, in the client's order.
func (r *Request) Members() (list []Member) {
	for _, key := range r.keys() {
		if value := r.value(key); value != nil || key == input {
			list = append(list, Member{key, value})
		}
	}
	return list
}

const input = "input"

// WriteTo writes the body as the client sends it: compact JSON, the client's key order, no line end. Members that are not
// known are left out.
func (r *Request) WriteTo(w io.Writer) (int64, error) {
	out := &counter{w: w}
	open := byte('{')
	for _, m := range r.Members() {
		out.write([]byte(string(open) + `"` + m.Name + `":`))
		if m.Name == input {
			out.write([]byte("["))
			r.writeInput(out)
			out.write([]byte("]"))
		} else {
			out.write(m.Value)
		}
		open = ','
	}
	out.write([]byte("}"))
	return out.n, out.err
}

func (r *Request) writeInput(out *counter) {
	comma := []byte(",")
	for i, it := range r.Input {
		if i > 0 {
			out.write(comma)
		}
		r.wire.pieces(it, out.write)
	}
}

// Item is one item of the input as it is sent.
func (r *Request) Item(i int) []byte {
	var item []byte
	r.wire.pieces(r.Input[i], func(piece []byte) { item = append(item, piece...) })
	return item
}

// ItemLength is how many bytes an item has as it is sent.
func (r *Request) ItemLength(i int) (n int) {
	r.wire.pieces(r.Input[i], func(piece []byte) { n += len(piece) })
	return n
}

// Shares reports whether another request sends the same recorded item by the same rules, so that its bytes are the same.
// False says nothing.
func (r *Request) Shares(i int, other *Request, j int) bool {
	return r.wire == other.wire && r.Input[i] == other.Input[j]
}

// counter writes and counts until the first error.
type counter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *counter) write(p []byte) {
	if c.err != nil {
		return
	}
	n, err := c.w.Write(p)
	c.n += int64(n)
	c.err = err
}

// value is the JSON of one member, nil when it is not sent or not known.
func (r *Request) value(key string) []byte {
	lite := r.Encoding == ResponsesLite
	switch key {
	case "model":
		return text(r.Step.Model.Slug)
	case "instructions":
		if !r.sendsInstructions() {
			return nil
		}
		return text(r.Prompt.Instructions)
	case "tools":
		if lite {
			return nil
		}
		return r.Prompt.Tools
	case "tool_choice":
		return text("auto")
	case "parallel_tool_calls":
		return boolean(r.Prompt.Parallel && !lite)
	case "reasoning":
		return r.reasoning()
	case "store":
		return boolean(r.Provider == Azure && r.Step.Version.Has(codex.AzureStores))
	case "stream":
		return boolean(true)
	case "include":
		if !r.reasons() {
			return []byte("[]")
		}
		return []byte(`["reasoning.encrypted_content"]`)
	case "service_tier":
		return r.serviceTier()
	case "prompt_cache_key":
		return r.cacheKey()
	case "text":
		return r.textFormat()
	}
	return nil
}

// sendsInstructions reports whether base instructions stand in a field of their own.
func (r *Request) sendsInstructions() bool {
	return r.Encoding == Responses && r.Prompt.Instructions != "" && !r.Step.Version.Has(codex.InstructionsAsMessage)
}

func text(s string) []byte {
	if s == "" {
		return nil
	}
	return rawjson.AppendString(nil, s)
}

func boolean(b bool) []byte {
	if b {
		return []byte("true")
	}
	return []byte("false")
}

// reasons reports whether reasoning settings are sent: always by newer releases, by older ones if the catalog says that the
// model has them.
func (r *Request) reasons() bool {
	supported := r.Step.Model.SupportsReasoningSummaries
	return !r.Step.Version.Has(codex.ReasoningOptional) || supported != nil && *supported
}

// reasoning is the configured effort and summary, or the model's defaults.
//
// NOTE(codex): 0.145.0 the summary that a turn_context states is a fixed word that nobody reads.
func (r *Request) reasoning() []byte {
	if !r.reasons() {
		return []byte("null")
	}
	m, c := r.Step.Model, r.Step.Context
	effort, summary := m.DefaultReasoningLevel, m.DefaultReasoningSummary
	if c != nil && c.Effort != "" {
		effort = c.Effort
	}
	if levels := m.SupportedReasoningLevels; r.Step.Switching && r.Step.Kind == history.KindCompaction && len(levels) > 0 {
		// NOTE(codex): 0.145.0 a compaction by the model that is switched from has no effort set and takes the middle one.
		effort = string(levels[(len(levels)-1)/2])
	}
	if s := r.Step.Settings; s != nil && s.Summary != "" {
		summary = s.Summary
	}
	if summary == "none" {
		summary = ""
	}
	o := object{}
	o.add("effort", text(effort))
	o.add("summary", text(summary))
	if r.Encoding == ResponsesLite {
		o.add("context", text("all_turns"))
	}
	return o.bytes()
}

// serviceTier is the configured tier if the model has it.
func (r *Request) serviceTier() []byte {
	if r.Step.Settings == nil || r.Step.Settings.ServiceTier == nil {
		return nil
	}
	tier := *r.Step.Settings.ServiceTier
	for _, known := range r.Step.Model.ServiceTiers {
		if string(known) == tier && tier != "default" {
			return text(tier)
		}
	}
	return nil
}

// cacheKey is the id of the session: the thread's own, or that of the thread it works for.
func (r *Request) cacheKey() []byte {
	thread := r.Step.Thread
	if thread == nil {
		return nil
	}
	return text(cmp.Or(thread.SessionID, thread.ID))
}

// textFormat is verbosity and output format.
func (r *Request) textFormat() []byte {
	o := object{}
	if r.Step.Model.SupportVerbosity {
		o.add("verbosity", text(r.Step.Model.DefaultVerbosity))
	}
	if schema := r.Prompt.OutputSchema; schema != nil && string(schema) != "null" {
		format := object{}
		format.add("type", text("json_schema"))
		format.add("strict", boolean(true))
		format.add("schema", schema)
		format.add("name", text("codex_output_schema"))
		o.add("format", format.bytes())
	}
	if len(o) == 0 {
		return nil
	}
	return o.bytes()
}

// object builds a small JSON object; members without a value are left out.
type object []byte

func (o *object) add(name string, value jsontext.Value) {
	if value == nil {
		return
	}
	if len(*o) > 0 {
		*o = append(*o, ',')
	}
	*o = append(append(append(*o, '"'), name...), '"', ':')
	*o = append(*o, value...)
}

func (o *object) bytes() []byte { return bytes.Join([][]byte{{'{'}, *o, {'}'}}, nil) }
