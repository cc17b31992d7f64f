// Command promptctl shows the prompts that the OpenAI Codex CLI sent, rebuilt from its rollout files.
package main

import (
	"bufio"
	"fmt"
	"os"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/render"
	"promptctl/internal/rollout"
	"promptctl/internal/codex"
)

func main() {
	// temporary
	var cat *codex.Catalog
	for i,a := range os.Args { if a=="--catalog" { b,_:=os.ReadFile(os.Args[i+1]); c,err:=codex.ParseCatalog(b); if err!=nil {panic(err)}; cat=c } }
	t, err := rollout.OpenThread(os.Args[2], "")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	w := bufio.NewWriter(os.Stdout)
	r := history.NewReplay(t, history.Options{Catalog: cat}, func(s *history.Step) error {
		return render.BodyLine(w, compile.New(s, compile.Options{}))
	})
	if err := r.Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	for _, d := range append(t.Found, r.Found...) {
		fmt.Fprintln(os.Stderr, d)
	}
	w.Flush()
}
