package history

import (
	"fmt"
	"slices"

	"promptctl/internal/codex"
	"promptctl/internal/rollout"
)

// StepKind is what a request was for.
type StepKind string

const (
	KindTurn       StepKind = "turn"
	KindCompaction StepKind = "compaction"
)

// Step is one sampling request, with the history that it was made from.
type Step struct {
	Number   int // from 1 in the thread; 0 when read from the end of the file
	Turn     int // from 1
	TurnStep int // from 1 in its turn
	TurnID   string
	Kind     StepKind
	Remote   bool // a compaction asked for by a trigger item, not by a prompt

	Switching bool   // the turn switches to another model, which is not in force yet
	Inherited bool   // another thread, or an earlier file of this one, sent it
	Answered  bool   // it left an item, or the server reported usage
	Sent      Origin // the last item recorded before it was sent
	Process   int    // the client process that sent it
	Reported  *Usage
	Mailbox   Mailbox // what its answer did to mail from other agents

	Version  *codex.Profile
	Model    codex.Model
	Context  *TurnContext              // nil before the first turn_context
	Settings *ThreadSettings           // nil when never stated
	Base     *rollout.BaseInstructions // nil when the thread states none
	Thread   *rollout.Meta

	Items []*ResponseItem // history, before normalization
	Notes []string

	World        *World        // in force when it was sent; nil unless asked for by [Options]
	WorldChanges []WorldChange // since the step before
	Reference    *TurnContext  // with World: the settings that the next turn's are compared with, nil for none
	Announced    bool          // with World: Settings are newer than Context

	Departed []Departed // what left history before, in the order of leaving; none unless asked for by [Options]

	changes       []recordChange
	repairs       repairs
	mixedPolicies bool // outputs in history were cut by more than one policy
}

// ForPrompt is the history as it can be sent to the step's model, and what recording and normalization changed on the way.
// A history with nothing to repair is returned as it is.
func (s *Step) ForPrompt() ([]*ResponseItem, Ledger) {
	ledger := s.recordLedger()
	if !s.repairs.needed(&s.Model) && !s.Version.Has(codex.ShellOutputAsText) {
		return s.Items, ledger
	}
	items, changes := Normalize(s.Items, &s.Model, s.Version)
	return items, append(ledger, changes...)
}

// With is the step with more items behind its history.
func (s *Step) With(items []*ResponseItem) *Step {
	more := *s
	more.Items = slices.Concat(s.Items, items)
	for _, it := range items {
		more.repairs.media |= it.media
	}
	return &more
}

// Doubts are what the lines leave open about the request.
func (s *Step) Doubts() (doubts []string) {
	if !s.repairs.bare && !s.mixedPolicies {
		return nil
	}
	for _, it := range s.Items {
		if it.Process != s.Process || it.Turn >= s.Turn {
			continue
		}
		if it.bare() {
			doubts = append(doubts, fmt.Sprintf("the reasoning of line %d has no content: sent so by the process that received it, "+
				"as null by any later one; nothing shows whether the client was restarted in between", it.Origin.Line))
		}
		if s.mixedPolicies && s.cutOtherwise(it) {
			doubts = append(doubts, fmt.Sprintf("the output of line %d was cut for another model: a restart since would have cut it "+
				"for this one; nothing shows whether there was one", it.Origin.Line))
		}
	}
	return doubts
}

// cutOtherwise reports whether a restart now would cut a tool output at another length.
func (s *Step) cutOtherwise(it *ResponseItem) bool {
	if it.Origin.Index >= 0 {
		return false
	}
	return it.Truncated && it.cutBy != s.Model.Truncation || truncated(it, s.Model.Truncation) != it
}

// bare reports whether an item is reasoning that was recorded without content.
func (it *ResponseItem) bare() bool { return it.Type == Reasoning && !it.Has(FieldContent) }

func (s *Step) recordLedger() Ledger {
	var l Ledger
	for _, c := range s.changes {
		if c.before > len(s.Items) {
			break
		}
		item := -1
		if c.rule != NotHistory {
			item = c.before
		}
		l = append(l, Change{c.rule, item, c.origin.Line, c.note})
	}
	return l
}

// Cause says in a few words why the request was made: the last thing in its history that is not context.
func (s *Step) Cause() string {
	if s.Kind == KindCompaction {
		return "compaction"
	}
	for i := len(s.Items) - 1; i >= 0; i-- {
		it := s.Items[i]
		if it.Origin.Rule == Replaced || it.Origin.Rule == Rebuilt {
			return "after compaction"
		}
		if _, ok := outputs(it.Type); ok {
			return "result of " + s.callName(i)
		}
		switch {
		case it.Type == AgentMessage:
			return "mail from " + it.Text(FieldAuthor)
		case it.Type == Message && boundary(it):
			return "user input"
		case it.ModelMade():
			return "follow-up"
		}
	}
	return "no input"
}

// callName finds the name of the call that the output at index i answers.
func (s *Step) callName(i int) string {
	callID := s.Items[i].CallID()
	for j := i - 1; j >= 0; j-- {
		it := s.Items[j]
		if _, _, ok := calls(it.Type); ok && it.CallID() == callID {
			if name := it.Text(FieldName); name != "" {
				return name
			}
			return it.Type.String()
		}
	}
	return "an unknown call"
}
