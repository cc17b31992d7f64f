package promptctl_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rooms lists what each package may import of this module: only what stands to its left on the way of the data.
var rooms = map[string][]string{
	"internal/rawjson":               {},
	"internal/diag":                  {},
	"internal/rollout":               {"internal/rawjson", "internal/diag"},
	"internal/codex":                 {},
	"internal/config":                {"internal/diag", "internal/codex"},
	"internal/agentsmd":              {"internal/diag", "internal/codex", "internal/config"},
	"internal/agentsmd/agentsmdtest": {"internal/codex", "internal/config", "internal/agentsmd"},
	"internal/history":               {"internal/rawjson", "internal/diag", "internal/rollout", "internal/codex"},
	"internal/compile":               {"internal/rawjson", "internal/rollout", "internal/codex", "internal/agentsmd", "internal/history"},
	"internal/audit":                 {"internal/rawjson", "internal/diag", "internal/rollout", "internal/codex", "internal/agentsmd", "internal/history", "internal/compile"},
	"internal/drift":                 {"internal/rawjson", "internal/diag", "internal/rollout", "internal/codex", "internal/config", "internal/agentsmd", "internal/history", "internal/compile"},
	"internal/compare":               {"internal/rawjson", "internal/rollout", "internal/codex", "internal/history", "internal/compile", "internal/audit"},
	"internal/provenance":            {"internal/rawjson", "internal/rollout", "internal/codex", "internal/agentsmd", "internal/history", "internal/compile"},
	"internal/views":                 {"internal/rawjson", "internal/rollout", "internal/history", "internal/compile"},
	"internal/render":                {"internal/rawjson", "internal/diag", "internal/rollout", "internal/codex", "internal/agentsmd", "internal/history", "internal/compile", "internal/audit", "internal/drift", "internal/provenance", "internal/views", "internal/compare"},
	"internal/bench":                 {},
	"internal/conformance":           {"internal/rawjson", "internal/rollout", "internal/codex", "internal/history", "internal/compile"},
}

// TestImportOrder holds every room to its imports; only cmd sees all.
func TestImportOrder(t *testing.T) {
	err := filepath.WalkDir("internal", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		room := filepath.ToSlash(filepath.Dir(path))
		allowed, known := rooms[room]
		if !known {
			t.Errorf("%s: a room that the order does not know", room)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			if inner, own := strings.CutPrefix(name, "promptctl/"); own && !slices.Contains(allowed, inner) {
				t.Errorf("%s imports %s", path, inner)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
