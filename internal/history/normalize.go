package history

import (
	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/google/uuid"
)

// syntheticNamespace is the namespace of the ids that Codex derives for outputs it makes up.
var syntheticNamespace = uuid.MustParse("90d38d3e-6a5b-4d52-bfe2-2f1e634bfac4")

// pairing is the family of outputs that a call is answered by.
type pairing uint8

const (
	functionOutputs pairing = iota
	customOutputs
	searchOutputs
	pairings
)

// calls says which outputs a call type looks for, and the prefix of a made-up output's id.
func calls(t ItemType) (family pairing, prefix string, ok bool) {
	switch t {
	case FunctionCall, LocalShellCall:
		return functionOutputs, "fco", true
	case CustomToolCall:
		return customOutputs, "ctco", true
	case ToolSearchCall:
		return searchOutputs, "tso", true
	}
	return 0, "", false
}

func outputs(t ItemType) (family pairing, ok bool) {
	switch t {
	case FunctionCallOutput:
		return functionOutputs, true
	case CustomToolCallOutput:
		return customOutputs, true
	case ToolSearchOutput:
		return searchOutputs, true
	}
	return 0, false
}

// AnsweredBy is the type of the output that a call of this type looks for; false for what is no call.
func (t ItemType) AnsweredBy() (ItemType, bool) {
	family, _, ok := calls(t)
	return [pairings]ItemType{FunctionCallOutput, CustomToolCallOutput, ToolSearchOutput}[family], ok
}

// Answers reports whether items of this type are outputs of calls.
func (t ItemType) Answers() bool {
	_, ok := outputs(t)
	return ok
}

// Normalize makes the copy of a history that can be sent: every call has an output, every output a call, and no media
// that the model does not take. The history is not changed. The result is the same whenever it is made.
//
// NOTE(codex): 0.145.0 only membership counts: an output before its call or a second output stays where it is.
func Normalize(items []*ResponseItem, model *codex.Model, p *codex.Profile) ([]*ResponseItem, Ledger) {
	n := normalizer{profile: p}
	n.collect(items)
	for _, it := range items {
		if n.orphan(it) {
			n.ledger = append(n.ledger, Change{OrphanOutput, -1, it.Origin.Line, it.CallID()})
			continue
		}
		n.out = append(n.out, n.media(asText(it, model, p), model))
		if n.unanswered(it) {
			n.ledger = append(n.ledger, Change{MissingOutput, len(n.out), it.Origin.Line, it.CallID()})
			n.out = append(n.out, n.synthetic(it))
		}
	}
	return n.out, n.ledger
}

type normalizer struct {
	profile *codex.Profile
	called  [pairings]map[string]bool // call ids that have a call, as an output looks for it
	output  [pairings]map[string]bool // call ids that have an output
	out     []*ResponseItem
	ledger  Ledger
}

func (n *normalizer) collect(items []*ResponseItem) {
	for f := range n.called {
		n.called[f], n.output[f] = map[string]bool{}, map[string]bool{}
	}
	for _, it := range items {
		if f, _, ok := calls(it.Type); ok && it.hasCallID() {
			n.called[f][it.CallID()] = true
		}
		if f, ok := outputs(it.Type); ok && it.hasCallID() {
			n.output[f][it.CallID()] = true
		}
	}
}

// hasCallID is false for null and absent ids.
func (it *ResponseItem) hasCallID() bool {
	v := it.Value(FieldCallID)
	return len(v) > 0 && v[0] == '"'
}

func (n *normalizer) unanswered(it *ResponseItem) bool {
	f, _, ok := calls(it.Type)
	return ok && it.hasCallID() && !n.output[f][it.CallID()]
}

func (n *normalizer) orphan(it *ResponseItem) bool {
	f, ok := outputs(it.Type)
	switch {
	case !ok:
		return false
	case it.Type == ToolSearchOutput && (it.Text(FieldExecution) == "server" || !it.hasCallID()):
		return false
	case !it.hasCallID():
		return !(n.profile.Has(codex.StandaloneOutputs) && it.Has(FieldName))
	}
	return !n.called[f][it.CallID()]
}

// synthetic is the output for a call that has none.
func (n *normalizer) synthetic(call *ResponseItem) *ResponseItem {
	family, prefix, _ := calls(call.Type)
	t, _ := call.Type.AnsweredBy()
	raw := append([]byte(`{"type":"`), t.String()...)
	raw = append(raw, '"')
	if id := call.Text(FieldID); id != "" && n.profile.Has(codex.SyntheticIDs) {
		derived := prefix + "_" + uuid.NewSHA1(syntheticNamespace, []byte(prefix+":"+id)).String()
		raw = rawjson.AppendString(append(raw, `,"id":`...), derived)
	}
	raw = append(append(raw, `,"call_id":`...), call.Value(FieldCallID)...)
	if family == searchOutputs {
		raw = append(raw, `,"status":"completed","execution":"client","tools":[]}`...)
	} else {
		raw = append(raw, `,"output":"`+codex.AbortedOutput+`"}`...)
	}
	origin := call.Origin
	origin.Rule = MissingOutput
	it, err := NewItem(raw, false, origin)
	if err != nil {
		panic(err) // built above from a call that decoded
	}
	it.Process = call.Process
	return it
}

// media strips what the model does not take.
func (n *normalizer) media(it *ResponseItem, model *codex.Model) *ResponseItem {
	for _, m := range []struct {
		media                       media
		modality, kind, placeholder string
		rule                        Rule
	}{
		{hasImage, "image", "input_image", codex.ImageUnsupported, ImageStripped},
		{hasAudio, "audio", "input_audio", codex.AudioUnsupported, AudioStripped},
	} {
		if model.Accepts(m.modality) {
			continue
		}
		if s := stripped(it, m.media, m.kind, m.placeholder); s != it {
			n.ledger = append(n.ledger, Change{Rule: m.rule, Item: len(n.out), Line: it.Origin.Line})
			it = s
		}
	}
	return it
}

// Call reports whether the item calls a tool.
func (it *ResponseItem) Call() bool {
	_, _, ok := calls(it.Type)
	return ok
}

// Output reports whether the item is the result of a call.
func (it *ResponseItem) Output() bool {
	_, ok := outputs(it.Type)
	return ok
}
