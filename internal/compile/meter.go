package compile

import (
	"io"
	"unsafe"

	"promptctl/internal/history"
)

// Measure is the size of a request and what it shares with the one before it.
type Measure struct {
	Bytes  int64 // of the body, without what is not known
	Tokens int   // Codex's own estimate
	Shared int   // items that both inputs begin with
	Stable bool  // the request before it is a prefix of this one
}

// Meter measures requests that follow each other, at the cost of what is new in each of them.
type Meter struct {
	input  []*history.ResponseItem
	sums   []sum // of the items before each index
	wire   wire
	outer  outside
	around int64
}

type sum struct {
	bytes  int64
	tokens int
}

// outside is what the members around the input depend on.
type outside struct {
	instructions string
	model        string
	context      *history.TurnContext
	settings     *history.ThreadSettings
	kind         history.StepKind
	encoding     Encoding
	parallel     bool
}

// Measure takes the next request.
func (m *Meter) Measure(r *Request) Measure {
	shared := m.shared(r.Input)
	stable := shared == len(m.input)
	kept := shared
	if m.wire != r.wire {
		kept = 0
	}
	if len(m.sums) == 0 {
		m.sums = []sum{{}}
	}
	m.sums = m.sums[:kept+1]
	for _, it := range r.Input[kept:] {
		last := m.sums[len(m.sums)-1]
		r.wire.pieces(it, func(piece []byte) { last.bytes += int64(len(piece)) })
		last.tokens += history.EstimateTokens(it)
		m.sums = append(m.sums, last)
	}
	m.input, m.wire = r.Input, r.wire
	total := m.sums[len(r.Input)]
	commas := max(len(r.Input)-1, 0)
	return Measure{
		Bytes:  m.envelope(r) + total.bytes + int64(commas),
		Tokens: total.tokens + r.instructionTokens(), Shared: shared, Stable: stable,
	}
}

// shared counts the items that an input has in common with the one before it, from the start.
func (m *Meter) shared(input []*history.ResponseItem) int {
	n := min(len(m.input), len(input))
	if unsafe.SliceData(m.input) == unsafe.SliceData(input) {
		return n // history only grew
	}
	for i := range n {
		if m.input[i] != input[i] && string(m.input[i].Raw) != string(input[i].Raw) {
			return i
		}
	}
	return n
}

// envelope is the length of the body around its items.
func (m *Meter) envelope(r *Request) int64 {
	around := outside{
		r.Prompt.Instructions, r.Step.Model.Slug, r.Step.Context, r.Step.Settings, r.Step.Kind, r.Encoding, r.Prompt.Parallel,
	}
	if around != m.outer || m.around == 0 {
		empty := *r
		empty.Input = nil
		m.around, _ = empty.WriteTo(io.Discard)
		m.outer = around
	}
	return m.around
}

// instructionTokens is the estimate for base instructions outside the input.
func (r *Request) instructionTokens() int {
	if !r.sendsInstructions() {
		return 0
	}
	return history.TextTokens(r.Prompt.Instructions)
}

// Tokens is Codex's own estimate for the request.
func (r *Request) Tokens() int {
	n := r.instructionTokens()
	for _, it := range r.Input {
		n += history.EstimateTokens(it)
	}
	return n
}
