package main

import (
	"errors"

	"promptctl/internal/compare"
	"promptctl/internal/history"
	"promptctl/internal/render"

	"github.com/spf13/cobra"
)

type diffOptions struct {
	session sessionFlags
	output  outputFlags
	body    string

	stat       bool
	nameOnly   bool
	wordDiff   bool
	sideBySide bool
	semantic   bool
	bytes      bool
	full       bool
	context    int
}

func newDiffCommand(a *app) *cobra.Command {
	o := &diffOptions{}
	cmd := &cobra.Command{
		Use:   "diff SESSION A B | SESSION@A SESSION@B | SESSION A --body FILE",
		Short: "Show what differs between two requests, and where the cached prefix ends",
		Long: `Show what differs between two requests: the settings, the base instructions, the tools, World State by section, and the
items, aligned by where they come from first and by what they say next. What both begin with is folded to one line: the
first difference behind it is where prompt caching ends, and it is named with its cause.

A and B are steps as "build" takes them: 7, -1, first, last, 3.2, compaction:1, end. --body compares a step with a body
that was saved: the body itself, or a line of JSON with a member "body".

The marks are + new, - gone, ~ changed, > moved, = the same, ? not compared. Ids and metadata count only where they are
sent.`,
		Annotations: map[string]string{exitStatus: differsStatus, stepArguments: "yes"},
		Example: `  promptctl diff 01a22dac 3 4
  promptctl diff 01a22dac -2 -1 --word-diff
  promptctl diff rollout.jsonl@first other.jsonl@first --stat
  promptctl diff rollout.jsonl last --body request.json --json`,
		Args: cobra.MaximumNArgs(3),
		RunE: func(_ *cobra.Command, args []string) error { return runDiff(a, o, args) },
	}
	o.session.add(cmd)
	o.output.add(cmd, "text, json, markdown, html")
	f := cmd.Flags()
	f.StringVar(&o.body, "body", "", "compare with the body in `FILE`")
	f.BoolVar(&o.stat, "stat", false, "one line for each thing that differs")
	f.BoolVar(&o.nameOnly, "name-only", false, "only the marks and paths of what differs")
	f.IntVarP(&o.context, "unified", "U", 3, "`N` equal lines around a change inside a text")
	f.BoolVar(&o.wordDiff, "word-diff", false, "changed words inside their line, as [-was-]{+now+}")
	f.BoolVar(&o.sideBySide, "side-by-side", false, "changed texts in two columns")
	f.BoolVar(&o.full, "full", false, "do not fold long texts and long runs of items")
	f.BoolVar(&o.semantic, "semantic", true, "compare what the bodies mean")
	f.BoolVar(&o.bytes, "bytes", false, "compare the encoded bodies byte for byte")
	cmd.MarkFlagsMutuallyExclusive("stat", "name-only", "word-diff", "side-by-side", "bytes")
	cmd.MarkFlagsMutuallyExclusive("semantic", "bytes")
	return cmd
}

func runDiff(a *app, o *diffOptions, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	sides, err := o.sides(args)
	if err != nil {
		return err
	}
	r, err := a.start(&o.session, &o.output, sides.first)
	if err != nil {
		return err
	}
	return r.finish(r.diff(o, sides))
}

func (o *diffOptions) check() error {
	if err := o.output.choose("text", "json", "markdown", "html"); err != nil {
		return err
	}
	o.bytes = o.bytes || !o.semantic
	format := o.output.format
	switch {
	case o.context < 0:
		return usageError{errors.New("-U: not below 0")}
	case (o.wordDiff || o.sideBySide) && format != "text" && format != "markdown":
		return usageError{errors.New("--word-diff and --side-by-side are printed as text or markdown")}
	case format == "text", o.bytes && format == "json":
		return nil
	case o.stat, o.nameOnly, o.bytes:
		return usageError{errors.New("--stat, --name-only and --bytes are printed as text; --bytes as json too")}
	}
	return nil
}

// diff compares the two sides and prints what differs.
func (r *reading) diff(o *diffOptions, sides diffSides) error {
	a, b, between, err := r.bodies(o, sides)
	if err != nil {
		return err
	}
	equal, err := r.printDiff(o, a, b, between)
	if err != nil || equal || r.unresolved.strictness(r.app) != nil {
		return err
	}
	return errFound
}

func (r *reading) printDiff(o *diffOptions, a, b *compare.Body, between []history.WorldChange) (equal bool, err error) {
	p := &render.Diff{Style: r.style, Context: o.context, Words: o.wordDiff, Columns: o.sideBySide, Full: o.full}
	if o.bytes {
		found, err := compare.Bytes(a, b)
		if err != nil {
			return false, err
		}
		if o.output.format == "json" {
			return found.Equal, render.DiffBytesJSON(r.out, a, b, found)
		}
		p.Bytes(r.out, a, b, found)
		return found.Equal, nil
	}
	d := compare.New(a, b, between)
	switch {
	case o.output.format == "json":
		err = render.DiffJSON(r.out, d)
	case o.output.format == "markdown":
		render.DiffMarkdown(r.out, p, d)
	case o.output.format == "html":
		err = p.HTML(r.out, d)
	case o.nameOnly:
		p.Names(r.out, d)
	case o.stat:
		p.Stat(r.out, d)
	default:
		p.Print(r.out, d)
	}
	return d.Equal(), err
}
