package audit

import (
	"fmt"

	"promptctl/internal/codex"
	"promptctl/internal/diag"
	"promptctl/internal/history"
)

const (
	OutputTruncated Code = "output-truncated"
	ItemLarge       Code = "item-large"
)

// sizeRules judge how much of the prompt something takes.
var sizeRules = []Rule{
	{OutputTruncated, diag.Note, "tool output that was cut",
		"A tool output is longer than the model's policy allows. The tool or the client cuts out its middle and says how much is missing: the model sees the beginning and the end.",
		"Have the command print less, or into a file that is read in parts."},
	{ItemLarge, diag.Warning, "item that takes a large part of the prompt",
		"One item is above the limit of tokens (--item-tokens, by the client's own estimate of four bytes each). It is sent again with every request until a compaction.",
		"Have the tool print less. A compaction removes the item."},
}

// size judges the size of an item.
func (l *lint) size(p *pass, it *history.ResponseItem) {
	if by := cutBy(it); by != "" {
		l.find(Finding{Code: OutputTruncated, Origin: it.Origin, Subject: it.CallID(), Step: p.step.Number,
			Message: fmt.Sprintf("the output of %s was cut by %s: %d bytes of it are left in the prompt", it.CallID(), by, len(it.Value(history.FieldOutput)))})
	}
	if n := history.EstimateTokens(it); n > l.options.ItemTokens {
		l.find(Finding{Code: ItemLarge, Origin: it.Origin, Step: p.step.Number,
			Message: fmt.Sprintf("a %s of ~%d tokens, above the limit of %d", it.Type, n, l.options.ItemTokens)})
	}
}

// cutBy says who cut the output of a call, "" for nobody.
func cutBy(it *history.ResponseItem) string {
	switch {
	case it.Truncated:
		return "the client"
	case it.Type.Answers() && codex.CutByTool(it.Value(history.FieldOutput)):
		return "the tool"
	}
	return ""
}
