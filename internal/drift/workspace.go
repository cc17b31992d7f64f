package drift

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"promptctl/internal/agentsmd"
	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/config"
	"promptctl/internal/diag"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// Surroundings are what a case is compiled with beside its own keys.
type Surroundings struct {
	Dir       string // the settings file's folder, by its real path
	Release   *codex.Profile
	Catalog   *codex.Catalog
	Options   compile.Options
	Templates map[string]string // fragments that are Codex's own, by section
	// Configure takes what the client's settings say into the context of a first request.
	Configure func(*compile.StepContext, *history.Step, *config.Config) error
}

// Workspace is a case of a folder, compiled.
type Workspace struct {
	Prompt *Prompt
	Found  diag.List // what is odd about the settings

	kase    *Case
	around  Surroundings
	folder  string
	config  *config.Config
	options agentsmd.Options
	scope   *agentsmd.Scope
}

// NewWorkspace compiles what a new session in the case's folder would be told.
//
// What belongs to a user is left out: CODEX_HOME is the folder that the case names, or none, the system's settings do not
// count, and the project's own count as those of a trusted one.
func NewWorkspace(c *Case, around Surroundings) (*Workspace, error) {
	w := &Workspace{kase: c, around: around}
	if err := w.open(c.Workspace); err != nil {
		return nil, err
	}
	w.Found = w.config.Found
	w.Prompt = &Prompt{
		Name: c.Name, Codex: around.Release.Version.String(), Settings: w.settings(), Case: c,
		Rules: &Rules{
			Root: w.rel(w.scope.Places[0].Root), Budget: w.options.Budget, Fallbacks: w.options.Fallbacks, Markers: w.options.Markers,
		},
	}
	return w, w.compile()
}

// open reads the settings in force in a folder, and finds its AGENTS.md files.
func (w *Workspace) open(folder string) (err error) {
	w.folder, err = realFolder(filepath.Join(w.around.Dir, filepath.FromSlash(folder)))
	if err != nil {
		return w.kase.Wrong("workspace", fmt.Errorf("%s: %w", folder, err))
	}
	home, err := w.kase.HomeIn(w.around.Dir)
	if err != nil {
		return err
	}
	trust := config.Trusted
	if w.kase.Untrusted {
		trust = config.Untrusted
	}
	w.config, err = config.Load(config.Options{
		Release: w.around.Release, Home: home, CWD: w.folder, Profile: w.kase.Profile, Overrides: w.kase.Config, Trust: trust,
	})
	if err != nil {
		return w.kase.Wrong("config", err)
	}
	w.options = agentsmd.Options{Release: w.around.Release, Home: home, Environments: []agentsmd.Environment{{CWD: w.folder}}}
	if err := w.options.Configure(w.config); err != nil {
		return w.kase.Wrong("config", err)
	}
	w.scope = agentsmd.Discover(w.options)
	return nil
}

// HomeIn is what stands for CODEX_HOME, by the settings file's folder; "" for none.
func (c *Case) HomeIn(dir string) (string, error) {
	if c.Home == "" {
		return "", nil
	}
	home := filepath.Join(dir, filepath.FromSlash(c.Home))
	if _, err := realFolder(home); err != nil {
		return "", c.Wrong("codex-home", fmt.Errorf("%s: %w", c.Home, err))
	}
	return home, nil
}

// realFolder is where a folder really is. Its errors have no path: the one that the user knows is another.
func realFolder(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", cause(err)
	}
	if info, err := os.Stat(real); err != nil || !info.IsDir() {
		return "", errors.New("not a folder")
	}
	return real, nil
}

// rel is a path as everybody knows it who has the repository.
func (w *Workspace) rel(path string) string {
	rel, err := filepath.Rel(w.around.Dir, path)
	if err != nil {
		return filepath.Base(path)
	}
	return filepath.ToSlash(rel)
}

func (w *Workspace) compile() error {
	step := &history.Step{Turn: 1, TurnStep: 1, Kind: history.KindTurn, Version: w.around.Release, World: &history.World{}}
	c, err := w.stepContext(step)
	if err != nil {
		return err
	}
	if c.Text != "" {
		step.Base = &rollout.BaseInstructions{Text: c.Text}
	}
	options := w.around.Options
	if options.Provider == "" {
		options.Provider = c.Provider
	}
	w.Prompt.Model = c.Settings.Model
	p := compile.Next(step, c, nil, options)
	w.Prompt.outside(p.Request)
	w.instructions(c.Base)
	w.Prompt.context(p.Update.Messages, c.Developer)
	w.Prompt.roles(p.Request)
	return w.rules()
}

// stepContext is what the settings say of a first request. Shell, day and time zone are the machine's, and left out.
func (w *Workspace) stepContext(step *history.Step) (*compile.StepContext, error) {
	c := &compile.StepContext{Templates: w.around.Templates, AgentsMD: &compile.AgentsMD{}}
	c.Settings.CWD = w.folder
	if err := w.around.Configure(c, step, w.config); err != nil {
		return nil, err
	}
	c.Settings.CWD = w.rel(w.folder)
	if composed, ok := w.scope.Compose(); ok {
		c.AgentsMD = &compile.AgentsMD{Directory: c.Settings.CWD, Text: composed.Text}
	}
	catalog := w.around.Catalog
	if catalog == nil {
		catalog = codex.CatalogOf(w.around.Release.Version)
	}
	c.UseModels(catalog, step)
	return c, nil
}

// rules puts the AGENTS.md text in as it is composed here, with where each line of it comes from.
func (w *Workspace) rules() error {
	composed, ok := w.scope.Compose()
	if !ok {
		w.Prompt.Sections = slices.DeleteFunc(w.Prompt.Sections, func(s Section) bool { return s.ID == codex.SectionAgentsMD })
		w.keepFiles(nil)
		return nil
	}
	s := w.Prompt.section(codex.SectionAgentsMD)
	if s == nil {
		return fmt.Errorf("case %s: the AGENTS.md text is not in the request", w.Prompt.Name)
	}
	if composed.Directory != "" {
		composed.Directory = w.rel(composed.Directory)
	}
	s.Text = composed.Fragment()
	s.sources = sourcesOf(composed, s.Text)
	w.keepFiles(composed)
	return nil
}

// keepFiles notes the files in scope, with what the hash of their part of the text is.
func (w *Workspace) keepFiles(composed *agentsmd.Composition) {
	rules := w.Prompt.Rules
	w.scope.Files(func(f *agentsmd.File) {
		file := File{
			Path: w.rel(f.Path), Status: string(f.Status), Bytes: f.Size, Kept: f.Kept, missing: f.Missing, place: diag.Place{File: f.Path},
		}
		if composed != nil {
			for _, part := range composed.Parts {
				if part.File == f {
					file.SHA256 = hash(composed.Text[part.Start:part.End])
				}
			}
		}
		rules.Files = append(rules.Files, file)
	})
}
