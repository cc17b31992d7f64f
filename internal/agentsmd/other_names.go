package agentsmd

import (
	"os"
	"path/filepath"
	"slices"

	"promptctl/internal/config"
	"promptctl/internal/diag"
)

// similarNames are names that people give such files, and that are read only where the settings say so.
func similarNames() []string { return []string{"agents.md", "Agents.md", "AGENT.md", "CLAUDE.md"} }

// otherNames notes files on the way to the working folder that look like rules and are not read.
func (s *Scope) otherNames(o Options) {
	names := o.names()
	for _, place := range s.Places {
		for _, dir := range config.Between(place.Root, place.CWD) {
			for _, name := range similarNames() {
				path := filepath.Join(dir, name)
				if slices.Contains(names, name) || !isFile(path) || place.has(path) {
					continue
				}
				s.Found.Add(diag.Note, "agents-md-other-name", diag.Place{File: path},
					"not one of the names that are read; project_doc_fallback_filenames can add it")
			}
		}
	}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// has reports whether a file is one of those that were met, if only by another spelling of its name or by a link.
func (place *Place) has(path string) bool {
	info, err := os.Stat(path)
	return err == nil && slices.ContainsFunc(place.Files, func(f File) bool {
		other, err := os.Stat(f.Path)
		return err == nil && os.SameFile(info, other)
	})
}
