package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

// settings are promptctl's own. Each is a flag, PROMPTCTL_NAME in the environment, or a key of .promptctl.yaml.
type settings struct {
	Color    string
	Pager    string
	NoPager  bool
	Verbose  bool
	Catalog  string
	Tools    string
	Schema   string
	Provider string
	Version  string
	Strict   bool
}

// setting describes one.
type setting struct {
	name, fallback, help string
	isBool               bool
}

var settingTable = []setting{
	{"catalog", "", "model facts: a `FILE` with the JSON of codex debug models", false},
	{"codex-version", "", "replay as this Codex `RELEASE`, whatever the thread says", false},
	{"color", "auto", "`WHEN` to colour: auto, always, never", false},
	{"no-pager", "false", "do not page on a terminal", true},
	{"output-schema", "", "the output schema of the turns: a JSON `FILE`, or none", false},
	{"pager", "", "the pager's `COMMAND`, default PAGER or less -FRX", false},
	{"provider", "", "the endpoint's `KIND`: openai, azure, other; default: by the thread's provider", false},
	{"strict", "false", "exit with 3 when a part of the result is not known (client_metadata never is, and does not count)", true},
	{"tools", "", "the tools array of the requests: a JSON `FILE`", false},
	{"verbose", "false", "show notes too", true},
}

func addSettingFlags(flags *pflag.FlagSet) {
	for _, s := range settingTable {
		if s.isBool {
			flags.Bool(s.name, s.fallback == "true", s.help)
		} else {
			flags.String(s.name, s.fallback, s.help)
		}
	}
}

const settingsFile = ".promptctl.yaml"

// load reads the settings: flag, then environment, then the nearest settings file upward from here, then default.
func (a *app) load(flags *pflag.FlagSet) (*viper.Viper, error) {
	v := viper.New()
	for _, s := range settingTable {
		v.SetDefault(s.name, s.fallback)
		if value, ok := a.env[envName(s.name)]; ok {
			v.Set(s.name, value)
		}
		if f := flags.Lookup(s.name); f != nil && f.Changed {
			v.Set(s.name, f.Value.String())
		}
	}
	if path := settingsPath(a.cwd); path != "" {
		v.SetConfigFile(path)
		if err := v.ReadInConfig(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if err := checkKeys(v, path); err != nil {
			return nil, err
		}
	}
	if err := checkSwitches(v); err != nil {
		return nil, err
	}
	a.settings = settings{
		Color: v.GetString("color"), Pager: v.GetString("pager"), NoPager: v.GetBool("no-pager"),
		Verbose: v.GetBool("verbose"), Catalog: v.GetString("catalog"), Tools: v.GetString("tools"), Schema: v.GetString("output-schema"),
		Provider: v.GetString("provider"), Version: v.GetString("codex-version"), Strict: v.GetBool("strict"),
	}
	if !slices.Contains([]string{"auto", "always", "never"}, a.settings.Color) {
		return nil, usageError{fmt.Errorf("color %q: one of auto, always, never", a.settings.Color)}
	}
	return v, nil
}

// checkSwitches refuses what is neither yes nor no: it would be read as no.
func checkSwitches(v *viper.Viper) error {
	for _, s := range settingTable {
		value := v.GetString(s.name)
		if _, err := strconv.ParseBool(value); s.isBool && value != "" && err != nil {
			return usageError{fmt.Errorf("%s %q: true or false", s.name, value)}
		}
	}
	return nil
}

// casesKey is the part of the settings file that promptctl check reads, by itself: its keys are no settings.
const casesKey = "check"

// checkKeys refuses a key that no setting has: a typing mistake would otherwise be silent.
func checkKeys(v *viper.Viper, path string) error {
	for _, key := range v.AllKeys() {
		if name, _, _ := strings.Cut(key, "."); name == casesKey {
			continue
		}
		if v.InConfig(key) && !slices.ContainsFunc(settingTable, func(s setting) bool { return s.name == key }) {
			return usageError{fmt.Errorf("%s: unknown setting %q", path, key)}
		}
	}
	return nil
}

// settingsPath is the nearest settings file in dir or above it, "" if there is none.
func settingsPath(dir string) string {
	for dir != "" {
		path := filepath.Join(dir, settingsFile)
		if _, err := os.Stat(path); err == nil || !errors.Is(err, os.ErrNotExist) {
			return path
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
	return ""
}

func envName(setting string) string {
	name := []byte("PROMPTCTL_" + setting)
	for i, c := range name {
		switch {
		case c == '-':
			name[i] = '_'
		case c >= 'a' && c <= 'z':
			name[i] = c - 'a' + 'A'
		}
	}
	return string(name)
}
