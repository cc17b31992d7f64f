package render

import (
	"io"

	"promptctl/internal/agentsmd"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// AgentsReport is the scope of AGENTS.md files for programs.
type AgentsReport struct {
	SchemaVersion int    `json:"schema_version"`
	CodexVersion  string `json:"codex_version"`
	Lost          int64  `json:"lost"`     // bytes in scope that never reach the model
	Spent         int64  `json:"spent"`    // bytes of the budget
	Fragment      int    `json:"fragment"` // bytes of the text as it is sent
	*agentsmd.Scope
}

// JSON prints a value as indented JSON, in a stable order.
func JSON(w io.Writer, value any) error {
	if err := json.MarshalWrite(w, value, jsontext.WithIndent("  "), json.Deterministic(true), json.FormatNilSliceAsNull(false), jsontext.AllowInvalidUTF8(true)); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// NewAgentsReport describes a scope.
func NewAgentsReport(s *agentsmd.Scope, version string) *AgentsReport {
	r := &AgentsReport{SchemaVersion: SchemaVersion, CodexVersion: version, Lost: s.Lost(), Spent: s.Spent(), Scope: s}
	if composed, ok := s.Compose(); ok {
		r.Fragment = len(composed.Fragment())
	}
	return r
}
