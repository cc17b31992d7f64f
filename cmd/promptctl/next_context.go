package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/config"
	"promptctl/internal/history"

	"go.yaml.in/yaml/v3"
)

// stepContext captures, at one moment, everything that the request is made from beside the history.
func (a *app) stepContext(o *nextOptions, step *history.Step, catalog *codex.Catalog) (*compile.StepContext, error) {
	w, err := a.workspace(&placeFlags{overrides: o.config}, o.workspace, step.Version)
	if err != nil {
		return nil, err
	}
	c := &compile.StepContext{Settings: compile.SettingsOf(step), Shell: shellName(a.env["SHELL"]), Resumed: o.resumed}
	if err := o.configure(c, step, w.config); err != nil {
		return nil, err
	}
	if c.Date, err = a.today(o.date); err != nil {
		return nil, err
	}
	c.Timezone = machineZone()
	if c.Extensions, err = readExtensions(o.context); err != nil {
		return nil, err
	}
	if c.Templates, err = readTemplates(o.templates); err != nil {
		return nil, err
	}
	if o.client == "" {
		rules := compile.AgentsMD(w.discover().Told())
		c.AgentsMD = &rules
	} else if catalog, err = a.askClient(o, c); err != nil {
		return nil, err
	}
	c.UseModels(catalog, step)
	return c, nil
}

// configure takes what flags and settings say into the context.
func (o *nextOptions) configure(c *compile.StepContext, step *history.Step, configured *config.Config) (err error) {
	if err := o.settle(&c.Settings, step, configured); err != nil {
		return err
	}
	if c.Developer, err = configText(configured, "developer_instructions"); err != nil {
		return err
	}
	if c.Base, err = o.base(step, configured); err != nil {
		return err
	}
	c.Provider, err = configuredProvider(configured)
	return err
}

func shellName(path string) string {
	if path == "" {
		return ""
	}
	return filepath.Base(path)
}

// askClient has the client render the context, and returns its models.
func (a *app) askClient(o *nextOptions, c *compile.StepContext) (*codex.Catalog, error) {
	client, err := a.newClient(o.client, o.workspace)
	if err != nil {
		return nil, err
	}
	overrides := append(c.Settings.Overrides(), o.config...)
	if c.Rendered, err = client.context(overrides); err != nil {
		return nil, err
	}
	return client.catalog(o.config)
}

// today is the day: the one that was given, or that of the clock.
func (a *app) today(given string) (string, error) {
	if given != "" {
		if _, err := time.Parse(time.DateOnly, given); err != nil {
			return "", usageError{fmt.Errorf("date %q: a day such as 2026-01-31", given)}
		}
		return given, nil
	}
	now := time.Now()
	if zone := a.env["TZ"]; zone != "" {
		if place, err := time.LoadLocation(zone); err == nil {
			now = now.In(place)
		}
	}
	return now.Format(time.DateOnly), nil
}

// machineZone is the time zone that this machine is set to, "" where it does not say.
//
// NOTE(codex): 0.145.0 and 0.171.0 TZ moves the day, and not the zone that is told.
func machineZone() string {
	if target, err := os.Readlink("/etc/localtime"); err == nil {
		if _, zone, ok := strings.Cut(target, "zoneinfo/"); ok {
			return zone
		}
	}
	text, _ := os.ReadFile("/etc/timezone")
	return strings.TrimSpace(string(text))
}

// readExtensions reads the context that extensions would bring.
func readExtensions(path string) (list []compile.Extension, err error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := yaml.Unmarshal(text, &list); err != nil { // JSON is YAML too
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i, e := range list {
		switch e.Slot {
		case compile.DeveloperPolicy, compile.DeveloperCapabilities, compile.ContextualUser, compile.SeparateDeveloper:
		default:
			return nil, fmt.Errorf("%s: entry %d: slot %q: one of developer_policy, developer_capabilities, contextual_user, separate_developer", path, i+1, e.Slot)
		}
	}
	return list, nil
}

// readTemplates reads the fragments that the user gives: SECTION.txt, whole, with their markers.
func readTemplates(dir string) (map[string]string, error) {
	if dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	texts := map[string]string{}
	for _, entry := range entries {
		section, ok := strings.CutSuffix(entry.Name(), ".txt")
		if !ok {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		if _, ok := codex.SectionFragment(section); !ok {
			return nil, fmt.Errorf("%s: %q is no section that is told", path, section)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		texts[section] = strings.TrimSuffix(string(text), "\n")
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("templates %s: no file SECTION.txt in it", dir)
	}
	return texts, nil
}
