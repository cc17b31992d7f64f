package history

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/diag"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"
)

// Compacted is what a compacted line did to history.
type Compacted struct {
	Origin   Origin
	Message  string // as the line has it: the summary of a local one
	Replaced bool   // the line states what is left; else it was made from what was there
	Before   []*ResponseItem
	After    []*ResponseItem
}

// compactedLine is the payload of a compacted line.
type compactedLine struct {
	message     string
	replacement []*ResponseItem
	replaced    bool // a replacement history is stated, perhaps an empty one
}

// compacted takes a compaction: the request that made it, and then the history that it leaves.
func (r *Replay) compacted(l *rollout.Line) error {
	r.turn.attempt.renew()
	c, err := r.parseCompacted(l)
	if err != nil {
		r.Found.Add(diag.Error, "undecodable-line", r.place(l), "compacted: %v; the history is shown as if it had not happened", err)
		return nil
	}
	if err := r.compactionStep(c); err != nil {
		return err
	}
	r.mark(mark{kind: markCompacted, replaced: c.replaced, origin: r.origin(l, -1, "")})
	r.fresh.head = 0
	before := r.context.items
	if c.replaced {
		r.context.Replace(c.replacement)
	} else {
		r.context.Replace(r.rebuilt(c.message, r.origin(l, 0, Rebuilt)))
	}
	r.last = r.origin(l, -1, Replaced)
	r.departures.note(before, r.context.items, Replaced, r.last)
	r.clearWorld(r.last)
	if r.seen != nil {
		r.seen(&Compacted{r.last, c.message, c.replaced, before, r.context.items})
	}
	return nil
}

func (r *Replay) parseCompacted(l *rollout.Line) (*compactedLine, error) {
	message := rawjson.Field(l.Payload, "message")
	if len(message) == 0 || message[0] != '"' {
		return nil, fmt.Errorf("no message")
	}
	c := &compactedLine{message: rawjson.String(message)}
	history := rawjson.Field(l.Payload, "replacement_history")
	if history == nil || string(history) == "null" {
		return c, nil
	}
	if history[0] != '[' {
		return nil, fmt.Errorf("replacement_history is no array")
	}
	c.replaced = true
	history = bytes.Clone(history)
	elements := rawjson.Walk(history)
	for i := 0; elements.NextElement(); i++ {
		if string(textOf(typeValue(elements.Value))) == GhostSnapshot.String() {
			continue
		}
		it, err := NewItem(elements.Value, l.Loose, r.origin(l, i, Replaced))
		if err != nil {
			return nil, fmt.Errorf("replacement_history[%d]: %w", i, err)
		}
		it.Process = r.process.number
		c.replacement = append(c.replacement, it)
	}
	return c, elements.Err()
}

// compactionStep emits the request behind a compaction, if there was one.
//
// NOTE(codex): 0.145.0 a local compaction asks for a summary, whose assistant message the UI is not told of; a remote one
// ends its input with a trigger item and leaves a compaction item; a token-budget one asks nobody.
func (r *Replay) compactionStep(c *compactedLine) error {
	remote := len(c.replacement) > 0 && c.replacement[len(c.replacement)-1].Type == Compaction
	local := strings.TrimSpace(c.message) != ""
	if done := r.response; done != nil && !done.announced && (local && done.untold != nil || (local || remote) && done.empty) {
		r.response = nil
		reported := done.step.Reported
		if done.untold != nil {
			done.step, done.mark = done.untold.step, done.untold.mark
		}
		done.step.Kind, done.step.Remote = KindCompaction, remote && !local
		done.step.Answered, done.step.Notes, done.step.Reported = true, nil, reported
		return r.send(done)
	}
	if err := r.flush(); err != nil || !local && !(remote && r.Profile.Has(codex.CompactionTrigger)) {
		return err
	}
	asked := r.request()
	asked.step.Kind, asked.step.Remote, asked.step.Answered = KindCompaction, remote && !local, true
	return r.send(asked)
}

// keptUserTokens bounds what a local compaction keeps of the user's messages.
const keptUserTokens = 20_000

// rebuilt is the history after a compaction that states none: the context at the head, the user's messages as far as they
// fit, newest first, and the summary.
//
// NOTE(codex): 0.106.0 core/src/compact.rs the client put freshly built initial context in front; see initialContext.
func (r *Replay) rebuilt(summary string, origin Origin) []*ResponseItem {
	items := r.context.items
	rebuilt := slices.Clone(r.initialContext())
	r.fresh.head = len(rebuilt)
	var kept []string
	left := keptUserTokens
	for i := len(items) - 1; i >= 0 && left > 0; i-- {
		text, ok := userText(items[i])
		if !ok {
			continue
		}
		cost := tokensOf(len(text))
		if cost > left {
			text = truncateText(text, budget{left, true})
		}
		kept = append(kept, text)
		left -= cost
	}
	for i := len(kept) - 1; i >= 0; i-- {
		rebuilt = append(rebuilt, r.userMessage(kept[i], origin))
		origin.Index++
	}
	if summary == "" {
		summary = "(no summary available)"
	}
	origin.Rule = Summary
	return append(rebuilt, r.userMessage(summary, origin))
}

func (r *Replay) userMessage(text string, origin Origin) *ResponseItem {
	raw := append([]byte(`{"type":"message","role":"user","content":[`), textPart(text)...)
	it, err := NewItem(append(raw, ']', '}'), false, origin)
	if err != nil {
		panic(err) // built here
	}
	it.Process = r.process.number
	return it
}
