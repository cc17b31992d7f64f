// Command promptctl shows the prompts that the OpenAI Codex CLI sent, rebuilt from its rollout files.
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	// What is alive is mostly the history of one request, as plain bytes: collecting often costs little time and keeps the
	// memory near its size.
	debug.SetGCPercent(40)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ()))
}
