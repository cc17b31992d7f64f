package audit

import (
	"fmt"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/diag"
	"promptctl/internal/history"
)

const (
	UnsupportedCall Code = "unsupported-call"
	BadArguments    Code = "bad-arguments"
)

// toolRules judge what became of calls.
var toolRules = []Rule{
	{UnsupportedCall, diag.Warning, "call of a tool that the client does not have",
		"The model called a tool by a name that no tool of the client has, and was told so. Either the model made the name up, or it was told of the tool by something that stayed in the history: a skill, an MCP server or a plugin that is gone, or another model's tools.",
		"Look in the prompt for the name (promptctl explain --match NAME). A server that no longer starts is the usual cause."},
	{BadArguments, diag.Note, "call whose arguments the client could not read",
		"The model called a tool with arguments that are not what the tool takes, and was told so.",
		"Nothing has to be done for one such call. Many of them tell of a tool description that the model misunderstands."},
}

// tools judges the output of a call.
func (l *lint) tools(p *pass, it *history.ResponseItem) {
	output := it.Value(history.FieldOutput)
	if !it.Type.Answers() || len(output) == 0 || output[0] != '"' {
		return
	}
	text := output[1 : len(output)-1]
	f := Finding{Origin: it.Origin, Subject: it.CallID(), Step: p.step.Number}
	for _, start := range []string{codex.UnsupportedCall, codex.UnsupportedCustomCall} {
		if name, ok := strings.CutPrefix(string(text[:min(len(text), 200)]), start); ok {
			f.Code, f.Message = UnsupportedCall, fmt.Sprintf("the model called %.80q, and there is no such tool", name)
			l.find(f)
		}
	}
	if strings.HasPrefix(string(text[:min(len(text), 80)]), codex.BadArguments) {
		f.Code, f.Message = BadArguments, fmt.Sprintf("the arguments of %s could not be read", it.CallID())
		l.find(f)
	}
}
