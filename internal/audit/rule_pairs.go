package audit

import (
	"fmt"

	"promptctl/internal/diag"
	"promptctl/internal/history"
)

const (
	CallWithoutOutput Code = "call-without-output"
	OutputWithoutCall Code = "output-without-call"
	OutputBeforeCall  Code = "output-before-call"
	DuplicateCallID   Code = "duplicate-call-id"
	DuplicateOutput   Code = "duplicate-output"
)

// pairRules judge calls and their outputs.
var pairRules = []Rule{
	{CallWithoutOutput, diag.Error, "call without a result",
		"A tool call has no output in the rollout. The endpoint refuses a request with such a call, so the client puts an output that says \"aborted\" behind it in every request: the model believes that the call did not run, although it may have run to its end.",
		"Tell the model what became of the call. A client that was killed while a tool ran is the usual cause."},
	{OutputWithoutCall, diag.Error, "result without a call",
		"A tool output stands in the history, and its call does not, or is of another kind. The client leaves such an output out of every request: the model never sees the result.",
		"Give the model the result in a message. A call that a rollback or an edit took away is the usual cause."},
	{OutputBeforeCall, diag.Error, "result in front of its call",
		"A tool output stands in front of the call that it answers. The client keeps the order, and the endpoint may refuse the request.",
		"Put the two lines in order in a copy of the file. Two processes that wrote to one file are the usual cause."},
	{DuplicateCallID, diag.Error, "call id that two calls have",
		"Two calls of one kind have the same call id. The client pairs by the id alone, so a call can go without a result unseen, and the endpoint may refuse the request.",
		"Remove the second call from a copy of the file, if it is the same one. Providers that number calls anew in each answer are another cause."},
	{DuplicateOutput, diag.Warning, "call with two results",
		"Two outputs answer one call. The client sends both, and the endpoint may refuse the request.",
		"Remove one of them from a copy of the file."},
}

// pairKey is a call's id with the type of the output that answers it.
type pairKey struct {
	output history.ItemType
	callID string
}

// pair is what a history holds of one call.
type pair struct{ call, output *history.ResponseItem }

// pairs follows calls and outputs along the history.
type pairs map[pairKey]pair

func (p pairs) step(l *lint, s *pass) {
	if s.cut {
		clear(p)
		for _, it := range s.step.Items[:s.kept] {
			p.take(it)
		}
	}
	for _, it := range s.fresh {
		p.judge(l, s, it)
		p.take(it)
	}
	p.repaired(l, s)
}

func keyOf(it *history.ResponseItem) (key pairKey, call, ok bool) {
	output, call := it.Type.AnsweredBy()
	if !call {
		output = it.Type
	}
	id := it.CallID()
	return pairKey{output, id}, call, id != "" && (call || it.Type.Answers())
}

func (p pairs) take(it *history.ResponseItem) {
	key, call, ok := keyOf(it)
	if !ok {
		return
	}
	have := p[key]
	if call {
		have.call = it
	} else {
		have.output = it
	}
	p[key] = have
}

// judge holds one item to those before it.
func (p pairs) judge(l *lint, s *pass, it *history.ResponseItem) {
	key, call, ok := keyOf(it)
	if !ok {
		return
	}
	have := p[key]
	f := Finding{Subject: key.callID, Origin: it.Origin, Step: s.step.Number}
	switch {
	case call && have.call != nil && !sameLine(have.call, it):
		f.Code = DuplicateCallID
		f.Message = fmt.Sprintf("%s has the id of the call of line %d", callName(it), have.call.Origin.Line)
	case call && have.call == nil && have.output != nil:
		f.Code = OutputBeforeCall
		f.Message = fmt.Sprintf("the result of %s stands in front of it, in line %d", callName(it), have.output.Origin.Line)
	case !call && have.output != nil && !sameLine(have.output, it):
		f.Code = DuplicateOutput
		f.Message = fmt.Sprintf("%s has a result already, in line %d", key.callID, have.output.Origin.Line)
	default:
		return
	}
	l.find(f)
}

func sameLine(a, b *history.ResponseItem) bool {
	return a.Origin.Segment == b.Origin.Segment && a.Origin.Offset == b.Origin.Offset && a.Origin.Index == b.Origin.Index
}

// repaired takes what normalization had to do so that the request could be sent.
func (p pairs) repaired(l *lint, s *pass) {
	for _, change := range s.request.Ledger {
		switch change.Rule {
		case history.MissingOutput:
			p.missing(l, s, change)
		case history.OrphanOutput:
			p.orphan(l, s, change)
		}
	}
}

func (p pairs) missing(l *lint, s *pass, change history.Change) {
	made := s.request.Input[change.Item]
	call := p[pairKey{made.Type, made.CallID()}].call
	if call == nil {
		return
	}
	f := Finding{Code: CallWithoutOutput, Subject: made.CallID(), Origin: call.Origin, Step: s.step.Number}
	f.Message = callName(call) + " has no result"
	running := s.step.Number == 0 && l.lines.task
	if running {
		f.Message += ", and its turn no end"
	}
	found := l.findAt(f, effect{`the client sent "aborted"`, `a resume sends "aborted"`})
	if running && found.Step == 0 {
		found.Severity = diag.Warning // the tool may still run
	}
}

// orphan finds the output that was left out among those with its call id.
func (p pairs) orphan(l *lint, s *pass, change history.Change) {
	for _, output := range []history.ItemType{history.FunctionCallOutput, history.CustomToolCallOutput, history.ToolSearchOutput} {
		it := p[pairKey{output, change.Note}].output
		if it == nil || it.Origin.Line != change.Line {
			continue
		}
		f := Finding{Code: OutputWithoutCall, Subject: change.Note, Origin: it.Origin, Step: s.step.Number,
			Message: fmt.Sprintf("the result of %s has no call", change.Note)}
		l.findAt(f, effect{"the client left it out", "a resume leaves it out"})
	}
}

// callName is how a person would find a call again.
func callName(call *history.ResponseItem) string {
	name := call.Text(history.FieldName)
	if name == "" {
		name = call.Type.String()
	}
	return fmt.Sprintf("%s (%s)", name, call.CallID())
}
