package main

import (
	"fmt"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
)

// doubts are what a prediction cannot know.
func (o *nextOptions) doubts(step, last *history.Step, p *compile.Prediction) (doubts []string) {
	if step.Context != nil && !o.resumed && !step.Version.Has(codex.ResumeKeepsSettings) {
		doubts = append(doubts, "a restart of this release takes permissions from its configuration, not from the session: see --resumed")
	}
	if o.client != "" && p.Update.Initial && p.Request.Encoding == compile.ResponsesLite {
		doubts = append(doubts, "tools are those of codex debug prompt-input; a client that is started otherwise may offer others")
	}
	if why := compactsFirst(last, &p.Request.Step.Model); why != "" {
		doubts = append(doubts, "the client compacts before this turn: "+why)
	}
	return doubts
}

// compactsFirst says why a turn begins with a compaction, whose result cannot be foreseen; "" where nothing shows that it
// does.
//
// NOTE(codex): 0.145.0 a thread that grew too long is compacted before the next turn, and so is one whose next model takes no
// compactions of the last one's.
func compactsFirst(last *history.Step, next *codex.Model) string {
	if last == nil || last.Kind == history.KindCompaction {
		return ""
	}
	if limit := next.CompactionLimit(); limit > 0 && last.Reported != nil && last.Reported.InputTokens+last.Reported.OutputTokens >= limit {
		return fmt.Sprintf("the last request and its answer took %d tokens, and %d are the limit",
			last.Reported.InputTokens+last.Reported.OutputTokens, limit)
	}
	if was := last.Model.CompHash; was != "" && next.CompHash != "" && was != next.CompHash {
		return fmt.Sprintf("%s takes no compactions of %s's", next.Slug, last.Model.Slug)
	}
	return ""
}
