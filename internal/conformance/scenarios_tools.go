package conformance

// mcpServer is an MCP server on standard streams with a text tool and a picture tool, for the Node that npm came with.
const mcpServer = `
const rl = require("readline").createInterface({ input: process.stdin });
const text = (t) => ({ type: "text", text: t });
rl.on("line", (line) => {
  const m = JSON.parse(line);
  if (m.id === undefined) return;
  let result = {};
  if (m.method === "initialize") {
    result = { protocolVersion: m.params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "tools", version: "1" } };
  } else if (m.method === "tools/list") {
    result = { tools: [
      { name: "echo", description: "Echoes.", inputSchema: { type: "object", properties: { t: { type: "string" } } } },
      { name: "pic", description: "A picture.", inputSchema: { type: "object", properties: {} } } ] };
  } else if (m.method === "tools/call") {
    result = m.params.name === "echo"
      ? { content: [text("echo:" + m.params.arguments.t)], structuredContent: m.params.arguments.s }
      : { content: [text("pic"), { type: "image", mimeType: "image/png", data: "` + pixel + `" }] };
  }
  console.log(JSON.stringify({ jsonrpc: "2.0", id: m.id, result }));
});
`

// toolScenarios: tools beyond the shell.
func toolScenarios() []Scenario {
	return []Scenario{
		{Name: "mcp_tools", Files: map[string]string{"AGENTS.md": "# Root\n", "srv.js": mcpServer},
			Tables: "[mcp_servers.tools]\ncommand = \"node\"\nargs = [\"{workspace}/srv.js\"]", Steps: []Step{
				Start{},
				Turn{Text: "Echo", Replies: []Reply{
					Answer(CallIn("mcp__tools", "echo", Params{"t": "hello"}), CallIn("mcp__tools", "pic", Params{})),
					Answer(Call("mcp__tools__echo", Params{"t": "flat"}), Call("mcp__tools__pic", Params{})),
					Answer(CallIn("mcp__tools", "echo", Params{"t": "hello", "s": Params{"z": 1, "a": []int{1, 2}}})),
					Answer(Message("echoed")),
				}},
				Turn{Text: "Bye", Replies: []Reply{Answer(Message("bye"))}},
				Restart{},
				Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
			}},
		{Name: "dynamic_tools", Steps: []Step{
			Start{Params{"dynamicTools": []Params{{"type": "function", "name": "lookup", "description": "Looks up.", "inputSchema": Params{"type": "object", "properties": Params{}}}}}},
			Turn{Text: "Look it up", Replies: []Reply{Answer(Call("lookup", Params{})), Answer(Message("found"))}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Call("lookup", Params{})), Answer(Message("ok"))}},
		}},
		{Name: "built_in_tools", Steps: []Step{
			Start{},
			Turn{Text: "Try them", Replies: []Reply{
				Answer(Call("update_plan", Params{"plan": []Params{{"step": "one", "status": "in_progress"}}}), Patch(addFile("p.txt")), Patch("*** Begin Patch\nnonsense")),
				Answer(Call("get_goal", Params{}), Call("create_goal", Params{"objective": "Finish the work"})),
				Answer(Call("update_goal", Params{"status": "complete"})),
				Answer(Message("tried")),
			}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "goal", Features: "goals = true", Steps: []Step{
			Start{},
			Turn{Text: "One", Replies: []Reply{Answer(Message("one"))}},
			Optional{Ask{"thread/goal/set", Params{"objective": "Finish the work", "status": "paused"}}},
			Turn{Text: "Two", Replies: []Reply{Answer(Call("update_goal", Params{"status": "complete"})), Answer(Message("two"))}},
			Turn{Text: "Three", Replies: []Reply{Answer(Message("three"))}},
		}},
		{Name: "tool_search", Model: "gpt-5.5", Steps: []Step{
			Start{},
			Turn{Text: "Search for tools", Replies: []Reply{
				Answer(Raw(`{"type":"tool_search_call","id":"tsc_` + serial + `","call_id":"call_` + serial + `","execution":"client","status":"completed","arguments":{"query":"calendar","limit":3}}`)),
				Answer(Raw(`{"type":"web_search_call","id":"ws_`+serial+`","status":"completed","action":{"type":"search","query":"weather","queries":["weather","rain"]}}`), Message("searched")),
			}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "hooks", Files: map[string]string{"AGENTS.md": "# Root\n", ".codex/hooks.json": hooksFile}, Features: "hooks = true\ncodex_hooks = true", Tables: "[projects.\"{workspace}\"]\ntrust_level = \"trusted\"", Steps: []Step{
			Start{},
			Turn{Text: "Hooked", Replies: []Reply{Answer(Shell("echo x")), Answer(Message("ok"))}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
		}},
	}
}

const hooksFile = `{"hooks":{"UserPromptSubmit":[{"hooks":[{"type":"command","command":"echo from the hook"}]}],"PostToolUse":[{"hooks":[{"type":"command","command":"echo after a tool"}]}]}}`
