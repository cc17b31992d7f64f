package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"promptctl/internal/diag"
	"promptctl/internal/render"

	"golang.org/x/term"
)

// app is the outside world of one run, and what the user configured.
type app struct {
	in  io.Reader
	out io.Writer
	err io.Writer
	env map[string]string
	cwd string

	settings    settings
	progressing bool // the terminal's last line shows how far a replay is
}

func newApp(in io.Reader, out, errOut io.Writer, environ []string) *app {
	a := &app{in: in, out: out, err: errOut, env: map[string]string{}}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		a.env[name] = value
	}
	a.cwd, _ = os.Getwd()
	return a
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// style is how text is shown on a stream.
func (a *app) style(stream io.Writer) render.Style {
	s := render.Style{Color: a.colored(stream)}
	if isTerminal(stream) {
		s.Width, _, _ = term.GetSize(int(stream.(*os.File).Fd()))
	}
	return s
}

// colored decides by --color, then the environment, then the stream.
func (a *app) colored(stream io.Writer) bool {
	switch a.settings.Color {
	case "always":
		return true
	case "never":
		return false
	}
	switch {
	case a.env["NO_COLOR"] != "", a.env["TERM"] == "dumb":
		return false
	case a.env["CLICOLOR_FORCE"] != "" && a.env["CLICOLOR_FORCE"] != "0", a.env["FORCE_COLOR"] != "":
		return true
	}
	return isTerminal(stream)
}

// tell prints diagnostics on stderr: errors and warnings, notes too when asked for.
func (a *app) tell(found diag.List) {
	a.endProgress()
	for _, d := range found {
		if d.Severity > diag.Note || a.settings.Verbose {
			fmt.Fprintln(a.err, render.Diagnostic(d))
		}
	}
}

// codexHome is the folder of Codex's own files.
func (a *app) codexHome() string {
	if home := a.env["CODEX_HOME"]; home != "" {
		return home
	}
	if home := a.env["HOME"]; home != "" {
		return home + "/.codex"
	}
	return ""
}
