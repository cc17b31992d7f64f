package render

import (
	"promptctl/internal/history"
	"promptctl/internal/views"

	"github.com/go-json-experiment/json/jsontext"
)

// viewRecord is the views of a step for programs.
type viewRecord struct {
	SchemaVersion int        `json:"schema_version"`
	Step          int        `json:"step"` // 0 behind the last line
	View          views.View `json:"view,omitzero"`
	Rows          []viewRow  `json:"rows"`
}

type viewRow struct {
	Type        string         `json:"type,omitzero"`
	Role        string         `json:"role,omitzero"`
	Phase       string         `json:"phase,omitzero"`
	Request     *int           `json:"request"` // index in the input
	History     *int           `json:"history"`
	Rollout     *originRecord  `json:"rollout"`
	Kind        string         `json:"line_type,omitzero"`
	Screen      *shownRecord   `json:"ui"`
	Differences []markRecord   `json:"differences"`
	Text        string         `json:"text,omitzero"` // the beginning of what it says
	Item        jsontext.Value `json:"item,omitzero"` // with one view: as that has it
}

type shownRecord struct {
	Kind  history.TurnItemKind `json:"kind"`
	ID    string               `json:"id,omitzero"`
	Phase string               `json:"phase,omitzero"`
	Texts []string             `json:"texts"`
	Media []string             `json:"media,omitzero"`
	Lines []int                `json:"lines"`
}

type markRecord struct {
	View   views.View   `json:"view"`
	Reason views.Reason `json:"reason"`
	Note   string       `json:"note,omitzero"`
	Line   int          `json:"line,omitzero"`
}

func (v *Views) record(a *views.Aligned, rows []*views.Row) viewRecord {
	r := viewRecord{SchemaVersion: SchemaVersion, Step: a.Request.Step.Number, View: v.Filter.View}
	for _, row := range rows {
		record := newViewRow(row)
		switch {
		case v.Filter.View == views.Request:
			record.Item = jsontext.Value(a.Request.Item(row.Request))
		case v.Filter.View == views.History:
			record.Item = jsontext.Value(a.Request.Step.Items[row.History].Raw)
		}
		r.Rows = append(r.Rows, record)
	}
	return r
}

func newViewRow(row *views.Row) viewRow {
	r := viewRow{Role: row.Head.Role, Phase: row.Head.Phase, Kind: row.Kind, Text: row.Head.Text, Rollout: newOriginRecord(row.Line)}
	if row.Head.Type != history.Other {
		r.Type = row.Head.Type.String()
	}
	if row.Request >= 0 {
		r.Request = &row.Request
	}
	if row.History >= 0 {
		r.History = &row.History
	}
	if s := row.Shown; s != nil {
		r.Screen = &shownRecord{Kind: s.Kind, ID: s.ID, Phase: s.Phase, Texts: s.Texts, Media: s.Media}
		for _, o := range s.Lines {
			r.Screen.Lines = append(r.Screen.Lines, o.Line)
		}
	}
	for _, m := range row.Marks {
		record := markRecord{View: m.View, Reason: m.Reason, Note: m.Note}
		if m.By != nil {
			record.Line = m.By.Line
		}
		r.Differences = append(r.Differences, record)
	}
	return r
}
