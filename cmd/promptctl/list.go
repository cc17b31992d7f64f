package main

import (
	"bufio"
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"promptctl/internal/render"
	"promptctl/internal/rollout"

	"github.com/spf13/cobra"
)

type listOptions struct {
	output  outputFlags
	allDirs bool
	limit   int
}

func newListCommand(a *app) *cobra.Command {
	o := &listOptions{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the sessions under CODEX_HOME that were started in this folder",
		Long: `List the sessions under CODEX_HOME that were started in this folder, the one with the newest last line first. Of each file
only the first and the last line are read.`,
		Example: `  promptctl list
  promptctl list --all-dirs -n 20
  promptctl list --all-dirs --format jsonl | jq -r 'select(.bytes > 1e8) | .thread_id'`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return runList(a, o) },
	}
	o.output.add(cmd, "text, json, jsonl")
	cmd.Flags().BoolVar(&o.allDirs, "all-dirs", false, "those of every folder")
	cmd.Flags().IntVarP(&o.limit, "limit", "n", 0, "no more than `N` of them; 0 for all")
	return cmd
}

func runList(a *app, o *listOptions) error {
	if err := o.output.choose("text", "json", "jsonl"); err != nil {
		return err
	}
	if o.limit < 0 {
		return usageError{errors.New("--limit: 0 or more")}
	}
	home, err := a.home()
	if err != nil {
		return err
	}
	all := summaries(home.Sessions())
	shown := all
	show := render.List{Home: a.env["HOME"], Where: "under " + home.Dir, All: all}
	if !o.allDirs {
		here := sameFolder(a.cwd)
		shown = slices.DeleteFunc(slices.Clone(all), func(s render.Listed) bool { return s.Err != nil || !here(s.Meta.CWD) })
		show.Where = "of " + a.cwd
	}
	if o.limit > 0 && len(shown) > o.limit {
		shown = shown[:o.limit]
	}
	return a.print(&o.output, nil, func(out *bufio.Writer, style render.Style) error {
		show.Style = style
		switch o.output.format {
		case "json":
			return show.JSON(out, shown)
		case "jsonl":
			return show.Lines(out, shown)
		}
		show.Text(out, shown)
		return nil
	})
}

// summaries reads the first and last lines of sessions, the newest last line first.
func summaries(sessions []rollout.Session) []render.Listed {
	list := make([]render.Listed, len(sessions))
	var next atomic.Int64
	var readers sync.WaitGroup
	for range min(len(sessions), 2*runtime.GOMAXPROCS(0)) {
		readers.Go(func() {
			var buffer [64 << 10]byte
			for i := next.Add(1) - 1; i < int64(len(sessions)); i = next.Add(1) - 1 {
				list[i] = summary(sessions[i], buffer[:])
			}
		})
	}
	readers.Wait()
	slices.SortStableFunc(list, func(a, b render.Listed) int { return cmp.Compare(newness(b), newness(a)) })
	return list
}

func summary(s rollout.Session, buffer []byte) render.Listed {
	sum, err := s.Summarize(buffer)
	if sum == nil {
		sum = &rollout.Summary{Session: s}
	}
	if err != nil && sum.Meta != nil {
		err = nil // its last line could not be read, and its first one tells enough
	}
	return render.Listed{Summary: sum, Err: err}
}

// newness is what sessions are ordered by.
func newness(s render.Listed) string {
	started := ""
	if s.Meta != nil {
		started = s.Meta.Timestamp
	}
	return cmp.Or(s.Updated, started)
}

// sameFolder compares folders with one, each only once.
func sameFolder(dir string) func(string) bool {
	here, err := os.Stat(dir)
	known := map[string]bool{}
	return func(other string) bool {
		same, seen := known[other]
		if !seen {
			there, errThere := os.Stat(other)
			same = filepath.Clean(other) == filepath.Clean(dir) || err == nil && errThere == nil && os.SameFile(here, there)
			known[other] = same
		}
		return same
	}
}
