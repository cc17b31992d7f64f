package render

import (
	"io"

	"promptctl/internal/codex"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Versions writes the supported releases as JSON.
func Versions(w io.Writer, list []codex.Support) error {
	report := struct {
		SchemaVersion int             `json:"schema_version"`
		Releases      []codex.Support `json:"releases"`
	}{SchemaVersion, list}
	return json.MarshalWrite(w, report, jsontext.WithIndent("  "), json.Deterministic(true))
}
