package main

import (
	"bufio"
	"fmt"

	"promptctl/internal/agentsmd"
	"promptctl/internal/diag"
	"promptctl/internal/render"
)

// treeList prints the folders of a tree as they are found.
type treeList struct {
	out    *bufio.Writer
	show   render.Agents
	format string
	top    string
	base   string

	folders, losing int
	found           diag.List
	seen            map[string]bool // files that are in found
}

func newTreeList(w *workspace, out *bufio.Writer, style render.Style, format, top string) *treeList {
	l := &treeList{out: out, show: render.Agents{Style: style, Home: w.app.env["HOME"]}, format: format, top: top, seen: map[string]bool{}}
	l.base = w.app.annotationBase(top)
	return l
}

func (l *treeList) head() error {
	if l.format == "text" {
		return l.show.TreeHead(l.out)
	}
	return nil
}

func (l *treeList) row(row *agentsmd.Row) error {
	l.folders++
	if row.Lost > 0 {
		l.losing++
	}
	switch l.format {
	case "text":
		return l.show.TreeRow(l.out, l.top, row)
	case "jsonl":
		return render.TreeLine(l.out, row)
	}
	l.note(row)
	return nil
}

// note keeps one finding for each file that loses bytes: for the first folder where it does.
func (l *treeList) note(row *agentsmd.Row) {
	for _, f := range row.Files {
		if f.Lost() == 0 || l.seen[f.Path] {
			continue
		}
		l.seen[f.Path] = true
		code := "agents-md-cut"
		if f.Kept == 0 {
			code = "agents-md-over-budget"
		}
		l.found.Add(diag.Warning, code, diag.Place{File: f.Path, Line: max(f.Missing, 1)},
			"%d of %d bytes never reach the model in %s", f.Lost(), f.Size, row.Dir)
	}
}

func (l *treeList) end() error {
	var err error
	switch l.format {
	case "text":
		_, err = fmt.Fprintln(l.out, render.TreeTotal(l.folders, l.losing))
	case "github":
		err = render.GitHub(l.out, l.found, l.base)
	case "sarif":
		err = render.SARIF(l.out, l.found, l.base)
	}
	if err == nil && l.losing > 0 {
		return errFound
	}
	return err
}
