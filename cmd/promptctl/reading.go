package main

import (
	"bufio"
	"errors"
	"io"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/render"
	"promptctl/internal/rollout"
)

// reading is one run over a session: what it is replayed and compiled with, and where its result goes.
type reading struct {
	app       *app
	thread    *rollout.Thread
	second    *rollout.Thread // that another one is compared with, nil for none
	replaying history.Options
	compiling compile.Options

	out   *bufio.Writer
	style render.Style
	page  io.Closer
	done  func(error) error // closes what the flags named as output

	unresolved unresolved
}

// start opens what the arguments and flags name. The caller has to finish it.
func (a *app) start(session *sessionFlags, output *outputFlags, args []string) (_ *reading, err error) {
	r := &reading{app: a, unresolved: unresolved{}}
	if r.compiling, err = a.compileOptions(); err != nil {
		return nil, err
	}
	if r.replaying, err = a.replayOptions(); err != nil {
		return nil, err
	}
	if r.thread, err = session.open(a, args); err != nil {
		return nil, err
	}
	w, done, err := output.writer(a, r.thread)
	if err != nil {
		return nil, errors.Join(err, r.thread.Close())
	}
	page := a.page(w, output.format)
	r.done, r.page, r.style = done, page, a.style(w)
	r.out = bufio.NewWriterSize(page, 1<<16)
	return r, nil
}

// compile makes the request of a step and notes what of it is not known.
func (r *reading) compile(s *history.Step) *compile.Request {
	request := compile.New(s, r.compiling)
	r.unresolved.add(request)
	return request
}

// replay finds the requests of the whole thread and tells what was wrong with its files.
func (r *reading) replay(emit func(*history.Step) error) (*history.Replay, error) {
	replay := history.NewReplay(r.thread, r.replaying, emit)
	err := replay.Run()
	r.tell(replay)
	return replay, err
}

func (r *reading) tell(replay *history.Replay) { r.app.tell(append(r.thread.Found, replay.Found...)) }

// finish closes its files. It returns err, how the command went, with what went wrong since.
func (r *reading) finish(err error) error {
	if r.second != nil {
		err = errors.Join(err, r.second.Close())
	}
	return errors.Join(err, r.out.Flush(), r.page.Close(), r.done(err), r.thread.Close(), r.unresolved.strictness(r.app))
}
