package render

import (
	"fmt"
	"io"
	"strings"

	"promptctl/internal/agentsmd"

	"github.com/go-json-experiment/json"
)

// TreeRow prints a folder of a tree, the files that apply there and what of them arrives.
func (a Agents) TreeRow(w io.Writer, top string, row *agentsmd.Row) error {
	mark := " "
	if row.Lost > 0 {
		mark = a.Style.warning("!")
	}
	_, err := fmt.Fprintf(w, "%s %-32s %9s %9s  %s\n", mark, a.path(top, row.Dir), count(row.Kept), lostBytes(row.Lost), a.treeFiles(top, row))
	return err
}

// TreeHead names the columns.
func (a Agents) TreeHead(w io.Writer) error {
	_, err := fmt.Fprintln(w, a.Style.faint(fmt.Sprintf("  %-32s %9s %9s  %s", "directory", "bytes", "lost", "files, the first is sent first")))
	return err
}

func lostBytes(n int64) string {
	if n == 0 {
		return "-"
	}
	return count(n)
}

func (a Agents) treeFiles(top string, row *agentsmd.Row) string {
	var names []string
	for _, f := range row.Files {
		name := a.path(top, f.Path)
		if f.Status != agentsmd.Loaded {
			name += " (" + string(f.Status) + ")"
		}
		names = append(names, name)
	}
	if row.Root == row.Dir && row.Dir != top && row.Marker != "" {
		names = append(names, "[a root of its own by "+Plain(row.Marker)+"]")
	}
	return strings.Join(names, ", ")
}

// TreeTotal is the line below the list.
func TreeTotal(folders, losing int) string {
	if folders == 0 {
		return "No folder here has AGENTS.md rules."
	}
	total := counted(folders, "folder") + " with rules of their own"
	if losing == 0 {
		return total + ", all of which reach the model."
	}
	return fmt.Sprintf("%s, %s of which lose bytes.", total, count(losing))
}

// TreeLine prints a folder as one line of JSON.
func TreeLine(w io.Writer, row *agentsmd.Row) error {
	line := struct {
		SchemaVersion int `json:"schema_version"`
		*agentsmd.Row
	}{SchemaVersion, row}
	if err := json.MarshalWrite(w, line, json.FormatNilSliceAsNull(false)); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
