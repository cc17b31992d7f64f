package main

import (
	"fmt"
	"strconv"

	"promptctl/internal/compare"
	"promptctl/internal/history"
	"promptctl/internal/render"

	"github.com/spf13/cobra"
)

type compactionsOptions struct {
	session sessionFlags
	output  outputFlags
	full    bool
}

func newCompactionsCommand(a *app) *cobra.Command {
	o := &compactionsOptions{}
	cmd := &cobra.Command{
		Use:   "compactions SESSION [K]",
		Short: "Show what compactions kept, dropped and summarised, and what stands twice since",
		Long: `Show for each compaction of a session what of the history it kept, shortened and dropped, the summary that stands for
it, the context that was told again behind it, and which context the next request holds twice.

With a number K, counted from 1, or from -1 backwards, only that one is shown, with every item.`,
		Annotations: map[string]string{stepArguments: "yes"},
		Example: `  promptctl compactions 01a22dac
  promptctl compactions rollout.jsonl 2 --full
  promptctl compactions --last -1 --json`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(_ *cobra.Command, args []string) error { return runCompactions(a, o, args) },
	}
	o.session.add(cmd)
	o.output.add(cmd, "text, json")
	cmd.Flags().BoolVar(&o.full, "full", false, "with K: do not fold long texts")
	return cmd
}

func runCompactions(a *app, o *compactionsOptions, args []string) error {
	if err := o.output.choose("text", "json"); err != nil {
		return err
	}
	session, wanted, err := o.split(args)
	if err != nil {
		return err
	}
	r, err := a.start(&o.session, &o.output, session)
	if err != nil {
		return err
	}
	return r.finish(r.showCompactions(o, wanted))
}

// split takes the number off the arguments, 0 for none.
func (o *compactionsOptions) split(args []string) (session []string, wanted int, err error) {
	text := ""
	switch {
	case o.session.last && len(args) == 1:
		text = args[0]
	case len(args) == 2 && !o.session.last:
		session, text = args[:1], args[1]
	default:
		return args, 0, nil
	}
	if text != "" && text[0] == '@' {
		text = text[1:]
	}
	if wanted, err = strconv.Atoi(text); err != nil || wanted == 0 {
		return nil, 0, usageError{fmt.Errorf("compaction %q: a number such as 2 or -1", text)}
	}
	return session, wanted, nil
}

func (r *reading) showCompactions(o *compactionsOptions, wanted int) error {
	list, requests, err := r.compactions(wanted)
	if err != nil {
		return err
	}
	if o.output.format == "json" {
		return render.CompactionsJSON(r.out, list, requests, wanted != 0, r.thread)
	}
	p := &render.Compactions{Style: r.style, Thread: r.thread, Full: o.full}
	p.Print(r.out, list, requests, wanted != 0)
	return nil
}

// compactions follows the thread and takes notice of each compaction, or of the one that is wanted.
func (r *reading) compactions(wanted int) (list []*compare.Left, requests int, err error) {
	var asked *history.Step // the newest request, if it asked for a summary
	waiting := 0            // compactions that no request has followed yet
	number := 0
	r.replaying.Compacted = func(c *history.Compacted) {
		number++
		if wanted <= 0 || number == wanted {
			list = append(list, compare.NewLeft(number, c, asked, r.thread))
			waiting++
		}
		if wanted == 0 {
			list[len(list)-1].Items = nil // many histories would be kept alive
		}
		if n := len(list); wanted < 0 && n > -wanted {
			list = list[n+wanted:]
		}
		asked = nil
	}
	_, err = r.replay(func(s *history.Step) error {
		requests++
		if s.Kind == history.KindCompaction {
			asked = s
		}
		if waiting > 0 {
			request := r.compile(s)
			for _, l := range list[max(0, len(list)-waiting):] {
				l.Sent(request)
			}
			waiting = 0
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, 0, err
	case wanted != 0 && (len(list) == 0 || wanted < 0 && len(list) < -wanted):
		return nil, 0, hinted{fmt.Errorf("no compaction %d: the session has %s", wanted, plural(number, "compaction")), "promptctl compactions SESSION lists them"}
	}
	return list, requests, nil
}
