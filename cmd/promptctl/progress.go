package main

import (
	"fmt"
	"time"
)

// progress shows on a terminal's stderr how far a replay has come, once it takes more than a second. It is nil elsewhere.
func (a *app) progress() func(offset int64) {
	if !isTerminal(a.err) {
		return nil
	}
	begun := time.Now()
	var shown time.Time
	lines := 0
	return func(offset int64) {
		if lines++; lines%1024 != 0 {
			return
		}
		now := time.Now()
		if now.Sub(begun) < time.Second || now.Sub(shown) < 200*time.Millisecond {
			return
		}
		shown = now
		a.progressing = true
		fmt.Fprintf(a.err, "\r%d MB read\x1b[K", offset>>20)
	}
}

// endProgress clears the line that progress wrote.
func (a *app) endProgress() {
	if a.progressing {
		a.progressing = false
		fmt.Fprint(a.err, "\r\x1b[K")
	}
}
