package render

import (
	"bufio"

	"github.com/go-json-experiment/json/jsontext"
)

type listRecord struct {
	SchemaVersion int             `json:"schema_version"`
	Sessions      []sessionRecord `json:"sessions"`
}

type sessionRecord struct {
	SchemaVersion int            `json:"schema_version,omitzero"` // in jsonl
	ThreadID      string         `json:"thread_id"`
	Path          string         `json:"path"`
	Started       string         `json:"started"`
	Updated       string         `json:"updated"` // "" for unknown
	CWD           string         `json:"cwd"`
	CodexVersion  string         `json:"codex_version"`
	Provider      string         `json:"provider"`
	Source        jsontext.Value `json:"source,omitzero"`
	ForkedFrom    string         `json:"forked_from,omitzero"`
	Parent        string         `json:"parent,omitzero"`
	Bytes         int64          `json:"bytes"`
	Paginated     bool           `json:"paginated"`
	Compressed    bool           `json:"compressed"`
	Archived      bool           `json:"archived"`
	Error         string         `json:"error,omitzero"` // why the file cannot be read
}

func sessionRecordOf(s Listed) sessionRecord {
	r := sessionRecord{
		ThreadID: s.ThreadID, Path: s.Path, Updated: s.Updated, Bytes: s.Size, Compressed: s.Compressed, Archived: s.Archived,
	}
	if s.Err != nil {
		r.Error = s.Err.Error()
		return r
	}
	m := s.Meta
	r.Started, r.CWD, r.CodexVersion, r.Provider, r.Source = m.Timestamp, m.CWD, m.CLIVersion, m.ModelProvider, m.Source
	r.ForkedFrom, r.Parent, r.Paginated = m.ForkedFromID, m.ParentThreadID, m.Paginated()
	return r
}

// JSON prints the list as one object.
func (l List) JSON(w *bufio.Writer, sessions []Listed) error {
	record := listRecord{SchemaVersion, []sessionRecord{}}
	for _, s := range sessions {
		record.Sessions = append(record.Sessions, sessionRecordOf(s))
	}
	return JSON(w, record)
}

// Lines prints one object a line.
func (l List) Lines(w *bufio.Writer, sessions []Listed) error {
	for _, s := range sessions {
		record := sessionRecordOf(s)
		record.SchemaVersion = SchemaVersion
		if err := JSONLine(w, record); err != nil {
			return err
		}
	}
	return nil
}
