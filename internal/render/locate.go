package render

import (
	"bufio"
	"fmt"

	"promptctl/internal/history"
	"promptctl/internal/provenance"
)

// Locate prints what an API's error is about.
type Locate struct{ Explain }

// Show prints it.
func (x *Locate) Show(w *bufio.Writer, l *provenance.Located) error {
	if x.JSON {
		return JSON(w, newLocatedRecord(l))
	}
	switch len(l.Items) {
	case 0:
		x.nothing(w, l)
		return nil
	case 1:
		x.head(w, l.Items[0])
		x.link(w, "holds", Plain(briefly(l.Shows, 160)))
		x.chain(w, l.Items[0])
	default:
		fmt.Fprintln(w, x.Text.Style.bold(Plain(l.Shows)+sizes(l)))
		for _, e := range l.Items {
			x.row(w, e)
		}
		if l.More > 0 {
			fmt.Fprintf(w, "  … %s more\n", count(l.More))
		}
	}
	x.rule(w, l)
	return nil
}

// sizes is how large the request is, where that is what is wrong with it.
func sizes(l *provenance.Located) string {
	if l.Complaint.Rule != provenance.ContextTooLong {
		return ""
	}
	text := ", ~" + counted(l.Request.Tokens(), "token")
	if u := l.Request.Step.Reported; u != nil {
		text += "; the server reported " + count(u.InputTokens)
	}
	return text
}

// chain is where the item comes from, and how long it was sent.
func (x *Locate) chain(w *bufio.Writer, e *provenance.Explanation) {
	x.link(w, "from", x.from(e))
	x.link(w, "recorded", x.recorded(e))
	x.copies(w, e)
	x.link(w, "sent", sentIn(e.Sent))
	x.link(w, "left", x.left(e.Left))
}

// row is one of several items.
func (x *Locate) row(w *bufio.Writer, e *provenance.Explanation) {
	what, detail := title(e.Item)
	name := fmt.Sprintf("%-10s %s", Plain(e.Spot.Path), what)
	if detail != "" {
		name += "  " + Plain(detail)
	}
	tokens := "~" + counted(history.EstimateTokens(e.Item), "token")
	width := 54
	if x.Text.Style.Width > 0 {
		width = max(24, min(width, x.Text.Style.Width-46))
	}
	line := fmt.Sprintf("  %-*s %16s  %s", width, briefly(name, width), tokens, x.Text.origin(e.Item))
	if e.Item.Turn > 0 {
		line += fmt.Sprintf(", turn %d", e.Item.Turn)
	}
	if x.Text.Style.Width > 0 {
		line = briefly(line, x.Text.Style.Width)
	}
	fmt.Fprintln(w, line)
}

// rule says what is most likely broken, and what to do.
func (x *Locate) rule(w *bufio.Writer, l *provenance.Located) {
	x.link(w, "rule", l.Complaint.Rule.Means()+" ("+string(l.Complaint.Rule)+")")
	x.link(w, "do", l.Advice())
}

// nothing says why nothing in the request fits, and where else to look.
func (x *Locate) nothing(w *bufio.Writer, l *provenance.Located) {
	name := "the request behind the last line"
	if n := l.Request.Step.Number; n > 0 {
		name = fmt.Sprintf("step %d", n)
	}
	fmt.Fprintln(w, x.Text.Style.bold(fmt.Sprintf("nothing in %s fits: %s", name, l.Shows)))
	if l.Elsewhere > 0 {
		x.link(w, "but", fmt.Sprintf("step %d has %s: --step %d", l.Elsewhere, Plain(l.Complaint.Spot.Path), l.Elsewhere))
	}
	for _, line := range l.Lines {
		text := fmt.Sprintf("%s, %s", x.Text.line(line.Origin), Plain(line.Kind))
		if len(line.Sent) > 0 {
			text += ", sent " + sentIn(line.Sent)
		} else {
			text += ", " + lineUse(line)
		}
		if line.Left != nil && line.Left.By.Line > 0 {
			text += "; " + x.leftWhy(line.Left)
		}
		x.link(w, "named at", text)
	}
	x.rule(w, l)
}

// locatedRecord is what an error is about, for programs.
type locatedRecord struct {
	SchemaVersion int                   `json:"schema_version"`
	Step          int                   `json:"step"` // 0 behind the last line
	Rule          provenance.BrokenRule `json:"rule"`
	Means         string                `json:"means"`
	Do            string                `json:"do"`
	Path          string                `json:"path,omitzero"`
	Shows         string                `json:"shows"`
	Items         []explanation         `json:"items"`
	More          int                   `json:"more"`
	Elsewhere     int                   `json:"step_with_path,omitzero"`
	Lines         []lineRecord          `json:"lines"`
}

func newLocatedRecord(l *provenance.Located) locatedRecord {
	r := locatedRecord{
		SchemaVersion: SchemaVersion, Step: l.Request.Step.Number, Rule: l.Complaint.Rule, Means: l.Complaint.Rule.Means(),
		Do: l.Advice(), Path: l.Complaint.Spot.Path, Shows: l.Shows, Items: newExplainRecord(l.Items).Explanations, More: l.More, Elsewhere: l.Elsewhere,
	}
	for _, line := range l.Lines {
		r.Lines = append(r.Lines, newLineRecord(line, l.Request))
	}
	return r
}
