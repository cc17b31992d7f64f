package codex

import "strings"

// FragmentKind is one kind of context that Codex injects into a prompt.
type FragmentKind struct {
	Name     string // the words a person knows it by
	Role     string
	Start    string // what it opens with
	End      string // what it closes with; "" where only the opening tells it
	Section  string // the World State section that it tells; "" where none does
	Separate bool   // it shares a message with no other, where the release keeps messages apart
}

// Roles of context messages.
const (
	RoleDeveloper = "developer"
	RoleUser      = "user"
)

// Markers of the fragments whose insides are read or written.
const (
	AgentsMDStart         = "# AGENTS.md instructions"
	AgentsMDEnd           = "</INSTRUCTIONS>"
	EnvironmentContextEnd = "</environment_context>"
	SkillsStart           = "<skills_instructions>"
	SkillsEnd             = "</skills_instructions>"
	ToolsStart            = "<tools>"
	ToolsEnd              = "</tools>"
	ModelSwitchEnd        = "</model_switch>"
	CollaborationStart    = "<collaboration_mode>"
	CollaborationEnd      = "</collaboration_mode>"
	PermissionsStart      = "<permissions instructions>"
	PermissionsEnd        = "</permissions instructions>"
)

// Ids of the World State's sections.
const (
	SectionAgentsMD      = "agents_md"
	SectionApps          = "apps_instructions"
	SectionCollaboration = "collaboration_mode"
	SectionGuidance      = "context_window_guidance"
	SectionEnvironments  = "environments"
	SectionDeferred      = "environments_instructions"
	SectionAttribution   = "git_attribution"
	SectionHostSkills    = "host_skills"
	SectionManaged       = "managed_developer_instructions"
	SectionModel         = "model"
	SectionModelCatalog  = "model_catalog"
	SectionMultiAgent    = "multi_agent_mode"
	SectionUsageHint     = "multi_agent_usage_hint"
	SectionPermissions   = "permissions"
	SectionPersistent    = "persistent_mode"
	SectionPersonality   = "personality"
	SectionPlugins       = "plugins_instructions"
	SectionRealtime      = "realtime"
	SectionSkills        = "skills"
	SectionTools         = "tools"
	SectionTopLevelTools = "top_level_tools"
)

// fragmentKinds lists them. One whose opening is the beginning of another's comes behind it.
//
// NOTE(codex): 0.145.0 and 0.171.0 core/src/context: only these are recognised, and a tag that looks like one is text.
var fragmentKinds = []FragmentKind{
	{"AGENTS.md", RoleUser, AgentsMDStart, AgentsMDEnd, SectionAgentsMD, false},
	{"environment", RoleUser, EnvironmentContextStart, EnvironmentContextEnd, SectionEnvironments, false},
	{"permissions", RoleDeveloper, PermissionsStart, PermissionsEnd, SectionPermissions, false},
	{"skills", RoleDeveloper, SkillsStart, SkillsEnd, SectionHostSkills, false},
	{"skill", RoleUser, "<skill>", "</skill>", "", false},
	{"model switch", RoleDeveloper, ModelSwitchStart, ModelSwitchEnd, SectionModel, true},
	{"collaboration mode", RoleDeveloper, CollaborationStart, CollaborationEnd, SectionCollaboration, false},
	{"multi-agent mode", RoleDeveloper, "<multi_agent_mode>", "</multi_agent_mode>", SectionMultiAgent, false},
	{"multi-agent role", RoleDeveloper, "<multi_agent_role>", "</multi_agent_role>", "", true},
	{"personality", RoleDeveloper, "<personality_spec>", "</personality_spec>", SectionPersonality, false},
	{"apps", RoleDeveloper, "<apps_instructions>", "</apps_instructions>", SectionApps, false},
	{"plugins", RoleDeveloper, "<plugins_instructions>", "</plugins_instructions>", SectionPlugins, false},
	{"recommended plugins", RoleUser, "<recommended_plugins>", "</recommended_plugins>", "", false},
	{"environments", RoleDeveloper, "<environments_instructions>", "</environments_instructions>", SectionDeferred, false},
	{"realtime", RoleDeveloper, "<realtime_conversation>", "</realtime_conversation>", SectionRealtime, false},
	{"context window guidance", RoleDeveloper, "<context_window_guidance>", "</context_window_guidance>", SectionGuidance, false},
	{"context window", RoleDeveloper, "<context_window>", "</context_window>", "", true},
	{"token budget", RoleDeveloper, "<token_budget>", "", "", false},
	{"rollout budget", RoleDeveloper, "<rollout_budget>", "</rollout_budget>", "", false},
	{"shell command", RoleUser, "<user_shell_command>", "</user_shell_command>", "", false},
	{"turn aborted", RoleUser, TurnAbortedStart, "</turn_aborted>", "", false},
	{"subagent notification", RoleUser, "<subagent_notification>", "</subagent_notification>", "", false},
	{"internal context", RoleUser, "<codex_internal_context", "</codex_internal_context>", "", false},
	{"goal", RoleUser, "<goal_context>", "</goal_context>", "", false},
	{"additional context", RoleUser, "<external_", "", "", false},
	{"hook prompt", RoleUser, "<hook_prompt", "</hook_prompt>", "", false},
	{"managed instructions", RoleDeveloper, "<managed_developer_instructions>", "</managed_developer_instructions>", SectionManaged, true},
	{"git attribution", RoleDeveloper, "<git_attribution>", "</git_attribution>", SectionAttribution, false},
	{"persistent mode", RoleDeveloper, "<persistent_mode>", "</persistent_mode>", SectionPersistent, false},
	{"model catalog", RoleDeveloper, "<model_catalog>", "</model_catalog>", SectionModelCatalog, false},
	{"deferred tools", RoleDeveloper, ToolsStart, ToolsEnd, SectionTools, false},
	{"image resize notice", RoleDeveloper, "<image_resize_notice>", "</image_resize_notice>", "", true},
	{"current time", RoleDeveloper, "<current_time_reminder>", "</current_time_reminder>", "", false},
	{"approved command prefix", RoleDeveloper, ApprovedPrefixStart, "", SectionPermissions, false},
}

