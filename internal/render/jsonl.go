package render

import (
	"bufio"

	"promptctl/internal/compile"
	"promptctl/internal/history"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// SchemaVersion is the version of every JSON object that promptctl prints of its own.
const SchemaVersion = 1

// StepRecord is one step for programs: a line of "steps --format jsonl", and, with a body, of "build --all".
type StepRecord struct {
	SchemaVersion int              `json:"schema_version"`
	Step          int              `json:"step"`
	Turn          int              `json:"turn"`
	TurnStep      int              `json:"turn_step"`
	TurnID        string           `json:"turn_id"`
	ThreadID      string           `json:"thread_id"`
	Kind          history.StepKind `json:"kind"`
	Inherited     bool             `json:"inherited"`
	Line          int              `json:"line"`
	Timestamp     string           `json:"timestamp"`
	CodexVersion  string           `json:"codex_version"`
	Model         string           `json:"model"`
	Encoding      compile.Encoding `json:"encoding"`
	Provider      compile.Provider `json:"provider"`
	Answered      bool             `json:"answered"`
	Reported      *reported        `json:"reported"`
	Unresolved    []string         `json:"unresolved"`
	Ledger        history.Ledger   `json:"ledger"`
	Notes         []string         `json:"notes"`
	Mailbox       history.Mailbox  `json:"mailbox"` // what the answer did to mail from other agents
	Items         *int             `json:"items,omitzero"`
	Bytes         *int64           `json:"bytes,omitzero"`
	Tokens        *int             `json:"estimated_tokens,omitzero"`
	Added         *int             `json:"added,omitzero"`
	Cause         string           `json:"cause,omitzero"`
}

// reported is what the server said of a response, in tokens.
type reported struct {
	InputTokens       int64 `json:"input_tokens"`
	CachedInputTokens int64 `json:"cached_input_tokens"`
	OutputTokens      int64 `json:"output_tokens"`
}

// NewStepRecord describes a request.
func NewStepRecord(r *compile.Request) StepRecord {
	s := r.Step
	record := StepRecord{
		SchemaVersion: SchemaVersion, Step: s.Number, Turn: s.Turn, TurnStep: s.TurnStep, TurnID: s.TurnID, Kind: s.Kind,
		Inherited: s.Inherited, Line: s.Sent.Line, Timestamp: s.Sent.Time, CodexVersion: s.Version.Version.String(),
		Model: s.Model.Slug, Encoding: r.Encoding, Provider: r.Provider, Answered: s.Answered,
		Unresolved: r.Unresolved, Ledger: r.Ledger, Notes: r.Notes, Mailbox: s.Mailbox,
	}
	if s.Thread != nil {
		record.ThreadID = s.Thread.ID
	}
	if u := s.Reported; u != nil {
		record.Reported = &reported{u.InputTokens, u.CachedInputTokens, u.OutputTokens}
	}
	return record
}

// BodyLine writes the record and the body of a request as one line.
func BodyLine(w *bufio.Writer, r *compile.Request) error {
	head, err := json.Marshal(NewStepRecord(r), json.Deterministic(true))
	if err != nil {
		return err
	}
	w.Write(head[:len(head)-1])
	w.WriteString(`,"body":`)
	if _, err := r.WriteTo(w); err != nil {
		return err
	}
	_, err = w.WriteString("}\n")
	return err
}

// JSONLine writes any value as one line of compact JSON.
func JSONLine(w *bufio.Writer, value any) error {
	line, err := json.Marshal(value, json.Deterministic(true), jsontext.EscapeForHTML(false), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return err
	}
	w.Write(line)
	return w.WriteByte('\n')
}
