package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"promptctl/internal/rollout"

	"github.com/spf13/cobra"
)

// outputFlags say where and in which form a result goes.
type outputFlags struct {
	format string
	json   bool
	file   string
}

func (f *outputFlags) add(cmd *cobra.Command, formats string) {
	cmd.Flags().StringVar(&f.format, "format", "text", "print as `FORMAT`: "+formats)
	cmd.Flags().BoolVar(&f.json, "json", false, "the same as --format json")
	cmd.Flags().StringVarP(&f.file, "output", "o", "", "write to `FILE` instead of standard output")
}

// choose settles the format: one of those that the command can print.
func (f *outputFlags) choose(formats ...string) error {
	if f.json {
		f.format = "json"
	}
	if !slices.Contains(formats, f.format) {
		return usageError{fmt.Errorf("format %q: one of %s", f.format, strings.Join(formats, ", "))}
	}
	return nil
}

// annotationBase is the folder that paths in annotations are relative to: the one that GitHub checked out, or the usual one.
func (a *app) annotationBase(usual string) string {
	if dir := a.env["GITHUB_WORKSPACE"]; dir != "" {
		return dir
	}
	return usual
}

// writer is where the result goes; thread is what it is made of, nil for no session. done must be called with how the run went.
func (f *outputFlags) writer(a *app, thread *rollout.Thread) (w io.Writer, done func(error) error, err error) {
	if f.file == "" {
		return a.out, func(error) error { return nil }, nil
	}
	// Sessions are only ever read.
	if out, err := os.Stat(f.file); err == nil && thread != nil {
		for _, s := range thread.Segments {
			if in, err := os.Stat(s.File.Path); err == nil && os.SameFile(in, out) {
				return nil, nil, usageError{fmt.Errorf("-o %s: that is the session itself", f.file)}
			}
		}
	}
	file := &resultFile{path: f.file}
	return file, file.done, nil
}

// resultFile is created when the first part of the result is there, so that a run that fails leaves what was in its place.
type resultFile struct {
	path string
	file *os.File
}

func (r *resultFile) Write(p []byte) (int, error) {
	if err := r.create(); err != nil {
		return 0, err
	}
	return r.file.Write(p)
}

func (r *resultFile) create() (err error) {
	if r.file == nil {
		r.file, err = os.Create(r.path)
	}
	return err
}

func (r *resultFile) done(failed error) error {
	if failed == nil || errors.Is(failed, errFound) {
		if err := r.create(); err != nil {
			return err
		}
	}
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
