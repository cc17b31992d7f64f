package compile

import (
	"slices"

	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Settings are what a turn runs under, as far as its context depends on it.
type Settings struct {
	CWD           string
	Model         string
	Effort        string
	Personality   string
	Reviewer      string         // of approvals; "" for the user
	Agents        string         // the kind of sub-agents that the thread has, as it is recorded; "" where it is not
	Approval      jsontext.Value // a word or an object; nil when not known
	Sandbox       *Sandbox       // nil when not known
	Collaboration jsontext.Value
}

// Sandbox is what commands may touch.
type Sandbox struct {
	Mode          string // read-only, workspace-write, danger-full-access
	Defaults      bool   // everything beside the mode is as the user's configuration has it
	Network       bool
	Roots         []string // writable ones beside the working folder
	WithoutTmp    bool     // /tmp is not writable
	WithoutTmpDir bool     // neither is TMPDIR
}

// Sandbox modes, as Codex's command line has them.
const (
	ReadOnly       = "read-only"
	WorkspaceWrite = "workspace-write"
	FullAccess     = "danger-full-access"
)

// SettingsOf are those in force at a step: what its turn states, and what was announced since.
func SettingsOf(s *history.Step) (now Settings) {
	if s.Context != nil {
		now.take(s.Context.Stated)
		now.Model = s.Context.Model
	}
	if s.Announced && s.Settings != nil {
		now.take(s.Settings.Stated)
	}
	return now
}

// settingsBefore are those that the context was last told under.
func settingsBefore(s *history.Step) (before Settings) {
	context := s.Reference
	if context == nil {
		context = s.Context
	}
	if context != nil {
		before.take(context.Stated)
		before.Model = context.Model
	}
	return before
}

// take adopts what a turn_context or an announcement states.
func (s *Settings) take(stated jsontext.Value) {
	if !rawjson.IsObject(stated) {
		return
	}
	for m := rawjson.Walk(stated); m.Next(); {
		switch string(m.Name) {
		case "cwd":
			s.CWD = rawjson.String(m.Value)
		case "model":
			s.Model = rawjson.String(m.Value)
		case "effort", "reasoning_effort":
			s.Effort = rawjson.String(m.Value)
		case "personality":
			s.Personality = rawjson.String(m.Value)
		case "approvals_reviewer":
			s.Reviewer = rawjson.String(m.Value)
		case "multi_agent_version":
			s.Agents = rawjson.String(m.Value)
		case "approval_policy":
			s.Approval = slices.Clone(m.Value)
		case "collaboration_mode":
			s.Collaboration = slices.Clone(m.Value)
		}
	}
	s.takeSandbox(stated)
}

// collaborationMode is a mode and what it says to the model.
type collaborationMode struct{ mode, instructions string }

func (s Settings) collaboration() (c collaborationMode) {
	if !rawjson.IsObject(s.Collaboration) {
		return c
	}
	c.mode = rawjson.String(rawjson.Field(s.Collaboration, "mode"))
	if settings := rawjson.Field(s.Collaboration, "settings"); rawjson.IsObject(settings) {
		c.instructions = rawjson.String(rawjson.Field(settings, "developer_instructions"))
	}
	return c
}

// takeSandbox reads the policy where it is stated, else the profile that stands for it.
func (s *Settings) takeSandbox(stated jsontext.Value) {
	if policy := rawjson.Field(stated, "sandbox_policy"); rawjson.IsObject(policy) {
		s.Sandbox = sandboxPolicy(policy)
	} else if profile := rawjson.Field(stated, "permission_profile"); rawjson.IsObject(profile) {
		s.Sandbox = permissionProfile(profile, s.CWD)
	}
}

func sandboxPolicy(policy jsontext.Value) *Sandbox {
	var p struct {
		Type       string   `json:"type"`
		Network    bool     `json:"network_access"`
		Roots      []string `json:"writable_roots"`
		WithoutTmp bool     `json:"exclude_slash_tmp"`
		WithoutEnv bool     `json:"exclude_tmpdir_env_var"`
	}
	if json.Unmarshal(policy, &p, jsontext.AllowDuplicateNames(true)) != nil {
		return nil
	}
	switch p.Type {
	case ReadOnly, WorkspaceWrite, FullAccess:
		return &Sandbox{Mode: p.Type, Network: p.Network, Roots: p.Roots, WithoutTmp: p.WithoutTmp, WithoutTmpDir: p.WithoutEnv}
	}
	return nil
}

// permissionProfile reads the sandbox out of the entries that it was made into.
func permissionProfile(profile jsontext.Value, cwd string) *Sandbox {
	var p struct {
		Type       string `json:"type"`
		Network    string `json:"network"`
		FileSystem struct {
			Type    string `json:"type"`
			Entries []struct {
				Access string `json:"access"`
				Path   struct {
					Type  string `json:"type"`
					Path  string `json:"path"`
					Value struct {
						Kind string `json:"kind"`
					} `json:"value"`
				} `json:"path"`
			} `json:"entries"`
		} `json:"file_system"`
	}
	if json.Unmarshal(profile, &p, jsontext.AllowDuplicateNames(true)) != nil {
		return nil
	}
	if p.Type == "disabled" || p.FileSystem.Type == "unrestricted" {
		return &Sandbox{Mode: FullAccess, Network: true}
	}
	s := &Sandbox{Mode: ReadOnly, Network: p.Network == "enabled", WithoutTmp: true, WithoutTmpDir: true}
	for _, e := range p.FileSystem.Entries {
		if e.Access != "write" {
			continue
		}
		s.Mode = WorkspaceWrite
		switch {
		case e.Path.Value.Kind == "slash_tmp":
			s.WithoutTmp = false
		case e.Path.Value.Kind == "tmpdir":
			s.WithoutTmpDir = false
		case e.Path.Type == "path" && e.Path.Path != cwd:
			s.Roots = append(s.Roots, e.Path.Path)
		}
	}
	return s
}

// same reports whether two sandboxes allow the same.
func (s *Sandbox) same(t *Sandbox) bool {
	if s == nil || t == nil {
		return s == t
	}
	if s.Mode != WorkspaceWrite || t.Mode != WorkspaceWrite {
		return s.Mode == t.Mode // nothing else counts
	}
	return s.Network == t.Network && slices.Equal(s.Roots, t.Roots) &&
		s.WithoutTmp == t.WithoutTmp && s.WithoutTmpDir == t.WithoutTmpDir
}
