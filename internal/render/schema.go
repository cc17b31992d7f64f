package render

import (
	"embed"
	"path"
	"slices"
	"strings"
)

//go:embed schema/*.json
var schemas embed.FS

// SchemaNames lists the JSON Schemas of what promptctl prints for programs.
func SchemaNames() (names []string) {
	entries, err := schemas.ReadDir("schema")
	if err != nil {
		panic(err) // the files are part of the binary
	}
	for _, entry := range entries {
		names = append(names, strings.TrimSuffix(entry.Name(), ".json"))
	}
	slices.Sort(names)
	return names
}

// Schema is one of them.
func Schema(name string) (text []byte, ok bool) {
	text, err := schemas.ReadFile(path.Join("schema", name+".json"))
	return text, err == nil
}
