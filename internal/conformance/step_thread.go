package conformance

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// Start begins a thread.
type Start struct{ With Params }

func (s Start) run(d *Driver) error {
	params := threadParams(s.With)
	if _, given := params["baseInstructions"]; !given && !d.scenario.OwnInstructions {
		params["baseInstructions"] = testInstructions
	}
	return d.enter("thread/start", params)
}

// Fork leaves the thread for a copy of it.
type Fork struct{ With Params }

func (s Fork) run(d *Driver) error {
	return d.enter("thread/fork", d.onThread(threadParams(s.With)))
}

// Return goes back to the N-th thread that the scenario entered, from 0. The client must have it loaded.
type Return struct{ N int }

func (s Return) run(d *Driver) error {
	d.thread = d.threads[s.N]
	return nil
}

// Restart ends the client in peace, starts another one and resumes the thread.
type Restart struct {
	With   Params // settings given to the resume
	Plain  bool   // give none at all
	Config string // lines to put in front of config.toml first
}

func (s Restart) run(d *Driver) error {
	d.stop()
	if s.Config != "" {
		d.scenario.Config = s.Config
		if err := d.configure(); err != nil {
			return err
		}
	}
	if err := d.launch(); err != nil {
		return err
	}
	params := Params{}
	if !s.Plain {
		params = threadParams(s.With)
	}
	_, err := d.call("thread/resume", d.onThread(params))
	return err
}

// Compact asks for a compaction and waits for its end.
type Compact struct{ Replies []Reply }

func (s Compact) run(d *Driver) error {
	replies := s.Replies
	if replies == nil {
		replies = []Reply{Answer(Message("SUMMARY of the work so far"))}
	}
	d.mock.Script(d.expandReplies(replies))
	if _, err := d.call("thread/compact/start", d.onThread(nil)); err != nil {
		return err
	}
	return d.awaitTurn()
}

// Rollback takes back the last turns, where the release has no rollback by a revert. A release that has neither keeps them.
type Rollback struct{ Turns int }

func (s Rollback) run(d *Driver) error {
	left := max(0, len(d.turns)-s.Turns)
	_, err := d.call("thread/rollback", d.onThread(Params{"numTurns": s.Turns}))
	var refused *RefusedError
	if errors.As(err, &refused) {
		return Optional{Revert{left}}.run(d)
	}
	if err == nil {
		d.turns = d.turns[:left]
	}
	return err
}

// Revert goes back to before the N-th turn of the scenario, from 0.
type Revert struct{ N int }

func (s Revert) run(d *Driver) error {
	if s.N >= len(d.turns) {
		d.note("nothing left to revert")
		return nil
	}
	_, err := d.call("thread/revert", d.onThread(Params{"beforeTurnId": d.turns[s.N]}))
	if err == nil {
		d.turns = d.turns[:s.N]
	}
	return err
}

// Inject puts items into the history from outside.
type Inject struct{ Items []string }

func (s Inject) run(d *Driver) error {
	items := []any{}
	for _, item := range s.Items {
		items = append(items, rawValue(item))
	}
	_, err := d.call("thread/inject_items", d.onThread(Params{"items": items}))
	return err
}

// UserShell runs a command that the user types.
type UserShell struct{ Command string }

func (s UserShell) run(d *Driver) error {
	if _, err := d.call("thread/shellCommand", d.onThread(Params{"command": s.Command})); err != nil {
		return err
	}
	return d.awaitTurn()
}

// Review starts a review and waits for its end.
type Review struct {
	Target  Params
	Replies []Reply
}

func (s Review) run(d *Driver) error {
	d.mock.Script(d.expandReplies(s.Replies))
	if _, err := d.call("review/start", d.onThread(Params{"target": s.Target})); err != nil {
		return err
	}
	return d.awaitTurn()
}

// Ask calls any other method on the thread.
type Ask struct {
	Method string
	With   Params
}

func (s Ask) run(d *Driver) error {
	_, err := d.call(s.Method, d.onThread(s.With))
	return err
}

// Tear appends bytes to the thread's rollout, as a crash or a foreign hand would leave them.
type Tear struct{ Text string }

func (s Tear) run(d *Driver) error {
	for _, path := range rolloutFiles(d.home()) {
		if strings.Contains(filepath.Base(path), d.thread) {
			return appendFile(path, s.Text)
		}
	}
	return errors.New("the thread has no rollout to tear")
}

// Optional is a step that a release may refuse; the scenario then goes on without it and says so.
type Optional struct{ Step Step }

func (s Optional) run(d *Driver) error {
	err := s.Step.run(d)
	var refused *RefusedError
	if errors.As(err, &refused) {
		d.note(refused.Method + " refused")
		return nil
	}
	return err
}

// threadParams are the settings of a thread, over those that every scenario has.
func threadParams(with Params) Params {
	params := Params{"cwd": "{workspace}", "approvalPolicy": "never", "sandbox": "workspace-write"}
	for name, value := range with {
		params[name] = value
	}
	return params
}

// ForkAt leaves the thread for a copy of it up to the N-th turn of the scenario, from 0.
type ForkAt struct{ N int }

func (s ForkAt) run(d *Driver) error {
	if s.N >= len(d.turns) {
		return fmt.Errorf("fork at turn %d of %d", s.N, len(d.turns))
	}
	return Fork{Params{"lastTurnId": d.turns[s.N]}}.run(d)
}
