package main

import (
	"fmt"
	"os"
	"path/filepath"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// replayOptions are what the settings add to a replay.
func (a *app) replayOptions() (o history.Options, err error) {
	if a.settings.Version != "" {
		if o.Version, err = codex.ParseVersion(a.settings.Version); err != nil {
			return o, usageError{fmt.Errorf("--codex-version: %w", err)}
		}
	}
	if a.settings.Catalog != "" {
		o.Catalog, err = readCatalog(a.settings.Catalog)
	} else {
		o.Cache = a.modelsCache()
	}
	o.Progress = a.progress()
	return o, err
}

// modelsCache is what the installed client last learned of its models, nil where there is nothing to read. It speaks for
// the release that wrote it only.
func (a *app) modelsCache() *codex.Catalog {
	home := a.codexHome()
	if home == "" {
		return nil
	}
	c, err := readCatalog(filepath.Join(home, "models_cache.json"))
	if err != nil || c.Version.IsZero() {
		return nil
	}
	return c
}

func readCatalog(path string) (*codex.Catalog, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c, err := codex.ParseCatalog(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// compileOptions are what the settings add to a request.
func (a *app) compileOptions() (o compile.Options, err error) {
	if o.Provider, err = compile.ParseProvider(a.settings.Provider); err != nil {
		return o, usageError{err}
	}
	if a.settings.Tools == "" {
		return o, nil
	}
	text, err := os.ReadFile(a.settings.Tools)
	if err != nil {
		return o, err
	}
	if err := rawjson.Check(text); err != nil {
		return o, fmt.Errorf("%s: %w", a.settings.Tools, err)
	}
	text = rawjson.Canonical(text)
	if text[0] == '{' { // a captured body: its tools
		text = rawjson.Field(text, "tools")
	}
	if len(text) == 0 || text[0] != '[' {
		return o, fmt.Errorf("%s: neither a tools array nor a body that has one", a.settings.Tools)
	}
	o.Tools = text
	return o, nil
}
