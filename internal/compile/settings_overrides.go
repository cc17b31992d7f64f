package compile

import (
	"strconv"
	"strings"

	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Overrides are the settings as a client takes them on its command line: key=value, the value as TOML.
func (s Settings) Overrides() (list []string) {
	add := func(key, value string) {
		if value != "" {
			list = append(list, key+"="+value)
		}
	}
	add("model", tomlWord(s.Model))
	add("model_reasoning_effort", tomlWord(s.Effort))
	add("personality", tomlWord(s.Personality))
	if s.Reviewer != "user" {
		add("approvals_reviewer", tomlWord(s.Reviewer))
	}
	if s.Approval != nil {
		add("approval_policy", tomlOf(s.Approval))
	}
	if s.Sandbox != nil {
		add("sandbox_mode", tomlWord(s.Sandbox.Mode))
		if s.Sandbox.Mode == WorkspaceWrite && !s.Sandbox.Defaults {
			add("sandbox_workspace_write", s.Sandbox.toml())
		}
	}
	return list
}

func (s *Sandbox) toml() string {
	var roots []string
	for _, root := range s.Roots {
		roots = append(roots, tomlString(root))
	}
	return "{network_access=" + strconv.FormatBool(s.Network) + ",exclude_slash_tmp=" + strconv.FormatBool(s.WithoutTmp) +
		",exclude_tmpdir_env_var=" + strconv.FormatBool(s.WithoutTmpDir) + ",writable_roots=[" + strings.Join(roots, ",") + "]}"
}

// tomlWord is a string, nothing for none.
func tomlWord(s string) string {
	if s == "" {
		return ""
	}
	return tomlString(s)
}

// tomlString is a basic string: JSON's escapes are TOML's, but for the slash, which is never written so.
func tomlString(s string) string { return string(rawjson.AppendString(nil, s)) }

// tomlOf writes a JSON value as TOML. What TOML has no word for is left out.
func tomlOf(value jsontext.Value) string {
	switch {
	case rawjson.IsObject(value):
		var members []string
		for m := rawjson.Walk(value); m.Next(); {
			if v := tomlOf(m.Value); v != "" {
				members = append(members, tomlString(string(m.Name))+"="+v)
			}
		}
		return "{" + strings.Join(members, ",") + "}"
	case len(value) > 0 && value[0] == '[':
		var elements []string
		for m := rawjson.Walk(value); m.NextElement(); {
			if v := tomlOf(m.Value); v != "" {
				elements = append(elements, v)
			}
		}
		return "[" + strings.Join(elements, ",") + "]"
	case string(value) == "null":
		return ""
	case len(value) > 0 && value[0] == '"':
		return tomlString(rawjson.String(value))
	}
	return string(value)
}
