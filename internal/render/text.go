package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// Text prints requests for people.
type Text struct {
	Style  Style
	Thread *rollout.Thread
	Full   bool // long texts whole

	printed int
}

// Request prints a request: a line that says which it is, its parts outside the input, then the input as numbered blocks.
func (t *Text) Request(w *bufio.Writer, r *compile.Request) error {
	if t.printed > 0 {
		w.WriteString("\n")
	}
	t.printed++
	fmt.Fprintln(w, t.Style.bold(headline(r)))
	for _, line := range facts(r, t.Thread) {
		fmt.Fprintf(w, "%-14s %s\n", line.name, t.mark(line.text))
	}
	for i, it := range r.Input {
		w.WriteString("\n")
		t.item(w, i, it, t.changes(r, i))
	}
	return nil
}

func (t *Text) mark(text string) string {
	if strings.HasPrefix(text, "? ") {
		return t.Style.warning("?") + text[1:]
	}
	return text
}

// changes are the marks of the ledger on one item.
func (t *Text) changes(r *compile.Request, i int) []string {
	var notes []string
	for _, c := range r.Ledger {
		if c.Item == i {
			notes = append(notes, ruleNote(c.Rule))
		}
	}
	return notes
}

// headline says which request this is.
func headline(r *compile.Request) string {
	s := r.Step
	name := fmt.Sprintf("step %d (turn %d.%d)", s.Number, s.Turn, s.TurnStep)
	if s.Number == 0 {
		name = "after the last line"
	}
	line := fmt.Sprintf("%s of %s: %s, ~%s tokens", name, shortID(threadID(r)), counted(len(r.Input), "item"), count(r.Tokens()))
	if s.Number == 0 {
		return line + ", as a resume would send it"
	}
	if s.Sent.Time != "" {
		line += ", sent " + clock(s.Sent.Time)
	}
	line += " by codex " + s.Version.Version.String()
	if s.Inherited {
		line += ", inherited"
	}
	return Plain(line)
}

func threadID(r *compile.Request) string {
	if r.Step.Thread == nil {
		return "?"
	}
	return r.Step.Thread.ID
}

// shortID is as much of a thread id as a person types.
func shortID(id string) string { return id[:min(8, len(id))] }

// clock is the time of day of a timestamp, in UTC as it is written.
func clock(timestamp string) string {
	if _, time, ok := strings.Cut(timestamp, "T"); ok && len(time) >= 8 {
		return time[:8] + "Z"
	}
	return timestamp
}

type fact struct{ name, text string }

// facts are the parts of a request outside its input.
func facts(r *compile.Request, thread *rollout.Thread) []fact {
	list := []fact{{"instructions", instructionsFact(r, thread)}, {"tools", toolsFact(r)}, {"settings", settingsFact(r)}}
	if len(thread.Segments) > 1 {
		for i, s := range thread.Segments {
			list = append(list, fact{fileName(thread, i), Plain(s.File.Path)})
		}
	}
	if s := r.Step; s.Reported != nil {
		list = append(list, fact{"reported", fmt.Sprintf("%s tokens in, %s of them cached, %s out, by the server",
			count(s.Reported.InputTokens), count(s.Reported.CachedInputTokens), count(s.Reported.OutputTokens))})
	}
	for _, c := range r.Ledger {
		if c.Item < 0 {
			list = append(list, fact{"left out", fmt.Sprintf("rollout:%d %s %s", c.Line, ruleNote(c.Rule), Plain(c.Note))})
		}
	}
	for _, note := range r.Notes {
		list = append(list, fact{"note", Plain(note)})
	}
	return list
}

func instructionsFact(r *compile.Request, thread *rollout.Thread) string {
	if r.Prompt.Instructions == "" {
		if r.Step.Base == nil {
			return "? not in this rollout; give --catalog FILE"
		}
		return "none"
	}
	where := "from the catalog: the model's own"
	switch base := r.Step.Base; {
	case r.Prompt.Source != "":
		where = "from " + Plain(r.Prompt.Source)
	case base != nil && r.Step.Thread != nil:
		where = "from session_meta (" + baseLine(base, thread) + ")"
	}
	return fmt.Sprintf("%s bytes  %s", count(len(r.Prompt.Instructions)), where)
}

// baseLine is the line that states base instructions.
func baseLine(b *rollout.BaseInstructions, thread *rollout.Thread) string {
	return fmt.Sprintf("%s:%d", fileName(thread, b.Segment), b.Line)
}

func toolsFact(r *compile.Request) string {
	switch {
	case r.Prompt.Tools == nil:
		return "? not in this rollout; give --tools FILE"
	case string(r.Prompt.Tools) == "[]":
		return "none"
	}
	return fmt.Sprintf("%s bytes", count(len(r.Prompt.Tools)))
}

