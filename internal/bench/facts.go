package main

import "fmt"

// facts are the texts that stay the same through a session.
type facts struct {
	base        []byte // instructions
	permissions []byte
	skills      []byte
	agents      []byte
}

func newFacts(m *material) facts {
	return facts{base: m.text(9000), permissions: m.text(1200), skills: m.text(2400), agents: m.text(1800)}
}

// developer and user are the contents of the two context messages.
func (f *facts) developer() []byte {
	return fmt.Appendf(nil, `{"type":"input_text","text":"<permissions instructions>\n%s</permissions instructions>"},{"type":"input_text","text":"<skills_instructions>\n## Skills\n%s</skills_instructions>"}`,
		f.permissions, f.skills)
}

func (f *facts) user() []byte {
	return fmt.Appendf(nil, `{"type":"input_text","text":"# AGENTS.md instructions for /home/dev/workspace\n\n<INSTRUCTIONS>\n%s\n</INSTRUCTIONS>"},{"type":"input_text","text":"<environment_context>\n  <cwd>/home/dev/workspace</cwd>\n  <shell>bash</shell>\n  <current_date>2026-01-05</current_date>\n  <timezone>Etc/UTC</timezone>\n  %s\n</environment_context>"}`,
		f.agents, filesystem)
}

func (f *facts) items(turnID string) [][]byte {
	return [][]byte{
		fmt.Appendf(nil, message+passthrough, "developer", f.developer(), turnID),
		fmt.Appendf(nil, message+passthrough, "user", f.user(), turnID),
	}
}

// orient writes the context at the head of a history.
func (t *thread) orient() {
	t.item(message, "developer", t.facts.developer())
	t.item(message, "user", t.facts.user())
	t.worldState()
}

func (t *thread) worldState() {
	t.write("world_state", `{"full":true,"state":{"agents_md":{"directory":"/home/dev/workspace","text":"%s"},"apps_instructions":false,"environments":{"environments":{"local":{"cwd":"/home/dev/workspace","status":"available","shell":"bash"}},"current_date":"2026-01-05","timezone":"Etc/UTC","filesystem":"%s"},"environments_instructions":false,"host_skills":{"body":"\n## Skills\n%s","includeInstructions":true},"permissions":"f52da237bf4617acd032ff101e7f7bfe432f3181","plugins_instructions":false,"realtime":{"active":false},"skills":{"includeInstructions":true}}}`,
		t.facts.agents, filesystem, t.facts.skills)
}

func (t *thread) turnContext() {
	t.write("turn_context", `{"turn_id":"%s","cwd":"/home/dev/workspace","workspace_roots":["/home/dev/workspace"],"current_date":"2026-01-05","timezone":"Etc/UTC","approval_policy":"never","approvals_reviewer":"user","sandbox_policy":{"type":"workspace-write","network_access":false,"exclude_tmpdir_env_var":false,"exclude_slash_tmp":false},"permission_profile":{"type":"managed","file_system":{"type":"restricted",%s},"network":"restricted"},"file_system_sandbox_policy":{"kind":"restricted",%s},"model":"gpt-5.2","personality":"pragmatic","collaboration_mode":{"mode":"default","settings":{"model":"gpt-5.2","reasoning_effort":null,"developer_instructions":null}},"multi_agent_version":"v1","realtime_active":false,"summary":"auto"}`,
		t.turnID, entries, entries)
}

const (
	sessionMeta = `{"session_id":"%s","id":"%s","timestamp":"%s","cwd":"/home/dev/workspace","originator":"codex_cli_rs","cli_version":"0.145.0","source":"cli","model_provider":"openai","base_instructions":{"text":"%s"},"history_mode":"legacy","context_window":{"window_id":"%s"},"git":{}}`
	filesystem  = `<filesystem><workspace_roots><root>/home/dev/workspace</root></workspace_roots><permission_profile type=\"managed\"><file_system type=\"restricted\"><entry access=\"read\"><special>:root</special></entry><entry access=\"write\"><path>/home/dev/workspace</path></entry><entry access=\"read\"><path>/home/dev/workspace/.git</path></entry></file_system></permission_profile></filesystem>`
	entries     = `"entries":[{"path":{"type":"special","value":{"kind":"root"}},"access":"read"},{"path":{"type":"path","path":"/home/dev/workspace"},"access":"write"},{"path":{"type":"special","value":{"kind":"slash_tmp"}},"access":"write"},{"path":{"type":"special","value":{"kind":"tmpdir"}},"access":"write"},{"path":{"type":"path","path":"/home/dev/workspace/.git"},"access":"read"},{"path":{"type":"path","path":"/home/dev/workspace/.agents"},"access":"read"},{"path":{"type":"path","path":"/home/dev/workspace/.codex"},"access":"read"}]`
)
