package config

import "path/filepath"

// Trust is what the user decided of a project.
type Trust int

const (
	Undecided Trust = iota
	Trusted
	Untrusted
)

// TrustOf is what the settings say of a folder, and the entry that says it: the one of the folder itself, else that of its
// git repository's root.
func (c *Config) TrustOf(dir string) (trust Trust, entry string) {
	paths := []string{dir}
	if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir {
		paths = append(paths, real)
	}
	return c.trust(append(paths, c.repository(dir))...)
}

// layerTrust is what the settings say of the config.toml in a folder of a project.
func (c *Config) layerTrust(dir, root, repository string) Trust {
	trust, _ := c.trust(dir, root, repository)
	return trust
}

// trust takes the first of some paths that has an entry. A project's own settings cannot vouch for it.
func (c *Config) trust(paths ...string) (trust Trust, entry string) {
	for _, path := range paths {
		if path == "" {
			continue
		}
		v, ok := c.get([]string{"projects", path, "trust_level"}, outsideProject)
		if !ok {
			continue
		}
		switch v.any {
		case "trusted":
			return Trusted, path
		case "untrusted":
			return Untrusted, path
		}
	}
	if c.undecided != Undecided {
		return c.undecided, paths[0]
	}
	return Undecided, ""
}
