package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// Next prints a predicted request: what is new in it, behind a line for all that was sent before.
func (t *Text) Next(w *bufio.Writer, p *compile.Prediction) {
	r := p.Request
	old := len(r.Input) - p.New
	fmt.Fprintln(w, t.Style.bold(Plain(nextHeadline(p))))
	for _, f := range facts(r, t.Thread) {
		fmt.Fprintf(w, "%-14s %s\n", f.name, t.mark(f.text))
	}
	t.nextFacts(w, p)
	if old > 0 && !t.Full {
		fmt.Fprintf(w, "\n= %s  %s\n", span(0, old), counted(old, "item"))
	}
	for i := range r.Input {
		if i < old && !t.Full {
			continue
		}
		w.WriteString("\n")
		t.predicted(w, i, old, r)
	}
}

// predicted prints one item of a predicted request.
func (t *Text) predicted(w *bufio.Writer, i, old int, r *compile.Request) {
	if i >= old {
		w.WriteString("+ ")
	} else if t.Full {
		w.WriteString("= ")
	}
	t.item(w, i, r.Input[i], t.changes(r, i))
}

// nextFacts are what the prediction knows beside the request.
func (t *Text) nextFacts(w *bufio.Writer, p *compile.Prediction) {
	if state := p.Patch(); state != nil {
		fmt.Fprintf(w, "%-14s %s\n", "world state", Plain(stateFact(state, &p.Update)))
	}
	for _, section := range p.Missing {
		fmt.Fprintf(w, "%-14s %s not at hand; give --client CODEX or --templates DIR\n", Plain(section), t.Style.warning("?"))
	}
}

// stateFact names the sections that the line of World State would state.
func stateFact(state []byte, u *compile.Update) string {
	var names []string
	for m := rawjson.Walk(state); m.Next(); {
		mark := "~ "
		if string(m.Value) == "null" {
			mark = "- "
		} else if u.Full {
			mark = "+ "
		}
		names = append(names, mark+string(m.Name))
	}
	for _, section := range u.Open {
		names = append(names, "? "+section)
	}
	what := "a patch: "
	if u.Full {
		what = "a whole snapshot: "
	}
	return what + strings.Join(names, "  ")
}

func nextHeadline(p *compile.Prediction) string {
	r := p.Request
	who := "a new session"
	if r.Step.Thread != nil {
		who = shortID(r.Step.Thread.ID)
	}
	return fmt.Sprintf("the next request of %s: %s, %d of them new, ~%s tokens, as codex %s would send it",
		who, counted(len(r.Input), "item"), p.New, count(r.Tokens()), r.Step.Version.Version)
}

// span names a run of items.
func span(from, to int) string {
	if to-from == 1 {
		return fmt.Sprintf("input[%d]", from)
	}
	return fmt.Sprintf("input[%d…%d]", from, to-1)
}

// NextDiff prints what differs between the last request and a predicted one; before is nil where there was none.
func (t *Text) NextDiff(w *bufio.Writer, p *compile.Prediction, before *compile.Request) {
	r := p.Request
	fmt.Fprintln(w, t.Style.bold(Plain(nextHeadline(p))))
	var old []*history.ResponseItem
	if before != nil {
		old = before.Input
		a, b := settingsFact(before), settingsFact(r)
		if a != b {
			fmt.Fprintf(w, "- settings       %s\n+ settings       %s\n", a, b)
		}
	}
	t.nextFacts(w, p)
	shared := 0
	for shared < len(old) && shared < len(r.Input) && string(old[shared].Raw) == string(r.Input[shared].Raw) {
		shared++
	}
	if shared > 0 {
		fmt.Fprintf(w, "\n= %s  %s\n", span(0, shared), counted(shared, "item"))
	}
	for i := shared; i < len(old); i++ {
		what, detail := title(old[i])
		fmt.Fprintf(w, "\n- input[%d]  %s\n", i, strings.TrimSpace(what+"  "+Plain(detail)))
	}
	for i := shared; i < len(r.Input); i++ {
		w.WriteString("\n+ ")
		t.item(w, i, r.Input[i], t.changes(r, i))
	}
}
