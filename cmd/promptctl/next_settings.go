package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/config"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// settle decides what the turn runs under: what the flags say, then what the session has, then what is configured.
func (o *nextOptions) settle(s *compile.Settings, step *history.Step, configured *config.Config) error {
	s.CWD = o.workspace
	fresh := step.Context == nil
	if fresh || o.resumed && !step.Version.Has(codex.ResumeKeepsSettings) {
		s.Approval, s.Sandbox, s.Reviewer = nil, nil, ""
	}
	for _, setting := range []struct {
		key string
		at  *string
	}{
		{"model", &s.Model}, {"model_reasoning_effort", &s.Effort}, {"personality", &s.Personality}, {"approvals_reviewer", &s.Reviewer},
	} {
		if v, ok := configured.Get(setting.key); !ok || !fresh && v.From.Kind != config.Flag {
			continue
		}
		var err error
		if *setting.at, err = configText(configured, setting.key); err != nil {
			return err
		}
	}
	if o.model != "" {
		s.Model = o.model
	}
	return o.settlePermissions(s, configured)
}

func (o *nextOptions) settlePermissions(s *compile.Settings, configured *config.Config) error {
	approval, mode := o.approval, o.sandbox
	var err error
	if approval == "" && (s.Approval == nil || flagged(configured, "approval_policy")) {
		if approval, err = configText(configured, "approval_policy"); err != nil {
			approval = "" // an object, which only the client reads
		} else if err = oneOf(placed(configured, "approval_policy"), approval, approvalPolicies); err != nil {
			return err
		}
	}
	if approval != "" {
		s.Approval = jsontext.Value(rawjson.AppendString(nil, approval))
	}
	if mode == "" && (s.Sandbox == nil || flagged(configured, "sandbox_mode")) {
		if mode, err = configText(configured, "sandbox_mode"); err != nil {
			return err
		}
		if err = oneOf(placed(configured, "sandbox_mode"), mode, sandboxModes); err != nil {
			return err
		}
	}
	if mode != "" {
		s.Sandbox, err = configuredSandbox(mode, configured)
	}
	return err
}

// sandboxModes and approvalPolicies are the words of the two settings.
//
// NOTE(codex): 0.145.0 with another word the client does not start.
const (
	sandboxModes     = compile.ReadOnly + ", " + compile.WorkspaceWrite + ", " + compile.FullAccess
	approvalPolicies = "untrusted, on-failure, on-request, never"
)

// oneOf complains of a value that is none of some words. None at all is fine.
func oneOf(what, value, words string) error {
	if value == "" || slices.Contains(strings.Split(words, ", "), value) {
		return nil
	}
	return usageError{fmt.Errorf("%s %q: one of %s", what, value, words)}
}

// placed is a setting's name behind what sets it.
func placed(configured *config.Config, key string) string {
	if v, ok := configured.Get(key); ok {
		return v.From.Name + ": " + key
	}
	return key
}

// flagged reports whether a setting was given on the command line.
func flagged(configured *config.Config, key string) bool {
	v, ok := configured.Get(key)
	return ok && v.From.Kind == config.Flag
}

// configuredSandbox is a mode with what is configured for it.
func configuredSandbox(mode string, configured *config.Config) (*compile.Sandbox, error) {
	s := &compile.Sandbox{Mode: mode, Defaults: true}
	for _, setting := range []struct {
		key string
		at  *bool
	}{
		{"network_access", &s.Network}, {"exclude_slash_tmp", &s.WithoutTmp}, {"exclude_tmpdir_env_var", &s.WithoutTmpDir},
	} {
		v, ok := configured.Get("sandbox_workspace_write", setting.key)
		if !ok {
			continue
		}
		var err error
		if *setting.at, err = v.Bool(); err != nil {
			return nil, err
		}
	}
	if v, ok := configured.Get("sandbox_workspace_write", "writable_roots"); ok {
		var err error
		if s.Roots, err = v.Strings(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// base is the configured override of base instructions. A session that goes on keeps its own.
func (o *nextOptions) base(step *history.Step, configured *config.Config) (*compile.Base, error) {
	if step.Context != nil && !o.resumed {
		return nil, nil
	}
	path, err := configText(configured, "model_instructions_file")
	if err != nil || path == "" {
		return nil, err
	}
	if v, ok := configured.Get("model_instructions_file"); ok && !filepath.IsAbs(path) {
		dir := filepath.Dir(v.From.Name)
		if v.From.Kind == config.Flag {
			dir = o.workspace
		}
		path = filepath.Join(dir, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return &compile.Base{Text: strings.TrimSpace(string(text)), Source: path}, nil
}

// configuredProvider is the kind of endpoint that the configuration names: OpenAI's own unless it says otherwise.
//
// NOTE(codex): 0.145.0 a provider's name decides, not its key.
func configuredProvider(configured *config.Config) (compile.Provider, error) {
	key, err := configText(configured, "model_provider")
	if err != nil || key == "" || key == "openai" {
		return compile.OpenAI, err
	}
	name := ""
	if v, ok := configured.Get("model_providers", key, "name"); ok {
		if name, err = v.Text(); err != nil {
			return "", err
		}
	}
	switch {
	case name == "OpenAI":
		return compile.OpenAI, nil
	case strings.EqualFold(name, "azure"):
		return compile.Azure, nil
	}
	return compile.OtherProvider, nil
}

// configText is a setting that is a text, "" where nothing sets it.
func configText(configured *config.Config, key string) (string, error) {
	v, ok := configured.Get(key)
	if !ok {
		return "", nil
	}
	return v.Text()
}
