package main

import (
	"fmt"
	"time"

	"promptctl/internal/history"
)

// holder is a process that has a session open to write to it.
type holder struct {
	pid     int
	started time.Time
}

// resumes reports whether the next turn is another process's than the one that wrote the step's last line, as far as this
// machine tells: that of a client that has the session open and was started since, or, where none has, of the next one. why
// says what it is taken from.
func (r *reading) resumes(step *history.Step) (resumed bool, why string) {
	path := r.thread.Segments[r.thread.Own()].File.Path
	h, known := holderOf(path)
	last, err := time.Parse(time.RFC3339Nano, step.Sent.Time)
	switch {
	case !known || err != nil:
		return false, "whether a client has the session open cannot be told here: taken for the one that wrote it (--resumed)"
	case h == nil:
		return true, "no client has the session open: as a resume would send it (--resumed=no)"
	case h.started.After(last):
		return true, fmt.Sprintf("process %d has the session open and was started after its last item: as a resume sends it", h.pid)
	}
	return false, fmt.Sprintf("process %d has had the session open since before its last item: as it goes on", h.pid)
}
