package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"promptctl/internal/agentsmd"
	"promptctl/internal/codex"
	"promptctl/internal/config"
	"promptctl/internal/history"
	"promptctl/internal/render"
	"promptctl/internal/rollout"

	"github.com/spf13/cobra"
)

// placeFlags say where a client works, and with which settings. They are Codex's own.
type placeFlags struct {
	cd           string
	profile      string
	overrides    []string
	environments []string
}

func (f *placeFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.cd, "cd", "C", "", "the working folder, as DIR; `DIR`")
	cmd.Flags().StringVarP(&f.profile, "profile", "p", "", "the `PROFILE` of Codex's settings")
	cmd.Flags().StringArrayVarP(&f.overrides, "config", "c", nil, "a setting of Codex's: `KEY=VALUE`, the value as TOML")
	cmd.Flags().StringArrayVar(&f.environments, "environment", nil, "one of several places to work in: `ID=DIR`")
}

// dir is the folder that an argument or --cd names, or the one promptctl runs in.
//
// NOTE(codex): 0.138.0 the folder of --cd keeps the name it was given by, symbolic links and all; a client that was started in
// a folder knows it by its real path.
func (f *placeFlags) dir(a *app, args []string, release *codex.Profile) (string, error) {
	switch {
	case f.cd != "" && len(args) > 0:
		return "", usageError{errors.New("a folder and --cd exclude each other")}
	case f.cd != "":
		real, err := folder(f.cd)
		if err != nil || !release.Has(codex.KeepsLinkedFolder) {
			return real, err
		}
		return filepath.Abs(f.cd)
	case len(args) > 0:
		return folder(args[0])
	}
	return folder(a.cwd)
}

// folder is the real path of a folder that is there.
func folder(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return "", fmt.Errorf("%s: not a folder", path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// release is the one that --codex-version names, or the newest known.
func (a *app) release() (*codex.Profile, error) {
	v, err := a.version()
	if err != nil {
		return nil, err
	}
	return codex.ProfileOf(v), nil
}

// workspace is a folder as a client would work in it.
type workspace struct {
	app     *app
	config  *config.Config
	options agentsmd.Options
}

// workspace reads the settings that are in force in a folder.
func (a *app) workspace(f *placeFlags, dir string, release *codex.Profile) (*workspace, error) {
	w := &workspace{app: a, options: agentsmd.Options{Release: release, Home: a.codexHome()}}
	environments, err := f.places(dir)
	if err != nil {
		return nil, err
	}
	w.options.Environments = environments
	w.config, err = config.Load(config.Options{
		Release: release, System: systemSettings, Home: w.options.Home, CWD: environments[0].CWD, Profile: f.profile, Overrides: f.overrides,
	})
	if err != nil {
		return nil, err
	}
	a.tell(w.config.Found)
	return w, w.options.Configure(w.config)
}

// standIn is the workspace that a step worked in, or the folder that is given for it.
func (a *app) standIn(s *history.Step, dir string) (*workspace, error) {
	if dir == "" && s.Context != nil {
		dir = s.Context.CWD
	}
	if dir == "" {
		return nil, errors.New("the session does not say where it worked; give --workspace DIR")
	}
	real, err := folder(dir)
	if err != nil {
		return nil, errors.New("the session's folder is not here; give --workspace DIR")
	}
	return a.workspace(&placeFlags{}, real, s.Version)
}

// systemSettings is where an administrator puts settings for every user.
const systemSettings = "/etc/codex"

// places are the environments: the folder, or those that were named.
func (f *placeFlags) places(dir string) (list []agentsmd.Environment, err error) {
	for _, text := range f.environments {
		id, path, ok := strings.Cut(text, "=")
		if !ok || id == "" {
			return nil, usageError{fmt.Errorf("--environment %s: not ID=DIR", text)}
		}
		if path, err = folder(path); err != nil {
			return nil, err
		}
		list = append(list, agentsmd.Environment{ID: id, CWD: path})
	}
	if len(list) == 0 {
		list = []agentsmd.Environment{{CWD: dir}}
	}
	return list, nil
}

func (w *workspace) discover() *agentsmd.Scope { return agentsmd.Discover(w.options) }

// untrusted is the settings' entry by which a folder is not trusted, "" for none.
func (w *workspace) untrusted(dir string) string {
	if trust, entry := w.config.TrustOf(dir); trust == config.Untrusted {
		return entry
	}
	return ""
}

// print opens what the flags name as output, lets show write the result, and closes it.
func (a *app) print(output *outputFlags, thread *rollout.Thread, show func(*bufio.Writer, render.Style) error) error {
	w, done, err := output.writer(a, thread)
	if err != nil {
		return err
	}
	page := a.page(w, output.format)
	out := bufio.NewWriter(page)
	err = show(out, a.style(w))
	return errors.Join(err, out.Flush(), page.Close(), done(err))
}
