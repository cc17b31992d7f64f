package main

import (
	"fmt"
	"math"
	"os"

	"promptctl/internal/compare"
	"promptctl/internal/history"
)

// bodies makes what is compared, and finds what took something away from history in between.
func (r *reading) bodies(o *diffOptions, sides diffSides) (a, b *compare.Body, between []history.WorldChange, err error) {
	r.replaying.World = true
	switch {
	case o.body != "":
		a, b, err = r.stepAndSaved(sides.a, o.body)
	case sides.second != "":
		a, b, err = r.twoSessions(sides)
	default:
		return r.twoSteps(sides.a, sides.b)
	}
	return a, b, nil, err
}

func (r *reading) stepAndSaved(selected selector, path string) (a, b *compare.Body, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	if b, err = compare.OfSaved(path, text); err != nil {
		return nil, nil, err
	}
	a, err = r.body(selected)
	return a, b, err
}

func (r *reading) body(selected selector) (*compare.Body, error) {
	step, err := r.find(selected, true)
	if err != nil {
		return nil, err
	}
	return compare.OfRequest(r.compile(step), r.thread), nil
}

// twoSessions replays one after the other.
func (r *reading) twoSessions(sides diffSides) (a, b *compare.Body, err error) {
	if a, err = r.body(sides.a); err != nil {
		return nil, nil, err
	}
	other := *r
	if other.thread, err = (&sessionFlags{}).open(r.app, []string{sides.second}); err != nil {
		return nil, nil, err
	}
	r.second = other.thread
	if b, err = other.body(sides.b); err != nil {
		err = fmt.Errorf("%s: %w", sides.second, err)
	}
	return a, b, err
}

// twoSteps finds both steps in one replay.
func (r *reading) twoSteps(first, second selector) (a, b *compare.Body, between []history.WorldChange, err error) {
	picks := []*picker{{selector: first}, {selector: second}}
	var taken cuts
	replay, err := r.replay(func(s *history.Step) error {
		taken.add(s)
		found := 0
		for _, p := range picks {
			if p.found != nil || p.see(s) {
				found++
			}
		}
		if found == len(picks) {
			return history.ErrStop
		}
		return nil
	})
	if err != nil {
		return nil, nil, nil, err
	}
	if first.end || second.end {
		end := replay.End()
		taken.add(end)
		for _, p := range picks {
			if p.end {
				p.found = end
			}
		}
	}
	var steps [2]*history.Step
	for i, p := range picks {
		if steps[i], err = p.result(); err != nil {
			return nil, nil, nil, err
		}
	}
	a, b = compare.OfRequest(r.compile(steps[0]), r.thread), compare.OfRequest(r.compile(steps[1]), r.thread)
	return a, b, taken.between(steps[0], steps[1]), nil
}

// cuts are the changes that took something away from history, with the request that each of them stands in front of.
type cuts []cut

type cut struct {
	step   int
	change history.WorldChange
}

func (c *cuts) add(s *history.Step) {
	for _, change := range s.WorldChanges {
		if change.Rule == history.WorldCompaction || change.Rule == history.WorldRollback {
			*c = append(*c, cut{position(s), change})
		}
	}
}

func (c cuts) between(a, b *history.Step) (list []history.WorldChange) {
	from, to := min(position(a), position(b)), max(position(a), position(b))
	for _, cut := range c {
		if cut.step > from && cut.step <= to {
			list = append(list, cut.change)
		}
	}
	return list
}

// position orders steps; what is behind the last line comes last.
func position(s *history.Step) int {
	if s.Number == 0 {
		return math.MaxInt
	}
	return s.Number
}
