package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/provenance"
)

// Explain prints explanations.
type Explain struct {
	Text Text
	JSON bool
	Home string // the user's home folder, shown as ~
}

// All prints one explanation after another.
func (x *Explain) All(w *bufio.Writer, list []*provenance.Explanation) error {
	if x.JSON {
		return JSON(w, newExplainRecord(list))
	}
	for i, e := range list {
		if i > 0 {
			w.WriteString("\n")
		}
		x.one(w, e)
	}
	return nil
}

// one prints the chain from origin to body, a link a line.
func (x *Explain) one(w *bufio.Writer, e *provenance.Explanation) {
	x.head(w, e)
	x.link(w, "from", x.from(e))
	if e.Item != nil {
		x.link(w, "recorded", x.recorded(e))
		x.copies(w, e)
		for _, s := range e.Tells {
			x.section(w, s, e.Spot.Part < 0)
		}
	}
	x.link(w, "body", body(e))
	if e.Item == nil {
		x.link(w, "sent", "with every request of the thread")
		return
	}
	x.link(w, "sent", sentIn(e.Sent))
	x.link(w, "left", x.left(e.Left))
}

// linkIndent is where the text of a link stands.
const linkIndent = 13

func (x *Explain) link(w *bufio.Writer, name, text string) {
	if text == "" {
		return
	}
	for _, line := range wrap(text, x.Text.Style.room(linkIndent)) {
		fmt.Fprintf(w, "  %-9s  %s\n", name, line)
		name = ""
	}
}

// head names the place, and shows the line that was asked for.
func (x *Explain) head(w *bufio.Writer, e *provenance.Explanation) {
	name := Plain(e.Spot.Path)
	if e.Item == nil {
		fmt.Fprintln(w, x.Text.Style.bold(name))
		x.quote(w, e.Request.Prompt.Instructions, e.Spot)
		return
	}
	what, detail := title(e.Item)
	if parts := e.Item.Content(); e.Spot.Part >= 0 && e.Item.Context() {
		detail = "context"
		if p := parts[e.Spot.Part]; p.Fragment != "" {
			detail += ": " + p.Fragment
		}
	}
	line := x.Text.Style.bold(name) + "  " + x.Text.Style.role(what, e.Item)
	if detail = Plain(detail); detail != "" {
		if width := x.Text.Style.Width; width > 0 {
			detail = briefly(detail, max(minWrap, width-len(name)-len(what)-4))
		}
		line += "  " + detail
	}
	fmt.Fprintln(w, line)
	x.quote(w, provenance.Text(e.Item, e.Spot), e.Spot)
}

// quote shows the line in which a match stands.
func (x *Explain) quote(w *bufio.Writer, text string, at provenance.Spot) {
	if at.To == 0 {
		return
	}
	begin := strings.LastIndexByte(text[:at.From], '\n') + 1
	line, _, _ := strings.Cut(text[begin:], "\n")
	width := 96
	if x.Text.Style.Width > 0 {
		width = max(20, x.Text.Style.Width-4)
	}
	fmt.Fprintf(w, "  %s\n", x.Text.Style.faint("│ "+briefly(Plain(line), width)))
}

// from says who made the item.
func (x *Explain) from(e *provenance.Explanation) string {
	switch s := e.Source; s.Kind {
	case provenance.FromUser:
		return "the user"
	case provenance.FromModel:
		if s.Step > 0 {
			return fmt.Sprintf("the model: its answer to step %d", s.Step)
		}
		return "the model"
	case provenance.FromTool:
		if s.Call == nil {
			return "a tool; its call is not in the request"
		}
		return fmt.Sprintf("the result of %s, called at input[%d]", Plain(s.Call.Name), s.Call.Index)
	case provenance.FromContext:
		if e.Rules != nil {
			return x.rules(e.Rules)
		}
		return "the client, which tells the model of its surroundings"
	case provenance.FromAgent:
		return "another agent"
	case provenance.FromCompaction:
		return "a compaction: it stands for history that is gone"
	case provenance.FromClient:
		if s.Call != nil {
			return fmt.Sprintf("the client: the call at input[%d] has no result, and the API wants one", s.Call.Index)
		}
		return "the client, for this request alone"
	case provenance.FromSession:
		return "the base instructions that session_meta states (" + baseLine(e.Request.Step.Base, x.Text.Thread) + ")"
	case provenance.FromCatalog:
		return "the model's base instructions, from the catalog"
	case provenance.FromFlag:
		return "the file given as --tools"
	}
	return "? not in this rollout"
}

