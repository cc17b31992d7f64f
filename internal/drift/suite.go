package drift

import (
	"fmt"

	"promptctl/internal/diag"
)

// Suite is what a settings file says under the key check: the cases, and where their lock file is.
type Suite struct {
	File  string // the settings file, absolute
	Lock  string // relative to the file's folder; "" for none
	Cases []*Case
}

// Case is one prompt to watch: of a new session in a folder, or of steps of a recorded session. Paths are relative to the
// settings file's folder.
type Case struct {
	Name      string
	Workspace string // "" for a session
	Session   string // "" for a folder
	Steps     []string
	Assert    []*Assertion

	Release   string
	Model     string
	Home      string // stands for CODEX_HOME; "" for none
	Profile   string
	Config    []string
	Untrusted bool
	Tools     string // a file
	Templates string // a folder

	at     diag.Place
	places map[string]diag.Place // of its keys
}

// At is where the case begins.
func (c *Case) At() diag.Place { return c.at }

// place is where one of its keys is, or the case where it has none.
func (c *Case) place(key string) diag.Place {
	if at, ok := c.places[key]; ok {
		return at
	}
	return c.at
}

// Wrong is an error about one of the case's keys.
func (c *Case) Wrong(key string, err error) error {
	return fmt.Errorf("%s: case %s: %s: %w", c.place(key), c.Name, key, err)
}

// StepsNeeded are the steps of a session that have to be compiled: those that are locked, then others that assertions name.
func (c *Case) StepsNeeded() []string {
	steps := append([]string(nil), c.Steps...)
	for _, a := range c.Assert {
		steps = append(steps, a.Steps...)
	}
	return unique(steps)
}

func unique(list []string) (once []string) {
	seen := map[string]bool{}
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			once = append(once, s)
		}
	}
	return once
}
