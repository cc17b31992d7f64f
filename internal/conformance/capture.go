package conformance

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"promptctl/internal/codex"
	"promptctl/internal/rollout"
)

// Capture is what one scenario left: the requests that arrived and the rollouts that the client wrote.
type Capture struct {
	Scenario   string
	Version    string
	Dir        string // holds workspace/ and codex/, the client's home
	Requests   []Received
	Refused    []string       // other requests, which got an error
	Notes      []string       // steps that the release refused
	Unknowable string         // why the rollouts cannot tell all
	Untold     []string       // members of the body that the scenario sets where no rollout tells of it
	Catalog    *codex.Catalog // nil for the release's own
}

func (d *Driver) capture() *Capture {
	return &Capture{
		Scenario: d.scenario.Name, Version: d.release.Version, Dir: d.dir,
		Requests: d.mock.Received(), Refused: d.mock.Refused(), Notes: d.notes, Untold: d.scenario.Untold, Unknowable: d.scenario.unknowable(d.release.Version), Catalog: d.catalog,
	}
}

// home is the client's CODEX_HOME.
func (c *Capture) home() string { return filepath.Join(c.Dir, "codex") }

// rollouts lists the files of a thread, oldest first.
func (c *Capture) rollouts(thread string) []string {
	var files []string
	for _, path := range rolloutFiles(c.home()) {
		if s, ok := rollout.ParseName(path); ok && s.ThreadID == thread {
			files = append(files, path)
		}
	}
	return files
}

// rolloutFiles lists every rollout under a CODEX_HOME by name.
func rolloutFiles(home string) []string {
	var files []string
	// A home without sessions has no files.
	_ = filepath.WalkDir(home, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			if _, ok := rollout.ParseName(path); ok {
				files = append(files, path)
			}
		}
		return nil
	})
	slices.SortFunc(files, func(a, b string) int {
		return slices.Compare([]byte(filepath.Base(a)), []byte(filepath.Base(b)))
	})
	return files
}

// Save copies the rollouts and the bodies to a folder, replacing what it holds.
func (c *Capture) Save(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	files := map[string]string{}
	for _, path := range rolloutFiles(c.home()) {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files["rollouts/"+filepath.Base(path)] = string(text)
	}
	for _, r := range c.Requests {
		files[fmt.Sprintf("requests/%03d.json", r.Number)] = string(r.Body)
	}
	return writeFiles(dir, files)
}