// recorded says where the item stands on file.
func (x *Explain) recorded(e *provenance.Explanation) string {
	o := e.Item.Origin
	switch o.Rule {
	case history.Recorded, history.Replaced, history.Rebuilt, history.Summary:
	case history.MissingOutput:
		return "nowhere; its call is at " + x.Text.line(o)
	default:
		return "nowhere"
	}
	words := []string{x.place(o)}
	if o.Rule == history.Rebuilt || o.Rule == history.Summary {
		words = append(words, "a compaction that states no history: made by the client's rules")
	}
	if o.Time != "" {
		words = append(words, Plain(clock(o.Time)))
	}
	if e.Item.Turn > 0 {
		words = append(words, fmt.Sprintf("turn %d", e.Item.Turn))
	}
	return strings.Join(words, ", ")
}

// place is a line, and where in it.
func (x *Explain) place(o history.Origin) string {
	if o.Rule == history.Replaced {
		return fmt.Sprintf("%s replacement_history[%d]", x.Text.line(o), o.Index)
	}
	return x.Text.line(o)
}

// copies shows what a compaction carried over.
func (x *Explain) copies(w *bufio.Writer, e *provenance.Explanation) {
	if c := e.CopyOf; c != nil {
		x.link(w, "copy of", x.Text.line(c.Origin)+", which was sent "+sentIn(c.Sent))
	}
	if c := e.KeptAs; c != nil {
		x.link(w, "kept as", x.place(c.Origin)+", sent "+sentIn(c.Sent))
	}
}

// body says how the item stands in the request.
func body(e *provenance.Explanation) string {
	if e.Item == nil {
		if e.Request.Encoding == compile.ResponsesLite {
			return fmt.Sprintf("%s, as a developer message of Responses Lite", counted(e.Bytes, "byte"))
		}
		return counted(e.Bytes, "byte")
	}
	text := fmt.Sprintf("%s, ~%s", counted(e.Bytes, "byte"), counted(history.EstimateTokens(e.Item), "token"))
	if len(e.Changes) == 0 {
		if e.Item.Origin.Rule == history.Recorded || e.Item.Origin.Rule == history.Replaced {
			text += ", as the line has it"
		}
		return text
	}
	var notes []string
	for _, c := range e.Changes {
		notes = append(notes, transformNote(c))
	}
	return text + "; " + strings.Join(notes, "; ")
}

func transformNote(c provenance.Transform) string {
	switch c.Rule {
	case history.IDRemoved:
		return "without its id"
	case history.MetadataRemoved:
		return "without Codex's own metadata"
	case history.MetadataChanged:
		return "with the metadata that this release sends"
	case history.ContentNull:
		return "content null: a process since read it back"
	case history.ImageDetailRemoved:
		return "images without detail"
	case history.Rewritten:
		return "without what the client does not know of it"
	case history.RolledBack:
		return "a rollback took the text on the model switch out"
	case history.ShellOutputText:
		return "the result as text, recorded as JSON"
	case history.Mail:
		return "mail as an item"
	case history.OutputTruncated:
		return fmt.Sprintf("%s of %s bytes kept when it was recorded", count(c.Is), count(c.Was))
	}
	return ruleNote(c.Rule)
}

// sentIn lists requests.
func sentIn(spans []provenance.Span) string {
	n := 0
	var runs []string
	for _, s := range spans {
		n += s.To - s.From + 1
		runs = append(runs, stepRun(s))
	}
	switch n {
	case 0:
		return "in no request so far"
	case 1:
		return "in 1 request: " + runs[0]
	}
	return fmt.Sprintf("in %s requests: %s", count(n), strings.Join(runs, ", "))
}

func stepRun(s provenance.Span) string {
	if s.From == s.To {
		return fmt.Sprintf("step %d", s.From)
	}
	return fmt.Sprintf("steps %d to %d", s.From, s.To)
}

// left says what took an item away.
func (x *Explain) left(l *provenance.Leaving) string {
	if l == nil {
		return ""
	}
	if l.Step > 0 {
		return fmt.Sprintf("from step %d on: %s", l.Step, x.leftWhy(l))
	}
	return "behind the last request: " + x.leftWhy(l)
}

func (x *Explain) leftWhy(l *provenance.Leaving) string {
	switch l.Rule {
	case history.Replaced:
		return fmt.Sprintf("the compaction at %s replaced it", x.Text.line(l.By))
	case history.RolledBack:
		return fmt.Sprintf("the rollback at %s undid it", x.Text.line(l.By))
	case history.NotReadBack:
		return "its line cannot be read, and only the process that wrote it had it"
	case history.ContextRebuilt:
		return "a resume put fresh context in its place"
	case history.MissingOutput:
		return "the call is gone, or has its own result"
	case history.LitePrefix, history.BaseMessage:
		return "the request is encoded otherwise"
	case history.CompactionPrompt, history.Trigger:
		return "it belongs to the request for the compaction"
	}
	return "its call is gone"
}
