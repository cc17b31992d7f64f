package main

import (
	"errors"
	"io"
	"strings"

	"promptctl/internal/provenance"
	"promptctl/internal/render"

	"github.com/spf13/cobra"
)

type locateOptions struct {
	session sessionFlags
	output  outputFlags
	step    string
}

func newLocateCommand(a *app) *cobra.Command {
	o := &locateOptions{}
	cmd := &cobra.Command{
		Use:   "locate SESSION [ERROR]",
		Short: "Find the item that an API's error is about",
		Long: `Find the item of a request that an API's error is about: its line in the rollout, its turn and time, since when it is
sent, the rule that it most likely breaks, and what to do.

The ERROR is the text that the client shows, as an argument or on standard input. What is read from it: a place such as
input[37].content[0].image_url, the id of a call or an item, the ends of encrypted content, and the usual words.

A place refers to the request that failed: the last one, unless --step names another.`,
		Example: `  promptctl locate 01a22dac "Invalid 'input[37].content[0].image_url'"
  promptctl locate --last "No tool output found for function call call_x9"
  promptctl locate rollout.jsonl --step 7 < error.txt`,
		Annotations: map[string]string{exitStatus: placeStatus},
		Args:        cobra.MaximumNArgs(2),
		RunE:        func(_ *cobra.Command, args []string) error { return runLocate(a, o, args) },
	}
	o.session.add(cmd)
	o.output.add(cmd, "text, json")
	cmd.Flags().StringVarP(&o.step, "step", "s", "last", "the `STEP` that failed")
	return cmd
}

func runLocate(a *app, o *locateOptions, args []string) error {
	if err := o.output.choose("text", "json"); err != nil {
		return err
	}
	selected, err := parseSelector(o.step)
	if err != nil {
		return err
	}
	text, args, err := o.text(a, args)
	if err != nil {
		return err
	}
	complaint, ok := provenance.ReadComplaint(text)
	if !ok {
		return nowhereError{errors.New("the error names no part of a request: no input[N], no call or item id, none of the usual words")}
	}
	r, err := a.start(&o.session, &o.output, args)
	if err != nil {
		return err
	}
	return r.finish(r.locate(o, selected, complaint))
}

// maxError is how much of an error is read.
const maxError = 1 << 20

// text is the error, and the arguments without it.
func (o *locateOptions) text(a *app, args []string) (text string, rest []string, err error) {
	own := 1 // the session's argument
	if o.session.last {
		own = 0
	}
	switch {
	case len(args) > own:
		text, rest = args[len(args)-1], args[:len(args)-1]
	case isTerminal(a.in):
		return "", nil, hinted{usageError{errors.New("no error given")}, "give its text as an argument or on standard input"}
	case len(args) > 0 && args[0] == "-":
		return "", nil, usageError{errors.New("standard input is the session: give the error as an argument")}
	default:
		read, err := io.ReadAll(io.LimitReader(a.in, maxError))
		if err != nil {
			return "", nil, err
		}
		text, rest = string(read), args
	}
	if strings.TrimSpace(text) == "" {
		return "", nil, usageError{errors.New("the error is empty")}
	}
	return text, rest, nil
}

func (r *reading) locate(o *locateOptions, selected selector, complaint provenance.Complaint) error {
	trail, request, err := r.trail(selected, nil)
	if err != nil {
		return err
	}
	located, err := trail.Locate(request, complaint)
	if err != nil {
		return err
	}
	show := render.Locate{Explain: render.Explain{Text: render.Text{Style: r.style, Thread: r.thread}, JSON: o.output.format == "json"}}
	if err := show.Show(r.out, located); err != nil {
		return err
	}
	if len(located.Items) == 0 {
		return errFound
	}
	return nil
}
