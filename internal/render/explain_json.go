package render

import (
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/provenance"
)

// explainRecord is explanations for programs.
type explainRecord struct {
	SchemaVersion int           `json:"schema_version"`
	Explanations  []explanation `json:"explanations"`
}

type explanation struct {
	Step     int                   `json:"step"` // 0 behind the last line
	Path     string                `json:"path"`
	Type     string                `json:"type,omitzero"`
	Role     string                `json:"role,omitzero"`
	From     provenance.SourceKind `json:"from"`
	AnswerTo int                   `json:"answer_to_step,omitzero"`
	Call     *callRecord           `json:"call,omitzero"`
	Recorded *originRecord         `json:"recorded,omitzero"`
	CopyOf   *originRecord         `json:"copy_of,omitzero"`
	KeptAs   *originRecord         `json:"kept_as,omitzero"`
	Sections []toldRecord          `json:"sections,omitzero"`
	Files    []fileRecord          `json:"files,omitzero"`
	Bytes    int                   `json:"bytes"`
	Tokens   int                   `json:"estimated_tokens"`
	Changes  []history.Rule        `json:"changes"`
	Sent     []provenance.Span     `json:"sent"`
	Left     *leftRecord           `json:"left,omitzero"`
}

type callRecord struct {
	Name string `json:"name"`
	ID   string `json:"call_id"`
	Item int    `json:"item"`
}

// originRecord is where an item stands on file.
type originRecord struct {
	Line  int          `json:"line"`
	Index *int         `json:"index,omitzero"` // in the replacement history
	Time  string       `json:"timestamp,omitzero"`
	Rule  history.Rule `json:"rule"`
}

type toldRecord struct {
	Part     int                      `json:"content"`
	ID       string                   `json:"id"`
	Change   provenance.SectionChange `json:"change,omitzero"`
	Fields   []string                 `json:"fields,omitzero"`
	Line     int                      `json:"line,omitzero"`
	Replaces *fragmentRecord          `json:"replaces,omitzero"`
	Replaced *fragmentRecord          `json:"replaced,omitzero"`
}

type fragmentRecord struct {
	Step int `json:"step"`
	placeRecord
	Line int `json:"line"`
}

type fileRecord struct {
	Path  string `json:"path"`
	First int    `json:"first_line"`
	Last  int    `json:"last_line"`
	Same  bool   `json:"same_now"` // the whole text of the rules is what it was
}

type leftRecord struct {
	Step int          `json:"step"` // the first request without it, 0 for none yet
	Rule history.Rule `json:"rule"`
	Line int          `json:"line,omitzero"`
}

func newExplainRecord(list []*provenance.Explanation) explainRecord {
	r := explainRecord{SchemaVersion: SchemaVersion}
	for _, e := range list {
		r.Explanations = append(r.Explanations, newExplanation(e))
	}
	return r
}

func newExplanation(e *provenance.Explanation) explanation {
	x := explanation{
		Step: e.Request.Step.Number, Path: e.Spot.Path, From: e.Source.Kind, AnswerTo: e.Source.Step, Bytes: e.Bytes,
		Sent: e.Sent, Left: newLeftRecord(e.Left), CopyOf: copyRecord(e.CopyOf), KeptAs: copyRecord(e.KeptAs),
	}
	if c := e.Source.Call; c != nil {
		x.Call = &callRecord{c.Name, c.ID, c.Index}
	}
	if it := e.Item; it != nil {
		x.Type, x.Role, x.Tokens = it.Type.String(), it.Role(), history.EstimateTokens(it)
		x.Recorded = newOriginRecord(it.Origin)
	} else {
		x.Tokens = history.TextTokens(e.Request.Prompt.Instructions)
	}
	for _, s := range e.Tells {
		x.Sections = append(x.Sections, toldRecord{
			s.Part, s.ID, s.Change, s.Fields, s.Line.Line, newFragmentRecord(s.Replaces), newFragmentRecord(s.Replaced),
		})
	}
	for _, c := range e.Changes {
		x.Changes = append(x.Changes, c.Rule)
	}
	if e.Rules != nil {
		for _, f := range e.Rules.Files {
			x.Files = append(x.Files, fileRecord{f.Path, f.First, f.Last, e.Rules.Same})
		}
	}
	return x
}

// newOriginRecord is nil for an item that no line holds.
func newOriginRecord(o history.Origin) *originRecord {
	if o.Line == 0 {
		return nil
	}
	r := &originRecord{Line: o.Line, Time: o.Time, Rule: o.Rule}
	if o.Index >= 0 {
		r.Index = &o.Index
	}
	return r
}

func copyRecord(c *provenance.Copy) *originRecord {
	if c == nil {
		return nil
	}
	return newOriginRecord(c.Origin)
}

func newFragmentRecord(p *provenance.FragmentPlace) *fragmentRecord {
	if p == nil {
		return nil
	}
	return &fragmentRecord{p.Step, placeRecord{p.Index, p.Part}, p.Origin.Line}
}

func newLeftRecord(l *provenance.Leaving) *leftRecord {
	if l == nil {
		return nil
	}
	return &leftRecord{l.Step, l.Rule, l.By.Line}
}

// lineRecord is a line without an item in the request, for programs.
type lineRecord struct {
	SchemaVersion int                `json:"schema_version"`
	Step          int                `json:"step"`
	Line          int                `json:"line"`
	Kind          string             `json:"kind"`
	Use           provenance.LineUse `json:"use"`
	Why           string             `json:"why,omitzero"`
	Sent          []provenance.Span  `json:"sent"`
	Left          *leftRecord        `json:"left,omitzero"`
}

func newLineRecord(l *provenance.Line, r *compile.Request) lineRecord {
	return lineRecord{SchemaVersion, r.Step.Number, l.Origin.Line, l.Kind, l.What, l.Why, l.Sent, newLeftRecord(l.Left)}
}
