package main

import (
	"fmt"
	"strconv"
	"strings"

	"promptctl/internal/history"
)

// selector names one step of a session: 7, -1, first, last, 3.2 (turn and request in it), compaction:1, end.
type selector struct {
	text       string
	number     int // from 1, or from -1 backwards
	turn, step int
	compaction int
	end        bool
}

func parseSelector(text string) (selector, error) {
	s := selector{text: text}
	wrong := usageError{fmt.Errorf("step %q: a number such as 7 or -1, first, last, TURN.REQUEST such as 3.2, compaction:N, or end", text)}
	switch {
	case text == "first":
		s.number = 1
	case text == "last":
		s.number = -1
	case text == "end":
		s.end = true
	case strings.HasPrefix(text, "compaction:"):
		n, err := strconv.Atoi(strings.TrimPrefix(text, "compaction:"))
		if err != nil || n < 1 {
			return s, wrong
		}
		s.compaction = n
	case strings.Contains(text, "."):
		turn, step, _ := strings.Cut(text, ".")
		var errTurn, errStep error
		s.turn, errTurn = strconv.Atoi(turn)
		s.step, errStep = strconv.Atoi(step)
		if errTurn != nil || errStep != nil || s.turn < 1 || s.step < 1 {
			return s, wrong
		}
	default:
		n, err := strconv.Atoi(text)
		if err != nil || n == 0 {
			return s, wrong
		}
		s.number = n
	}
	return s, nil
}

// picker watches the steps of a replay go by and keeps the one that a selector names.
type picker struct {
	selector
	found       *history.Step
	recent      []*history.Step // the last steps, for a selector that counts from the end
	steps       int
	turns       int
	compactions int
}

// see takes a step; done is true once no later one can be meant.
func (p *picker) see(s *history.Step) (done bool) {
	p.steps, p.turns = s.Number, s.Turn
	if s.Kind == history.KindCompaction {
		p.compactions++
	}
	switch {
	case p.number > 0 && s.Number == p.number,
		p.turn > 0 && s.Turn == p.turn && s.TurnStep == p.step,
		p.compaction > 0 && s.Kind == history.KindCompaction && p.compactions == p.compaction:
		p.found = s
		return true
	case p.number < 0:
		p.recent = append(p.recent, s)
		if len(p.recent) > -p.number {
			p.recent = p.recent[1:]
		}
	}
	return false
}

// result is the step that was meant, or an error that lists which there are.
func (p *picker) result() (*history.Step, error) {
	if p.number < 0 && len(p.recent) == -p.number {
		return p.recent[0], nil
	}
	if p.found != nil {
		return p.found, nil
	}
	return nil, hinted{fmt.Errorf("no step %s: %s", p.text, p.exist()), "promptctl steps lists them"}
}

// exist says in a line which steps the session has.
func (p *picker) exist() string {
	if p.steps == 0 {
		return "the session sent no request"
	}
	text := fmt.Sprintf("the session has %s in %s", plural(p.steps, "request"), plural(p.turns, "turn"))
	if p.compactions > 0 {
		text += fmt.Sprintf(", %s among them", plural(p.compactions, "compaction"))
	}
	return text
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
