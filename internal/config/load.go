package config

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"promptctl/internal/codex"
	"promptctl/internal/diag"
)

// Options say whose settings to read.
type Options struct {
	Release   *codex.Profile
	System    string   // the system's folder, usually /etc/codex; "" for none
	Home      string   // CODEX_HOME; "" for none
	CWD       string   // absolute
	Profile   string   // the profile asked for; "" for the one that the settings name
	Overrides []string // key=value, as -c takes them
	Trust     Trust    // what to take a folder for that no setting decides on
}

// Config is the settings in force at a folder.
type Config struct {
	Layers []*Layer // weakest first
	CWD    string
	Found  diag.List

	release   *codex.Profile
	undecided Trust
}

// Load reads all layers. A file that is not there is passed over; one that the client could not read either is an error.
func Load(o Options) (*Config, error) {
	c := &Config{CWD: o.CWD, release: o.Release, undecided: o.Trust}
	files := []struct {
		kind      Kind
		dir, name string
	}{{System, o.System, "config.toml"}, {User, o.Home, "config.toml"}, {Managed, o.System, "managed_config.toml"}}
	for _, f := range files {
		if f.dir == "" || f.kind == System && !o.Release.Has(codex.LayersSettings) {
			continue
		}
		if err := c.read(f.kind, filepath.Join(f.dir, f.name)); err != nil {
			return nil, err
		}
	}
	for _, text := range o.Overrides {
		layer, err := parseOverride(text)
		if err != nil {
			return nil, err
		}
		c.add(layer)
	}
	if err := c.selectProfile(o); err != nil {
		return nil, err
	}
	return c, c.readProject(o)
}

func (c *Config) read(kind Kind, path string) error {
	layer, err := readLayer(kind, path)
	if err == nil && layer != nil {
		c.add(layer)
	}
	return err
}

// add puts a layer at its place: behind those of its kind and weaker ones.
func (c *Config) add(layer *Layer) {
	at := len(c.Layers)
	for at > 0 && c.Layers[at-1].Kind > layer.Kind {
		at--
	}
	c.Layers = slices.Insert(c.Layers, at, layer)
}

// selectProfile adds what the chosen profile sets.
//
// NOTE(codex): 0.134.0 a profile NAME is the file NAME.config.toml beside the user's, and a profile that config.toml itself
// selects is refused.
func (c *Config) selectProfile(o Options) error {
	selected, ok := c.Get("profile")
	if o.Release.Has(codex.ProfileFiles) {
		switch {
		case ok:
			return fmt.Errorf("%s: profile: the client refuses this key: --profile NAME takes NAME.config.toml", selected.From.Name)
		case o.Profile == "":
			return nil
		case filepath.Base(o.Profile) != o.Profile:
			return fmt.Errorf("profile %q: a plain name, such as work, is all that the client takes", o.Profile)
		}
		if v, ok := c.Get("profiles", o.Profile); ok {
			return fmt.Errorf("%s: %s: the client refuses this table beside --profile: it belongs into %s.config.toml", v.From.Name, v.Key, o.Profile)
		}
		return c.profileFile(filepath.Join(o.Home, o.Profile+".config.toml"))
	}
	name := o.Profile
	if name == "" && ok {
		var err error
		if name, err = selected.Text(); err != nil {
			return err
		}
	}
	if name == "" {
		return nil
	}
	v, ok := c.Get("profiles", name)
	table, isTable := v.any.(map[string]any)
	if !ok || !isTable {
		return fmt.Errorf("profile %q: none of the settings has it", name)
	}
	c.add(&Layer{Kind: Profile, Name: v.From.Name + " [profiles." + name + "]", values: profileValues(table)})
	return nil
}

// profileValues is what a profile's table may set.
//
// NOTE(codex): 0.133.0 a profile has no say in where AGENTS.md files are looked for and how much of them is read.
func profileValues(table map[string]any) map[string]any {
	values := maps.Clone(table)
	for _, key := range []string{"project_doc_max_bytes", "project_doc_fallback_filenames", "project_root_markers"} {
		delete(values, key)
	}
	return values
}

// profileFile reads a profile. The client says nothing of one that is not there.
func (c *Config) profileFile(path string) error {
	n := len(c.Layers)
	err := c.read(Profile, path)
	if err == nil && len(c.Layers) == n {
		c.Found.Add(diag.Warning, "no-profile", diag.Place{File: path}, "there is no such profile; the client goes on without it")
	}
	return err
}

// readProject adds the .codex/config.toml of the folders from the project's root to the working folder. Each counts when its
// folder is trusted, or else the project's root is, or else the git repository's.
func (c *Config) readProject(o Options) error {
	if !c.release.Has(codex.LayersSettings) {
		return nil
	}
	markers, err := c.RootMarkers()
	if err != nil {
		return err
	}
	root, _ := FindRoot(c.CWD, markers)
	repository := c.repository(c.CWD)
	for _, dir := range Between(root, c.CWD) {
		folder := filepath.Join(dir, ".codex")
		if folder == o.Home {
			continue
		}
		layer, err := readLayer(Project, filepath.Join(folder, "config.toml"))
		switch trust := c.layerTrust(dir, root, repository); {
		case trust != Trusted && c.release.Has(codex.TrustsSettings) && (err != nil || layer != nil):
			c.add(&Layer{Kind: Project, Name: filepath.Join(folder, "config.toml"), Unused: "the project is not trusted"})
		case err != nil:
			return err
		case layer != nil:
			c.add(layer)
		}
	}
	return nil
}

// Between are the folders from root down to dir, both included.
func Between(root, dir string) (dirs []string) {
	for _, at := range Ancestors(dir) {
		dirs = append(dirs, at)
		if at == root {
			break
		}
	}
	slices.Reverse(dirs)
	return dirs
}

// Get finds the strongest layer's value for a key.
func (c *Config) Get(path ...string) (Value, bool) {
	return c.get(path, func(*Layer) bool { return true })
}

func (c *Config) get(path []string, counts func(*Layer) bool) (Value, bool) {
	for i := len(c.Layers) - 1; i >= 0; i-- {
		layer := c.Layers[i]
		if layer.Unused != "" || !counts(layer) {
			continue
		}
		value, found, hidden := layer.lookup(path)
		if found {
			return Value{dotted(path), layer, value}, true
		}
		if hidden {
			break
		}
	}
	return Value{}, false
}

// RootMarkers are the names that make a folder a project's root. No names mean that no root is looked for.
//
// NOTE(codex): 0.145.0 what a project's own config.toml says of them does not count.
func (c *Config) RootMarkers() ([]string, error) {
	if !c.release.Has(codex.TakesRootMarkers) {
		return []string{".git"}, nil
	}
	v, ok := c.get([]string{"project_root_markers"}, outsideProject)
	if !ok {
		return []string{".git"}, nil
	}
	return v.Strings()
}

// outsideProject is what counts where a project must not decide of itself.
func outsideProject(l *Layer) bool { return l.Kind != Project }
