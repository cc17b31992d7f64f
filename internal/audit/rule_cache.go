package audit

import (
	"bytes"
	"cmp"
	"fmt"

	"promptctl/internal/compile"
	"promptctl/internal/diag"
	"promptctl/internal/history"
)

const (
	CachePrefix   Code = "cache-prefix"
	CacheSettings Code = "cache-settings"
)

// cacheRules judge what prompt caching can reach.
var cacheRules = []Rule{
	{CachePrefix, diag.Warning, "request that does not begin with the one before it",
		"Prompt caching reaches as far as a request begins like an earlier one. Something changed inside of what was sent before, other than by a compaction or a rollback, so all behind it is paid for in full. Reading the history back on a resume does so where images or tool outputs come out otherwise.",
		"promptctl diff shows the two requests. A provider that keeps ids or images as they are avoids it."},
	{CacheSettings, diag.Note, "change of settings that begins the cache anew",
		"Another model, base instructions, effort or encoding makes the next request miss the prompt cache, whatever its input.",
		"Change such settings between tasks, where the history is short."},
}

// cache compares a request with the one before it.
func (l *lint) cache(p *pass) {
	before := l.before
	s := p.step
	if before == nil || p.changed.compacted || p.changed.rolledBack || s.Inherited || before.Step.Inherited ||
		s.Kind != history.KindTurn || before.Step.Kind != history.KindTurn {
		return
	}
	if why := settingsChange(before, p.request); why != "" {
		l.find(Finding{Code: CacheSettings, Origin: s.Sent, Step: s.Number, Message: fmt.Sprintf("step %d cannot use the cache of step %d: %s", s.Number, before.Step.Number, why)})
		return
	}
	at := p.size.Shared
	if at == len(before.Input) {
		at = wireChange(before, p.request)
	}
	if at >= len(before.Input) {
		return
	}
	l.find(Finding{Code: CachePrefix, Origin: before.Input[at].Origin, Subject: fmt.Sprint(s.Number), Step: s.Number,
		Message: fmt.Sprintf("step %d begins like step %d only up to input[%d] of %d: %s", s.Number, before.Step.Number, at, len(before.Input), itemChange(before, p.request, at))})
}

// settingsChange is what changed in front of the input, "" for nothing.
func settingsChange(a, b *compile.Request) string {
	effort := func(r *compile.Request) string {
		if r.Step.Context == nil {
			return "the default"
		}
		return cmp.Or(r.Step.Context.Effort, "the default")
	}
	switch {
	case a.Step.Model.Slug != b.Step.Model.Slug:
		return fmt.Sprintf("the model is %s and was %s", b.Step.Model.Slug, a.Step.Model.Slug)
	case a.Prompt.Instructions != b.Prompt.Instructions:
		return "the base instructions are others"
	case a.Encoding != b.Encoding:
		return fmt.Sprintf("the encoding is %s and was %s", b.Encoding, a.Encoding)
	case effort(a) != effort(b):
		return fmt.Sprintf("the effort is %s and was %s", effort(b), effort(a))
	}
	return ""
}

// wireChange is the first item that both requests have and that is sent otherwise, the length of the first for none. Only
// another process, or another release, sends the same item otherwise.
func wireChange(a, b *compile.Request) int {
	if a.Step.Process == b.Step.Process && a.Step.Version.Version == b.Step.Version.Version {
		return len(a.Input)
	}
	for i := range a.Input {
		if !bytes.Equal(a.Item(i), b.Item(i)) {
			return i
		}
	}
	return len(a.Input)
}

// itemChange says why the item at an index is not what it was.
func itemChange(a, b *compile.Request, at int) string {
	if at >= len(b.Input) {
		return "the items behind it are gone"
	}
	was, is := a.Input[at], b.Input[at]
	switch {
	case a.Step.Version.Version != b.Step.Version.Version:
		return fmt.Sprintf("codex %s sends a %s there, and %s sent a %s otherwise", b.Step.Version.Version, is.Type, a.Step.Version.Version, was.Type)
	case sameLine(was, is) && a.Step.Process != b.Step.Process:
		return fmt.Sprintf("the client was restarted, and sends the %s of line %d otherwise since it read it back", is.Type, is.Origin.Line)
	case sameLine(was, is):
		return fmt.Sprintf("the %s of line %d is sent otherwise", is.Type, is.Origin.Line)
	}
	return fmt.Sprintf("a %s of line %d stands where a %s of line %d was", is.Type, is.Origin.Line, was.Type, was.Origin.Line)
}
