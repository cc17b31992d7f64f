package main

import (
	"errors"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// diffSides are what the arguments name.
type diffSides struct {
	first  []string // the session of the first side, none for --last
	a, b   selector
	second string // the session of the second side, "" for the same one
}

var errSides = hinted{
	usageError{errors.New("two steps are needed: SESSION A B, SESSION@A SESSION@B, or one step and --body FILE")},
	"promptctl steps lists the steps of a session",
}

// sides reads the arguments.
func (o *diffOptions) sides(args []string) (s diffSides, err error) {
	if !o.session.last {
		if len(args) == 0 {
			return s, errSides
		}
		session, step := cutStep(args[0])
		s.first = []string{session}
		args = args[1:]
		if step != "" {
			return s, o.each(&s, session, append([]string{step}, args...))
		}
	}
	want := 2
	if o.body != "" {
		want = 1
	}
	if len(args) != want {
		return s, errSides
	}
	return s, s.parse(args)
}

// each reads the form in which every side names its session.
func (o *diffOptions) each(s *diffSides, session string, args []string) error {
	switch {
	case o.body != "" && len(args) == 1:
		return s.parse(args)
	case o.body != "" || len(args) != 2:
		return errSides
	}
	other, step := cutStep(args[1])
	if step == "" {
		return errSides
	}
	if other != session {
		s.second = other
	}
	return s.parse([]string{args[0], step})
}

func (s *diffSides) parse(steps []string) (err error) {
	if s.a, err = parseSelector(strings.TrimPrefix(steps[0], "@")); err == nil && len(steps) > 1 {
		s.b, err = parseSelector(strings.TrimPrefix(steps[1], "@"))
	}
	return err
}

// cutStep takes SESSION@STEP apart. A file that has the whole as its name is none.
func cutStep(arg string) (session, step string) {
	i := strings.LastIndexByte(arg, '@')
	if i <= 0 {
		return arg, ""
	}
	if _, err := os.Stat(arg); err == nil {
		return arg, ""
	}
	return arg[:i], arg[i+1:]
}

// stepArguments is the annotation of a command that takes steps as arguments.
const stepArguments = "step arguments"

var negativeStep = regexp.MustCompile(`^-[0-9]+$`)

// withoutNegative writes a step such as -1 as @-1 where a command takes it as an argument: it would be read as a flag.
func withoutNegative(root *cobra.Command, args []string) []string {
	cmd, _, err := root.Find(args)
	if err != nil || cmd.Annotations[stepArguments] == "" {
		return args
	}
	var changed []string
	for _, arg := range args {
		if negativeStep.MatchString(arg) {
			arg = "@" + arg
		}
		changed = append(changed, arg)
	}
	return changed
}
