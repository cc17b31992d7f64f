// Package promptctl holds what the command carries of the repository's own records; the code is in cmd/promptctl and
// internal (see CONTRIBUTING.md).
package promptctl

import _ "embed"

// Conformance is the figures of the last conformance runs against real clients, as JSON.
//
//go:embed testdata/conformance.json
var Conformance []byte
