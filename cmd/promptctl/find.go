package main

import "promptctl/internal/history"

// find replays up to the step that the selector names. numbered says that its numbers are of use; without them the last one
// is found from the end of the file.
func (r *reading) find(selected selector, numbered bool) (*history.Step, error) {
	if !numbered && (selected.end || selected.number == -1) {
		step, err := r.findLast(selected.end)
		if step != nil || err != nil {
			return step, err
		}
	}
	pick := &picker{selector: selected}
	replay, err := r.replay(func(s *history.Step) error {
		if pick.see(s) {
			return history.ErrStop
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case selected.end:
		return replay.End(), nil
	}
	return pick.result()
}

// findLast finds the last step, or the state behind the last line, in the tail of the file; nil when the tail does not tell.
func (r *reading) findLast(end bool) (last *history.Step, err error) {
	replay := history.NewReplay(r.thread, r.replaying, func(s *history.Step) error {
		last = s
		return nil
	})
	ok, err := replay.RunTail(end)
	if !ok || err != nil {
		return nil, err
	}
	r.tell(replay)
	if end {
		last = replay.End()
	}
	return last, nil
}
