package main

import (
	"fmt"
	"os"
	"path/filepath"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// version is the release that --codex-version names, zero for none.
func (a *app) version() (v codex.Version, err error) {
	if a.settings.Version == "" {
		return v, nil
	}
	if v, err = codex.ParseVersion(a.settings.Version); err != nil {
		return v, usageError{fmt.Errorf("--codex-version: %w", err)}
	}
	return v, nil
}

// replayOptions are what the settings add to a replay.
func (a *app) replayOptions() (o history.Options, err error) {
	if o.Version, err = a.version(); err != nil {
		return o, err
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
	if o.OutputSchema, err = a.outputSchema(); err != nil {
		return o, err
	}
	if a.settings.Tools != "" {
		o.Tools, err = readTools(a.settings.Tools)
	}
	return o, err
}

// readTools reads a tools array, or takes it from a captured body.
func readTools(path string) (jsontext.Value, error) {
	tools, err := readJSON(path)
	if err != nil {
		return nil, err
	}
	if tools[0] == '{' {
		tools = rawjson.Field(tools, "tools")
	}
	if len(tools) == 0 || tools[0] != '[' {
		return nil, fmt.Errorf("%s: neither a tools array nor a body that has one", path)
	}
	return tools, nil
}

// outputSchema is the schema that the user gives: nil when unknown, JSON null for none.
func (a *app) outputSchema() (jsontext.Value, error) {
	switch a.settings.Schema {
	case "":
		return nil, nil
	case "none":
		return jsontext.Value("null"), nil
	}
	return readJSON(a.settings.Schema)
}

// readJSON reads one JSON value, spelled as Codex spells it.
func readJSON(path string) (jsontext.Value, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := rawjson.Check(text); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rawjson.Canonical(text), nil
}
