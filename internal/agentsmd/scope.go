package agentsmd

import (
	"promptctl/internal/codex"
	"promptctl/internal/diag"
)

// Options are what discovery depends on beside the files.
type Options struct {
	Release      *codex.Profile
	Home         string // CODEX_HOME, "" for none
	Environments []Environment
	Markers      []string // names that make a folder the project's root; none: no folder above is looked at
	Fallbacks    []string // names to take where there is no AGENTS.md
	Budget       int64    // bytes that the project's files share
	Features     []string // features that add to the text
	Below        int      // folders below the working folder to look at for files that are not in scope
}

// Environment is a place to work in. Most threads have one.
type Environment struct {
	ID        string `json:"id,omitzero"`
	CWD       string `json:"cwd"`                      // absolute
	Untrusted string `json:"untrusted_entry,omitzero"` // the settings' entry by which its project is not trusted
}

// Scope is the files that apply, in the order in which they are sent, and why others do not.
type Scope struct {
	Budget int64     `json:"budget"` // bytes
	Global []File    `json:"global"`
	Places []Place   `json:"environments"`
	Found  diag.List `json:"findings"`

	release *codex.Profile
}

// Place is what one environment contributes.
type Place struct {
	Environment
	Root    string `json:"root"`
	Marker  string `json:"marker,omitzero"`     // what made it the root, "" where none was found
	Files   []File `json:"files"`               // of the folders from the root down, those that are not taken in between
	Outside []File `json:"outside"`             // beyond the root, and below the working folder
	Broken  string `json:"broken,omitzero"`     // why the environment contributes nothing at all
	More    bool   `json:"more_below,omitzero"` // not all folders below were looked at
}

// Discover finds the files of all environments.
func Discover(o Options) *Scope {
	s := &Scope{Budget: o.Budget, release: o.Release}
	s.Global = global(o)
	p := newPurse(o.Budget)
	for _, env := range o.Environments {
		if !o.Release.Has(codex.SharesBudget) {
			p = newPurse(o.Budget)
		}
		s.Places = append(s.Places, discover(o, env, p))
	}
	s.examine()
	s.otherNames(o)
	for _, text := range o.appended() {
		s.Found.Add(diag.Note, "agents-md-appended", diag.Place{}, "codex %s appends %s to this text", o.Release.Version, text)
	}
	return s
}

// Files visits every file in scope, the global one first.
func (s *Scope) Files(visit func(*File)) {
	for i := range s.Global {
		if s.Global[i].InScope() {
			visit(&s.Global[i])
		}
	}
	for _, place := range s.Places {
		for i := range place.Files {
			if place.Files[i].InScope() {
				visit(&place.Files[i])
			}
		}
	}
}

// Lost is how many bytes in scope never reach the model as they are.
func (s *Scope) Lost() (n int64) {
	s.Files(func(f *File) { n += f.Lost() })
	return n
}

// Spent is how much of the budget was used.
func (s *Scope) Spent() (n int64) {
	for _, place := range s.Places {
		for _, f := range place.Files {
			n = max(n, f.Spent)
		}
	}
	return n
}

// Broken reports whether a place contributes nothing because one of its files cannot be read.
func (s *Scope) Broken() bool {
	for _, place := range s.Places {
		if place.Broken != "" {
			return true
		}
	}
	return false
}
