package provenance

import (
	"promptctl/internal/compile"
	"promptctl/internal/history"
)

// Explanation is where a part of a request comes from, what was done to it on the way, and what became of it.
type Explanation struct {
	Request *compile.Request
	Spot    Spot
	Item    *history.ResponseItem // nil for the base instructions
	Source  Source
	Changes []Transform // none: the body has it as the line does
	Bytes   int         // of the item in the body
	Sent    []Span
	Left    *Leaving
	CopyOf  *Copy // the item that a compaction kept by writing this one
	KeptAs  *Copy // the one that a later compaction wrote in its place
	Tells   []*Section
	Rules   *Rules // for AGENTS.md text
}

// Copy is an item that says the same.
type Copy struct {
	Origin history.Origin
	Sent   []Span
}

// Leaving is how an item left the requests.
type Leaving struct {
	Step int          // the first request without it; 0: none was sent since
	Rule history.Rule // "" where it is not told
	By   history.Origin
}

// Explain explains a part of a request of the thread, once the trail has seen all of them.
func (t *Trail) Explain(r *compile.Request, at Spot) *Explanation {
	e := &Explanation{Request: r, Spot: at}
	if at.Index < 0 {
		e.Source = instructionsSource(r)
		e.Bytes = len(r.Prompt.Instructions)
		return e
	}
	e.Item = r.Input[at.Index]
	id := e.Item.Identity()
	e.Source = t.source(r, at.Index)
	e.Changes = t.transforms(r, at.Index)
	e.Bytes = len(r.Item(at.Index))
	e.Sent, e.Left = t.Sent(id), t.left(id)
	e.CopyOf, e.KeptAs = t.copyOf(id), t.keptAs(id)
	e.Tells = t.sections(r, at)
	return e
}

// left finds out how an item left; nil where the newest request holds it and nothing took it away since.
func (t *Trail) left(id history.Identity) *Leaving {
	l := &Leaving{}
	s := t.stays[id]
	if s != nil && s.open == 0 && len(s.spans) > 0 {
		l.Step = s.spans[len(s.spans)-1].To + 1
	}
	for i := range t.departed {
		if gone := &t.departed[i]; gone.Identity() == id {
			l.Rule, l.By = gone.Rule, *gone.By
			return l
		}
	}
	if l.Step == 0 {
		return nil
	}
	switch id.Rule {
	case history.MissingOutput, history.LitePrefix, history.BaseMessage, history.CompactionPrompt, history.Trigger:
		l.Rule = id.Rule
	default:
		l.Rule = history.OrphanOutput
	}
	return l
}

func (t *Trail) copyOf(id history.Identity) *Copy {
	first := t.first(id)
	if first == id {
		return nil
	}
	return t.copyAt(first)
}

func (t *Trail) keptAs(id history.Identity) *Copy {
	next, ok := t.copied[id]
	if !ok {
		return nil
	}
	return t.copyAt(next)
}

func (t *Trail) copyAt(id history.Identity) *Copy {
	c := &Copy{Sent: t.Sent(id)}
	if s := t.stays[id]; s != nil {
		c.Origin = s.origin
	}
	return c
}
