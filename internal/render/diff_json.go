package render

import (
	"bufio"

	"promptctl/internal/audit"
	"promptctl/internal/compare"
	"promptctl/internal/compile"
	"promptctl/internal/history"

	"github.com/go-json-experiment/json/jsontext"
)

type diffRecord struct {
	SchemaVersion int                    `json:"schema_version"`
	Equal         bool                   `json:"equal"`
	A             sideRecord             `json:"a"`
	B             sideRecord             `json:"b"`
	Prefix        compare.Prefix         `json:"prefix"`
	CacheEnd      string                 `json:"cache_end"`
	Divergence    *divergenceRecord      `json:"divergence"`
	Settings      []compare.Change       `json:"settings"`
	Instructions  *compare.Change        `json:"instructions"`
	Tools         []compare.Tool         `json:"tools"`
	WorldState    []changedSectionRecord `json:"world_state"`
	Items         []entryRecord          `json:"items"` // without those that are the same
	Unresolved    []string               `json:"unresolved"`
}

type sideRecord struct {
	Body         string           `json:"body,omitzero"` // the file of a saved one
	ThreadID     string           `json:"thread_id,omitzero"`
	Step         int              `json:"step,omitzero"`
	Turn         int              `json:"turn,omitzero"`
	TurnStep     int              `json:"turn_step,omitzero"`
	Kind         history.StepKind `json:"kind,omitzero"`
	Model        string           `json:"model,omitzero"`
	CodexVersion string           `json:"codex_version,omitzero"`
	Encoding     compile.Encoding `json:"encoding,omitzero"`
	Items        int              `json:"items"`
	Tokens       int              `json:"estimated_tokens"`
}

type divergenceRecord struct {
	Path   string         `json:"path"`
	Item   int            `json:"item"`
	Offset int64          `json:"offset"`
	Was    jsontext.Value `json:"was,omitzero"`
	Now    jsontext.Value `json:"now,omitzero"`
	Cause  divergedRecord `json:"cause"`
}

type divergedRecord struct {
	Kind    compare.CauseKind `json:"kind"`
	Rule    history.Rule      `json:"rule,omitzero"`
	Section string            `json:"section,omitzero"`
	Place   *entryLine        `json:"at,omitzero"`
}

// entryLine is a line of the thread.
type entryLine struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

type changedSectionRecord struct {
	ID       string           `json:"id"`
	Change   audit.ChangeKind `json:"change"`
	Means    []compare.Change `json:"means"`
	Told     string           `json:"told,omitzero"`
	Replaces string           `json:"replaces,omitzero"`
}

type entryRecord struct {
	Kind    compare.Kind     `json:"kind"`
	Was     string           `json:"was,omitzero"` // its place in the first input
	Now     string           `json:"now,omitzero"`
	Type    string           `json:"type"`
	Role    string           `json:"role,omitzero"`
	Origin  *entryOrigin     `json:"origin,omitzero"`
	Changes []compare.Change `json:"changes,omitzero"`
	Item    jsontext.Value   `json:"item,omitzero"` // as it is sent, of one that came or went
}

type entryOrigin struct {
	entryLine
	Rule history.Rule `json:"rule"`
}

// DiffJSON prints what differs as one object.
func DiffJSON(w *bufio.Writer, d *compare.Diff) error {
	record := diffRecord{
		SchemaVersion: SchemaVersion, Equal: d.Equal(), A: newSideRecord(d.A), B: newSideRecord(d.B), Prefix: d.Prefix,
		CacheEnd: d.CacheEnd(), Settings: d.Settings, Instructions: d.Instructions, Tools: d.Tools, Unresolved: d.Unresolved,
		WorldState: []changedSectionRecord{}, Items: []entryRecord{},
	}
	if v := d.Divergence; v != nil {
		cause := divergedRecord{Kind: v.Cause.Kind, Rule: v.Cause.Rule, Section: v.Cause.Section}
		if v.Cause.Origin != nil {
			cause.Place = &entryLine{fileName(d.B.Thread, v.Cause.Origin.Segment), v.Cause.Origin.Line}
		}
		record.Divergence = &divergenceRecord{v.Path, v.Item, v.Offset, v.Was, v.Now, cause}
	}
	for _, s := range d.Sections {
		r := changedSectionRecord{ID: s.ID, Change: s.Change, Means: s.Means}
		if s.Told != nil {
			r.Told = placeName(s.Told)
		}
		if s.Replaces != nil {
			r.Replaces = placeName(s.Replaces)
		}
		record.WorldState = append(record.WorldState, r)
	}
	for _, e := range d.Entries {
		if e.Kind != compare.Same {
			record.Items = append(record.Items, newEntryRecord(d, e))
		}
	}
	return JSONLine(w, record)
}

func newSideRecord(b *compare.Body) sideRecord {
	record := sideRecord{Body: b.Name, Items: len(b.Items), Tokens: b.Tokens()}
	if r := b.Request; r != nil {
		s := r.Step
		record.ThreadID, record.Step, record.Turn, record.TurnStep, record.Kind = threadID(r), s.Number, s.Turn, s.TurnStep, s.Kind
		record.Model, record.CodexVersion, record.Encoding = s.Model.Slug, s.Version.Version.String(), r.Encoding
	}
	return record
}

func newEntryRecord(d *compare.Diff, e compare.Entry) entryRecord {
	it := entryItem(d, e)
	record := entryRecord{Kind: e.Kind, Type: it.Type.String(), Role: it.Role(), Changes: e.Changes}
	side := d.B
	if e.A >= 0 {
		record.Was = rangeName(e.A, e.A)
	}
	switch {
	case e.B < 0:
		side = d.A
		record.Item = d.A.Sent(e.A)
	case e.A < 0:
		record.Item = d.B.Sent(e.B)
	}
	if e.B >= 0 {
		record.Now = rangeName(e.B, e.B)
	}
	if side.Request != nil {
		record.Origin = &entryOrigin{entryLine{fileName(side.Thread, it.Origin.Segment), it.Origin.Line}, it.Origin.Rule}
	}
	return record
}

type byteRecord struct {
	SchemaVersion int        `json:"schema_version"`
	Equal         bool       `json:"equal"`
	A             sideRecord `json:"a"`
	B             sideRecord `json:"b"`
	Bytes         [2]int64   `json:"bytes"`
	Offset        int64      `json:"offset"`
	Path          string     `json:"path"`
}

// DiffBytesJSON prints where two encoded bodies begin to differ.
func DiffBytesJSON(w *bufio.Writer, a, b *compare.Body, d *compare.ByteDiff) error {
	return JSONLine(w, byteRecord{SchemaVersion, d.Equal, newSideRecord(a), newSideRecord(b), d.Lengths, d.Offset, d.Path})
}
