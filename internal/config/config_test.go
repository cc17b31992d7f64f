package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"promptctl/internal/codex"
	"promptctl/internal/config"

	"golang.org/x/tools/txtar"
)

// TestLayers asks for a key where several layers set it.
func TestLayers(t *testing.T) {
	for _, c := range []struct {
		name, files string
		profile     string
		flags       []string
		release     codex.Version
		path        []string
		want        string // the text, or the error
		from        string // the layer, by the end of its name
	}{
		{name: "user", files: "-- home/config.toml --\nmodel = \"a\"\n", path: []string{"model"}, want: "a", from: "home/config.toml"},
		{name: "none", path: []string{"model"}, want: "(none)"},
		{name: "system below user", files: "-- etc/config.toml --\nmodel = \"s\"\n-- home/config.toml --\nmodel = \"a\"\n", path: []string{"model"}, want: "a"},
		{name: "system alone", files: "-- etc/config.toml --\nmodel = \"s\"\n", path: []string{"model"}, want: "s"},
		{name: "no system before 0.78", files: "-- etc/config.toml --\nmodel = \"s\"\n", release: codex.Version{Minor: 77}, path: []string{"model"}, want: "(none)"},
		{name: "managed above flags", files: "-- etc/managed_config.toml --\nmodel = \"m\"\n", flags: []string{"model=f"}, path: []string{"model"}, want: "m"},
		{name: "last flag", flags: []string{"model=f", "model=g"}, path: []string{"model"}, want: "g", from: "-c model=g"},
		{name: "flag as TOML", flags: []string{`model="f x"`}, path: []string{"model"}, want: "f x"},
		{name: "flag as text", flags: []string{"model=f x"}, path: []string{"model"}, want: "f x"},
		{name: "flag with quotes that are no TOML", flags: []string{`model='f`}, path: []string{"model"}, want: "f"},
		{name: "dotted flag", flags: []string{"a.b.c=x"}, path: []string{"a", "b", "c"}, want: "x"},
		{name: "dotted flag keeps quotes", flags: []string{`a."b.c"=x`}, path: []string{"a", "b.c"}, want: "(none)"},
		{name: "flag adds no second line", flags: []string{"model=1\nother=2"}, path: []string{"model"}, want: "1\nother=2"},
		{name: "tables of two layers are one", files: "-- home/config.toml --\n[a]\nb = \"x\"\nc = \"y\"\n", flags: []string{"a.b=z"}, path: []string{"a", "c"}, want: "y"},
		{name: "a stronger value hides a table", files: "-- home/config.toml --\n[a]\nc = \"y\"\n", flags: []string{"a=1"}, path: []string{"a", "c"}, want: "(none)"},
		{name: "profile file", files: "-- home/x.config.toml --\nmodel = \"p\"\n-- home/config.toml --\nmodel = \"a\"\n", profile: "x", path: []string{"model"}, want: "p"},
		{name: "profile table before 0.134", files: "-- home/config.toml --\nmodel = \"a\"\n[profiles.x]\nmodel = \"p\"\n", profile: "x", release: codex.Version{Minor: 133}, path: []string{"model"}, want: "p"},
		{name: "profile named by the settings before 0.134", files: "-- home/config.toml --\nprofile = \"x\"\n[profiles.x]\nmodel = \"p\"\n", release: codex.Version{Minor: 133}, path: []string{"model"}, want: "p"},
		{name: "profile named by the settings", files: "-- home/config.toml --\nprofile = \"x\"\n", want: "profile: the client refuses this key"},
		{name: "profile table beside a profile", files: "-- home/config.toml --\n[profiles.x]\nmodel = \"p\"\n", profile: "x", want: "profiles.x: the client refuses this table"},
		{name: "not TOML", files: "-- home/config.toml --\nmodel = \n", want: "home/config.toml:1:"},
		{name: "no assignment", flags: []string{"model"}, want: "-c model: not key=value"},
		{name: "no key", flags: []string{"=x"}, want: "-c =x: not key=value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := unpack(t, c.files)
			if c.release.IsZero() {
				c.release = codex.Version{Minor: 171}
			}
			settings, err := config.Load(config.Options{
				Release: codex.ProfileOf(c.release), System: filepath.Join(dir, "etc"), Home: filepath.Join(dir, "home"), CWD: dir,
				Profile: c.profile, Overrides: c.flags,
			})
			if err != nil {
				if !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v, want %s", err, c.want)
				}
				return
			}
			got, from := "(none)", ""
			if v, ok := settings.Get(c.path...); ok {
				from = v.From.Name
				if got, err = v.Text(); err != nil {
					t.Fatal(err)
				}
			}
			if got != c.want || !strings.HasSuffix(from, c.from) {
				t.Errorf("%q of %s, want %q of %s", got, from, c.want, c.from)
			}
		})
	}
}

// TestValueKinds names the layer, the key and what is wrong.
func TestValueKinds(t *testing.T) {
	settings, err := config.Load(config.Options{
		Release: codex.ProfileOf(codex.Version{Minor: 171}), CWD: t.TempDir(), Overrides: []string{"n=-1", "s=x", `l=["a",1]`, "f=1.5", "t={a=1}"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		key  string
		read func(config.Value) error
		want string
	}{
		{"n", func(v config.Value) error { _, err := v.Size(); return err }, "-c n=-1: n is -1, below zero"},
		{"s", func(v config.Value) error { _, err := v.Size(); return err }, "-c s=x: s is a string, not a whole number"},
		{"f", func(v config.Value) error { _, err := v.Size(); return err }, "-c f=1.5: f is a fraction, not a whole number"},
		{"l", func(v config.Value) error { _, err := v.Strings(); return err }, `-c l=["a",1]: l holds a whole number, not only strings`},
		{"t", func(v config.Value) error { _, err := v.Bool(); return err }, "-c t={a=1}: t is a table, not true or false"},
		{"n", func(v config.Value) error { _, err := v.Text(); return err }, "-c n=-1: n is a whole number, not a string"},
	} {
		v, ok := settings.Get(c.key)
		if !ok {
			t.Fatalf("no %s", c.key)
		}
		if err := c.read(v); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func unpack(t *testing.T, files string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(files)).Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
