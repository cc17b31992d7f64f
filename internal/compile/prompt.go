package compile

import (
	"promptctl/internal/codex"
	"promptctl/internal/history"

	"github.com/go-json-experiment/json/jsontext"
)

// Options are what the user knows and the rollout does not.
type Options struct {
	Tools        jsontext.Value // the tools array; nil when unknown
	OutputSchema jsontext.Value // of every turn; nil when unknown, JSON null for none
	Provider     Provider       // zero: as the thread's provider key tells
	Base         *Base          // base instructions that outrank the thread's; nil for none
}

// Prompt is what a client process hands to its encoder: Codex's own request payload, before it is a body.
type Prompt struct {
	Instructions string
	Source       string                  // of the instructions, where they are an override
	Input        []*history.ResponseItem // normalized
	Tools        jsontext.Value          // nil when unknown
	Parallel     bool
	OutputSchema jsontext.Value // nil when unknown or none
	Unresolved   []string
	Ledger       history.Ledger
}

// Parts that may be unresolved.
const (
	Tools          = "tools"
	OutputSchema   = "output_schema"
	ClientMetadata = "client_metadata"
	Instructions   = "instructions"
	SummaryPrompt  = "compaction_prompt"
	ModelFacts     = "model"
)

// NewPrompt makes the prompt of a step.
func NewPrompt(step *history.Step, o Options) *Prompt {
	p := &Prompt{}
	p.normalize(step)
	p.instructions(step, o)
	p.settings(step, o)
	return p
}

// normalize makes the input.
func (p *Prompt) normalize(step *history.Step) {
	p.Input, p.Ledger = step.ForPrompt()
	if step.Kind != history.KindCompaction {
		return
	}
	if step.Remote {
		p.append(triggerItem(step.Sent))
		return
	}
	p.append(promptItem(step.Sent))
	p.unresolved(SummaryPrompt)
}

// append adds an item without touching the slice that history owns.
func (p *Prompt) append(it *history.ResponseItem) {
	p.Input = append(p.Input[:len(p.Input):len(p.Input)], it)
}

func (p *Prompt) unresolved(part string) { p.Unresolved = append(p.Unresolved, part) }

// settings takes what differs between a turn's request and one for a summary.
//
// NOTE(codex): 0.145.0 a local compaction sends an empty tools array, no output schema and no parallel calls; a remote one
// sends the turn's tools.
func (p *Prompt) settings(step *history.Step, o Options) {
	local := step.Kind == history.KindCompaction && !step.Remote
	switch {
	case local:
		p.Tools = jsontext.Value("[]")
	case o.Tools != nil:
		p.Tools = o.Tools
	default:
		p.unresolved(Tools)
	}
	p.Parallel = !local && (step.Model.SupportsParallelToolCalls || step.Version.Has(codex.AlwaysParallel))
	if step.Kind == history.KindTurn {
		if step.Context != nil {
			p.OutputSchema = step.Context.OutputSchema
		}
		if p.OutputSchema == nil {
			p.OutputSchema = o.OutputSchema
		}
		if p.OutputSchema == nil && !step.Version.Has(codex.StatesOutputSchema) {
			p.unresolved(OutputSchema)
		}
	}
	if step.Context == nil {
		p.unresolved(ModelFacts)
	}
}

// synthetic makes an item of a request that no line of the rollout holds.
func synthetic(raw []byte, origin history.Origin, rule history.Rule) *history.ResponseItem {
	origin.Rule = rule
	it, err := history.NewItem(raw, false, origin)
	if err != nil {
		panic(err) // built by this package
	}
	return it
}

func triggerItem(after history.Origin) *history.ResponseItem {
	return synthetic([]byte(`{"type":"compaction_trigger"}`), after, history.Trigger)
}

// promptItem keeps the place of the compaction prompt, whose text no rollout holds.
func promptItem(after history.Origin) *history.ResponseItem {
	return synthetic([]byte(`{"type":"message","role":"user","content":[]}`), after, history.CompactionPrompt)
}
