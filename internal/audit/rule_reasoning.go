package audit

import (
	"fmt"

	"promptctl/internal/compile"
	"promptctl/internal/diag"
	"promptctl/internal/history"
)

// ForeignReasoning: reasoning that another provider encrypted.
const ForeignReasoning Code = "foreign-reasoning"

// reasoningRules judge reasoning.
var reasoningRules = []Rule{
	{ForeignReasoning, diag.Error, "encrypted reasoning of another provider",
		"Reasoning is encrypted by the provider that made it, and no other can read it. The client sends it all the same after the provider was changed, and the endpoint refuses every request (the encrypted content could not be verified).",
		"Go back to the provider that the thread began with, or begin a new thread."},
}

// providers remembers which provider made the encrypted items of the history.
type providers map[history.Origin]string

// step takes what the answers before brought, and looks for what this request's provider cannot read.
func (made providers) step(l *lint, p *pass) {
	if l.before != nil {
		key := l.provider(l.before.Step)
		for _, it := range p.fresh {
			if _, known := made[it.Origin]; !known && encrypted(it) && it.Origin.Index < 0 {
				made[it.Origin] = key
			}
		}
	}
	now := l.provider(p.step)
	if p.step.Number == 0 || l.before == nil || !p.cut && l.provider(l.before.Step) == now {
		return // what could be read before can be read now
	}
	for _, it := range p.step.Items {
		from, known := made[it.Origin]
		if known && from != now && from != "" && now != "" {
			l.find(Finding{Code: ForeignReasoning, Origin: it.Origin, Step: p.step.Number,
				Message: fmt.Sprintf("the %s was encrypted by the provider %q, and sent to %q in step %d", it.Type, from, now, p.step.Number)})
		}
	}
}

// provider is where a request went to, by the file that its last item stands in.
func (l *lint) provider(s *history.Step) string {
	if meta := l.thread.Segments[s.Sent.Segment].Meta; s.Inherited && s.Settings == nil && meta != nil {
		return meta.ModelProvider
	}
	return compile.ProviderKey(s)
}

func encrypted(it *history.ResponseItem) bool {
	switch it.Type {
	case history.Reasoning, history.Compaction, history.ContextCompaction:
		return it.Text(history.FieldEncryptedContent) != ""
	}
	return false
}
