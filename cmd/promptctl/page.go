package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
)

// page puts a pager between a text and a terminal. Elsewhere the writer itself is returned.
func (a *app) page(w io.Writer, format string) io.WriteCloser {
	if a.settings.NoPager || format != "text" || !isTerminal(w) {
		return keepOpen{w}
	}
	command := a.settings.Pager
	if command == "" {
		command = a.env["PAGER"]
	}
	if command == "" {
		command = "less -FRX"
	}
	words := strings.Fields(command)
	if len(words) == 0 || command == "cat" {
		return keepOpen{w}
	}
	pager := exec.Command(words[0], words[1:]...)
	pager.Stdout, pager.Stderr = w, a.err
	pipe, err := pager.StdinPipe()
	if err != nil || pager.Start() != nil {
		return keepOpen{w}
	}
	return &pagerWriter{pipe, pager}
}

type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }

type pagerWriter struct {
	io.WriteCloser
	pager *exec.Cmd
}

// Close waits until the reader has finished with the pager. One that was left early is no error.
func (p *pagerWriter) Close() error {
	err := p.WriteCloser.Close()
	_ = p.pager.Wait()
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}

func join(set map[string]bool) string {
	var names []string
	for name := range set {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
