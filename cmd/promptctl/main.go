// Command promptctl shows the prompts that the OpenAI Codex CLI sent, rebuilt from its rollout files.
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	// A replay lives on a steadily growing history: fewer collections cost little memory and save much time.
	debug.SetGCPercent(200)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ()))
}