// SkillsUpdate heads the note that the skills of the selected environment changed; those of the host have another one.
const SkillsUpdate = "\n## Skills update\n"

// ApprovedPrefixStart opens the note that command prefixes were approved.
const ApprovedPrefixStart = "Approved command prefix saved:"

// FragmentKindOf recognises a context fragment by role and both of its ends, on trimmed text without regard to ASCII case.
//
// NOTE(codex): 0.145.0 the middle is not looked at.
func FragmentKindOf(role, text string) (FragmentKind, bool) {
	trimmed := strings.Trim(text, rustSpace)
	for _, kind := range fragmentKinds {
		if kind.Role == role && hasPrefixFold(trimmed, kind.Start) && hasSuffixFold(trimmed, kind.End) {
			if strings.HasPrefix(trimmed, SkillsStart+SkillsUpdate) {
				kind.Section = SectionSkills
			}
			return kind, true
		}
	}
	return FragmentKind{}, false
}

// SectionFragment is the kind of fragment that tells a section.
func SectionFragment(section string) (FragmentKind, bool) {
	if section == SectionSkills {
		section = SectionHostSkills
	}
	for _, kind := range fragmentKinds {
		if kind.Section == section {
			return kind, true
		}
	}
	return FragmentKind{}, false
}

// withoutCode is a text without its fenced code blocks.
func withoutCode(text string) string {
	const fence = "```"
	if !strings.Contains(text, fence) {
		return text
	}
	var out strings.Builder
	inside := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimLeft(line, " "), fence) {
			inside = !inside
		} else if !inside {
			out.WriteString(line)
		}
	}
	return out.String()
}

// LooksLikeContext names the kind of context that a text shows without being it: one that opens the text, or that stands
// whole on lines of its own in it, outside of code blocks. "" for none.
func LooksLikeContext(text string) string {
	trimmed := strings.TrimLeft(text, rustSpace)
	text = withoutCode(text)
	for _, kind := range fragmentKinds {
		if hasPrefixFold(trimmed, kind.Start) {
			return kind.Name
		}
		_, behind, opens := strings.Cut(text, "\n"+kind.Start)
		if opens && kind.End != "" && strings.Contains(behind, kind.End) {
			return kind.Name
		}
	}
	return ""
}
