package render

import (
	"bufio"

	"promptctl/internal/audit"
	"promptctl/internal/history"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// worldRecord is the World State for programs. As jsonl, each of its parts is a line of its own.
type worldRecord struct {
	SchemaVersion int             `json:"schema_version"`
	Step          int             `json:"step"` // 0 behind the last line
	ThreadID      string          `json:"thread_id"`
	CodexVersion  string          `json:"codex_version"`
	Known         bool            `json:"known"`
	Sections      []sectionRecord `json:"sections"`
	Timeline      []eventRecord   `json:"timeline"`
	Findings      []findingRecord `json:"findings"`
}

type sectionRecord struct {
	Kind  string         `json:"kind,omitzero"` // in jsonl
	ID    string         `json:"id"`
	Value jsontext.Value `json:"value"`
	Line  int            `json:"line"`
	Step  int            `json:"step"`
	Told  *placeRecord   `json:"told"`
}

type placeRecord struct {
	Item int `json:"item"`
	Part int `json:"content"`
}

type eventRecord struct {
	Kind     string            `json:"kind,omitzero"`
	Step     int               `json:"step"`
	Line     int               `json:"line"`
	Rule     history.WorldRule `json:"rule"`
	State    jsontext.Value    `json:"state"` // the snapshot or patch as the line has it, null where there is none
	Sections []changeRecord    `json:"sections"`
}

type changeRecord struct {
	ID     string           `json:"id"`
	Change audit.ChangeKind `json:"change"`
	Told   *placeRecord     `json:"told"`
}

type findingRecord struct {
	Kind    string     `json:"kind,omitzero"`
	Code    audit.Code `json:"code"`
	Section string     `json:"section,omitzero"`
	Message string     `json:"message"`
	Line    int        `json:"line"`
	Step    int        `json:"step"`
}

func newWorldRecord(world *audit.World, kinds bool) worldRecord {
	s := world.Last
	r := worldRecord{
		SchemaVersion: SchemaVersion, Step: s.Number, CodexVersion: s.Version.Version.String(), Known: s.World.Known(),
		Sections: []sectionRecord{}, Timeline: []eventRecord{}, Findings: []findingRecord{},
	}
	if s.Thread != nil {
		r.ThreadID = s.Thread.ID
	}
	kind := func(name string) string {
		if kinds {
			return name
		}
		return ""
	}
	for _, section := range world.Sections() {
		r.Sections = append(r.Sections, sectionRecord{
			kind("section"), section.ID, section.Value, section.Since.Line, section.Step, newPlaceRecord(section.Told),
		})
	}
	for _, e := range world.Events {
		event := eventRecord{kind("change"), e.Step, e.Origin.Line, e.Rule, e.Stated, []changeRecord{}}
		for _, c := range e.Sections {
			event.Sections = append(event.Sections, changeRecord{c.ID, c.Change, newPlaceRecord(c.Told)})
		}
		r.Timeline = append(r.Timeline, event)
	}
	for _, f := range world.Findings {
		r.Findings = append(r.Findings, findingRecord{kind("finding"), f.Code, f.Section, f.Message, f.Origin.Line, f.Step})
	}
	return r
}

func newPlaceRecord(p *audit.Place) *placeRecord {
	if p == nil {
		return nil
	}
	return &placeRecord{p.Item, p.Part}
}

// WorldJSON prints the World State as one object.
func WorldJSON(w *bufio.Writer, world *audit.World) error {
	text, err := json.Marshal(newWorldRecord(world, false), jsontext.WithIndent("  "), json.Deterministic(true))
	if err != nil {
		return err
	}
	w.Write(text)
	return w.WriteByte('\n')
}

// WorldLines prints the sections, the changes and the findings, one a line.
func WorldLines(w *bufio.Writer, world *audit.World) error {
	r := newWorldRecord(world, true)
	for _, s := range r.Sections {
		if err := JSONLine(w, s); err != nil {
			return err
		}
	}
	for _, e := range r.Timeline {
		if err := JSONLine(w, e); err != nil {
			return err
		}
	}
	for _, f := range r.Findings {
		if err := JSONLine(w, f); err != nil {
			return err
		}
	}
	return nil
}
