// Package config reads the Codex CLI's own settings: config.toml in its layers, from the system's to the -c flags, and what
// they say of a project: where its root is and whether it is trusted.
//
// It knows nothing of what a setting means beyond that. Keys are case-sensitive and stay as they are written.
package config
