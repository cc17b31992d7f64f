package main

import (
	"errors"
	"fmt"
	"io"
	"syscall"

	"promptctl/internal/render"
	"promptctl/internal/rollout"
)

// Exit statuses. They are an interface: each command's help ends with those it has.
const (
	exitDone       = 0
	exitFound      = 1 // a difference, a finding
	exitTrouble    = 2 // usage or input
	exitUnresolved = 3 // --strict, and something is not known
)

// exitStatus is the annotation of a command that states its exit statuses; without it there are those of done and trouble.
const exitStatus = "exit status"

const plainStatus = `  0  done
  2  wrong usage, or input that cannot be read`

const strictStatus = plainStatus + `
  3  --strict was given and a part of the result is not in the rollout`

const foundStatus = `  0  all of it reaches the model
  1  bytes are lost, or what was told is not what applies now
  2  wrong usage, or input that cannot be read`

const differsStatus = `  0  no difference
  1  a difference
  2  wrong usage, or input that cannot be read
  3  --strict was given and a part of the result is not in the rollout`

const checkStatus = `  0  every case is as it is locked, and every assertion holds
  1  a case differs, or an assertion does not hold
  2  wrong usage, or input that cannot be read`

const placeStatus = `  0  found and explained
  1  nothing in the request fits
  2  wrong usage, or input that cannot be read`

const lintStatus = `  0  no finding at or above --fail-on
  1  such a finding
  2  wrong usage, or input that cannot be read`

// helpTemplate puts the exit statuses at the end of each command's help.
const helpTemplate = `{{with (or .Long .Short)}}{{. | trimTrailingWhitespaces}}

{{end}}{{if or .Runnable .HasSubCommands}}{{.UsageString}}{{end}}
Exit status:
{{with index .Annotations "` + exitStatus + `"}}{{.}}{{else}}` + plainStatus + `{{end}}
`

// errUnresolved ends a run that was told to be strict.
var errUnresolved = errors.New("not everything is in the rollout")

// errFound ends a run that found something to tell by its exit status. The result was printed.
var errFound = errors.New("found something")

// usageError is a mistake in how the command was called.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// hinted is an error with advice.
type hinted struct {
	error
	hint string
}

func (e hinted) Unwrap() error { return e.error }

// run is the whole program: arguments and streams in, exit status out.
func run(args []string, in io.Reader, out, errOut io.Writer, environ []string) int {
	a := newApp(in, out, errOut, environ)
	root := newRootCommand(a)
	root.SetArgs(withoutNegative(root, args))
	err := root.Execute()
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, syscall.EPIPE):
		return exitDone // the reader has seen enough
	case errors.Is(err, errFound):
		return exitFound
	}
	fmt.Fprintf(errOut, "promptctl: error: %s\n", render.Plain(err.Error()))
	if hint := hintFor(err); hint != "" {
		fmt.Fprintf(errOut, "promptctl: hint: %s\n", render.Plain(hint))
	}
	switch {
	case errors.Is(err, errUnresolved):
		return exitUnresolved
	case isNowhere(err):
		return exitFound
	}
	return exitTrouble
}

// hintFor is what to do about an error, "" where there is nothing.
func hintFor(err error) string {
	var h hinted
	switch {
	case errors.As(err, &h):
		return h.hint
	case errors.Is(err, rollout.ErrUTF16):
		return "convert it to UTF-8: iconv -f UTF-16 -t UTF-8"
	case errors.Is(err, rollout.ErrLFS):
		return "fetch the file itself: git lfs pull"
	case errors.Is(err, rollout.ErrEvents):
		return "the session's rollout is under CODEX_HOME/sessions: try promptctl steps --last"
	case errors.Is(err, rollout.ErrNoMeta), errors.Is(err, rollout.ErrNotText):
		return "rollouts are the rollout-*.jsonl files under CODEX_HOME/sessions"
	}
	return ""
}