func settingsFact(r *compile.Request) string {
	words := []string{"model " + r.Step.Model.Slug}
	if r.Step.Context == nil {
		words = []string{"? model not stated yet"}
	}
	if c := r.Step.Context; c != nil && c.Effort != "" {
		words = append(words, "effort "+c.Effort)
	} else if e := r.Step.Model.DefaultReasoningLevel; e != "" {
		words = append(words, "effort "+e+" (the model's default)")
	}
	if r.Prompt.Parallel && r.Encoding == compile.Responses {
		words = append(words, "parallel tool calls")
	}
	if r.Encoding == compile.ResponsesLite {
		words = append(words, "Responses Lite")
	}
	if r.Step.Kind == history.KindCompaction {
		words = append(words, "asks for a summary")
	}
	words = append(words, "provider "+string(r.Provider))
	return Plain(strings.Join(words, " · "))
}

// ruleNote says in a few words what a rule did.
func ruleNote(rule history.Rule) string {
	switch rule {
	case history.MissingOutput:
		return "made up: the call had no output"
	case history.OrphanOutput:
		return "an output without its call"
	case history.ImageStripped:
		return "images taken out: the model takes none"
	case history.AudioStripped:
		return "audio taken out: the model takes none"
	case history.OutputTruncated:
		return "truncated when it was recorded"
	case history.NotHistory:
		return "never enters history:"
	case history.MediaPrepared:
		return "images replaced on resume"
	}
	return string(rule)
}

// item prints one numbered block.
func (t *Text) item(w *bufio.Writer, i int, it *history.ResponseItem, notes []string) {
	t.block(w, fmt.Sprintf("input[%d]", i), it, notes)
}

// block prints an item under a name.
func (t *Text) block(w *bufio.Writer, name string, it *history.ResponseItem, notes []string) {
	what, detail := title(it)
	line := fmt.Sprintf("%s  %s", name, what)
	if detail != "" {
		line += "  " + Plain(detail)
	}
	where := t.origin(it)
	gap := t.Style.gap(line, where)
	line = t.Style.bold(name) + "  " + t.Style.role(what, it) + strings.TrimPrefix(line, name+"  "+what)
	fmt.Fprintf(w, "%s%s%s\n", line, gap, t.Style.faint(where))
	for _, note := range notes {
		fmt.Fprintf(w, "  %s %s\n", t.Style.warning("~"), note)
	}
	t.body(w, it)
}

// title says what an item is: role or type, and what tells it from others of its kind.
func title(it *history.ResponseItem) (what, detail string) {
	switch it.Type {
	case history.Message:
		what = Plain(it.Role())
		if it.Context() {
			return what, "context: " + fragments(it)
		}
		return what, it.Text(history.FieldPhase)
	case history.AgentMessage:
		return "agent_message", it.Text(history.FieldAuthor) + " → " + it.Text(history.FieldRecipient)
	case history.FunctionCall, history.CustomToolCall:
		name := it.Text(history.FieldName)
		if space := it.Text(history.FieldNamespace); space != "" {
			name = space + "." + name
		}
		return it.Type.String(), name + "  " + it.CallID()
	case history.AdditionalTools:
		return it.Type.String(), ""
	}
	return it.Type.String(), it.CallID()
}

// fragments names the context fragments in a message.
func fragments(it *history.ResponseItem) string {
	var names []string
	for _, p := range it.Content() {
		if p.Fragment != "" {
			names = append(names, p.Fragment)
		} else {
			names = append(names, "text")
		}
	}
	return strings.Join(names, ", ")
}

// origin says where in the files an item stands, or what made it.
func (t *Text) origin(it *history.ResponseItem) string {
	o := it.Origin
	place := fmt.Sprintf("%s:%d", fileName(t.Thread, o.Segment), o.Line)
	switch o.Rule {
	case history.Recorded:
		return place
	case history.Replaced:
		return fmt.Sprintf("%s [%d]", place, o.Index)
	case history.MissingOutput:
		return "for " + place
	case history.LitePrefix:
		return "put in front by Responses Lite"
	case history.BaseMessage:
		return "base instructions"
	case history.Predicted:
		return "not sent yet"
	case history.CompactionPrompt:
		return "? not in this rollout"
	case history.Trigger:
		return "asks for the compaction"
	}
	return place + " " + string(o.Rule)
}

// fileName is how a file of the lineage is called: the thread's own is rollout.
func fileName(thread *rollout.Thread, segment int) string {
	if segment == thread.Own() {
		return "rollout"
	}
	return fmt.Sprintf("base%d", segment+1)
}
