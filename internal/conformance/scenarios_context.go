package conformance

import (
	"encoding/base64"
	"strings"
)

// contextScenarios: what the client tells the model of the world, and how it tells of changes.
func contextScenarios() []Scenario {
	open := Params{"type": "workspaceWrite", "writableRoots": []string{}, "networkAccess": true, "excludeTmpdirEnvVar": false, "excludeSlashTmp": false}
	return []Scenario{
		{Name: "permissions_change", Short: true, Steps: []Step{
			Start{Params{"sandbox": "read-only", "approvalPolicy": "on-request"}},
			Turn{Text: "Look around", Replies: []Reply{Answer(Shell("ls")), Answer(Message("Looked."))}},
			Turn{Text: "Now write", With: Params{"sandboxPolicy": open, "approvalPolicy": "never"}, Replies: []Reply{Answer(Shell("touch a.txt")), Answer(Message("Wrote."))}},
			Turn{Text: "Same again", Replies: []Reply{Answer(Message("Same."))}},
			Turn{Text: "Full access", With: Params{"sandboxPolicy": Params{"type": "dangerFullAccess"}}, Replies: []Reply{Answer(Message("Free."))}},
			Restart{},
			Turn{Text: "Back to the start", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{2},
			Turn{Text: "After rollback", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "agents_md_changes", Short: true, Files: map[string]string{
			"AGENTS.md": "# Root rules\nUse tabs.\n", "web/AGENTS.md": "Web rules: run frontend tests only.\n",
			"web/ui/AGENTS.override.md": "Override wins.\n", "web/ui/AGENTS.md": "Never read.\n", "api/readme.txt": "x\n",
		}, Steps: []Step{
			Start{},
			Turn{Text: "At root", Replies: []Reply{Answer(Message("root ok"))}},
			Turn{Text: "In web", With: Params{"cwd": "{workspace}/web"}, Replies: []Reply{Answer(Message("web ok"))}},
			Turn{Text: "In web/ui", With: Params{"cwd": "{workspace}/web/ui"}, Replies: []Reply{Answer(Message("ui ok"))}},
			Write{map[string]string{"AGENTS.md": "# Root rules v2\nUse spaces.\n"}},
			Turn{Text: "In api after edit", With: Params{"cwd": "{workspace}/api"}, Replies: []Reply{Answer(Message("api ok"))}},
			Remove{"AGENTS.md"},
			Restart{Plain: true},
			Turn{Text: "After removal and resume", Replies: []Reply{Answer(Message("gone ok"))}},
			Write{map[string]string{"AGENTS.md": "# Back\n"}},
			Turn{Text: "Edited while running", Replies: []Reply{Answer(Shell("echo x > AGENTS.md")), Answer(Message("ok"))}},
			Compact{},
			Turn{Text: "After compaction", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "agents_md_none", Files: map[string]string{"readme.txt": "x\n"}, Home: map[string]string{"AGENTS.md": "Rules of the home.\n"}, Steps: []Step{
			Start{},
			Turn{Text: "Home rules only", Replies: []Reply{Answer(Message("ok"))}},
			Write{map[string]string{"AGENTS.md": strings.Repeat("A long rule of the workspace.\n", 2000)}},
			Restart{},
			Turn{Text: "With a long file", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "approvals", Decision: Params{"acceptWithExecpolicyAmendment": Params{"execpolicy_amendment": []string{"touch"}}}, Steps: []Step{
			Start{Params{"sandbox": "read-only", "approvalPolicy": "on-request"}},
			Turn{Text: "Touch a file", Replies: []Reply{
				Answer(escalated("touch b.txt")), Answer(escalated("touch c.txt")), Answer(Message("touched")),
			}},
			Turn{Text: "Again", Replies: []Reply{Answer(Message("ok"))}},
			Restart{Plain: true},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{1},
			Turn{Text: "After rollback", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "approval_declined", Decision: "decline", Steps: []Step{
			Start{Params{"sandbox": "read-only", "approvalPolicy": "on-request"}},
			Turn{Text: "Touch a file", Replies: []Reply{Answer(escalated("touch b.txt"), Patch(addFile("n.txt"))), Answer(Message("not touched"))}},
			Turn{Text: "Again", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "approval_cancelled", Decision: "cancel", Steps: []Step{
			Start{Params{"sandbox": "read-only", "approvalPolicy": "on-request"}},
			Turn{Text: "Touch a file", Replies: []Reply{Answer(escalated("touch b.txt"))}},
			Turn{Text: "Again", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "developer_instructions", Config: `developer_instructions = "Prefer small diffs."`, Steps: []Step{
			Start{Params{"developerInstructions": "Of this thread."}},
			Turn{Text: "Hello", Replies: []Reply{Answer(Message("hi"))}},
			Restart{With: Params{"developerInstructions": "Of the resume."}},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("hi"))}},
			Compact{},
			Turn{Text: "After compaction", Replies: []Reply{Answer(Message("hi"))}},
			Fork{Params{"developerInstructions": "Of the fork."}},
			Turn{Text: "In the fork", Replies: []Reply{Answer(Message("hi"))}},
		}},
		{Name: "settings_update", Steps: []Step{
			Start{},
			Turn{Text: "Hello", Replies: []Reply{Answer(Message("hi"))}},
			Optional{Ask{"thread/settings/update", Params{"model": "gpt-5.5", "effort": "high"}}},
			Optional{Ask{"thread/settings/update", Params{"serviceTier": "priority", "summary": "concise"}}},
			Turn{Text: "With other settings", Replies: []Reply{Answer(Message("hi"))}},
			Optional{Ask{"thread/settings/update", Params{"cwd": "{workspace}/sub", "approvalPolicy": "on-request"}}},
			Turn{Text: "And others", Replies: []Reply{Answer(Message("hi"))}},
			Restart{Plain: true},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("hi"))}},
		}, Files: map[string]string{"AGENTS.md": "# Root\n", "sub/AGENTS.md": "# Sub\n"}},
	}
}

func escalated(command string) Item {
	return ShellWith(command, Params{"sandbox_permissions": "require_escalated", "justification": "May I?", "prefix_rule": []string{"touch"}})
}

func decoded(base string) string {
	raw, err := base64.StdEncoding.DecodeString(base)
	if err != nil {
		panic(err) // a literal of this package
	}
	return string(raw)
}
