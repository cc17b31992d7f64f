package history

import (
	"time"

	"github.com/google/uuid"
)

// lineage is where in the thread's files the replay is.
type lineage struct {
	own  bool // past the lines that a fork copied
	file int
}

// inherited reports whether the request being made belongs to another thread or an earlier file.
func (r *Replay) inherited() bool { return !r.lineage.own || r.lineage.file < r.thread.Own() }

// leaveFork finds the first turn of a fork's own among the lines that it copied: one that began after the thread did.
func (r *Replay) leaveFork(turnID, lineTime string) {
	if r.lineage.own {
		return
	}
	forked, ok := idTime(r.thread.Meta.ID)
	began, known := idTime(turnID)
	if !ok || !known {
		forked, _ = time.Parse(time.RFC3339, r.thread.Meta.Timestamp)
		began, _ = time.Parse(time.RFC3339, lineTime)
	}
	if began.Before(forked) {
		return
	}
	r.lineage.own = true
	r.process.restarted = true // a fork is read from the file as a resume is
}

// idTime is the time in a version 7 UUID.
func idTime(id string) (time.Time, bool) {
	u, err := uuid.Parse(id)
	if err != nil || u.Version() != 7 {
		return time.Time{}, false
	}
	sec, nsec := u.Time().UnixTime()
	return time.Unix(sec, nsec), true
}
