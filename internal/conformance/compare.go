package conformance

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// Score says how many of a capture's requests promptctl rebuilds from the rollouts alone.
type Score struct {
	Requests   int // that a rollout should tell of
	Exact      int // input and instructions are the same bytes
	Modulo     int // they are, without what no rollout holds: the compaction prompt, the tools of an older Lite request
	Body       int // of both, those whose other members are the same bytes too, but tools and client_metadata
	Wrong      int // requests without an equal step
	Extra      int // steps without an equal request
	Untold     int // requests that got no item back, and of which the rollout tells nothing
	Unrecorded int // requests of threads without a rollout, and for other endpoints
	Mismatches []string
	Remarks    []string // what differs and cannot be known from a rollout
}

// Good reports whether nothing differs.
func (s *Score) Good() bool { return len(s.Mismatches) == 0 }

// Compare scores a capture.
func Compare(c *Capture) (*Score, error) {
	score := &Score{}
	var order []string
	threads := map[string][]Received{}
	for _, r := range c.Requests {
		if strings.HasSuffix(r.Path, "/compact") {
			score.Unrecorded++
			continue
		}
		thread, err := threadOf(r)
		if err != nil {
			return score, fmt.Errorf("request %d: %w", r.Number, err)
		}
		if len(c.rollouts(thread)) == 0 {
			score.Unrecorded++
			continue
		}
		if threads[thread] == nil {
			order = append(order, thread)
		}
		threads[thread] = append(threads[thread], r)
	}
	for _, thread := range order {
		steps, err := compileThread(c, c.rollouts(thread))
		if err != nil {
			return score, fmt.Errorf("thread %s: %w", thread, err)
		}
		score.thread(threads[thread], steps, c.Untold)
	}
	return score, nil
}

// thread scores the requests of one thread against its steps.
func (s *Score) thread(requests []Received, steps []compiled, untold []string) {
	bodies := make([]body, len(requests))
	for i, r := range requests {
		bodies[i] = parseBody(r.Body)
	}
	pairs := align(len(bodies), len(steps), func(i, j int) int {
		switch {
		case !exact(&bodies[i], &steps[j]) && !modulo(&bodies[i], &steps[j]):
			return 0
		case requests[i].Answered: // of several attempts, this is the one that left items
			return 3
		}
		return 2
	})
	s.Requests += len(requests)
	for i := range bodies {
		if j, paired := pairs[i]; paired {
			s.pair(requests[i].Number, &bodies[i], &steps[j], untold)
		} else {
			s.unpaired(requests[i], nearest(&bodies[i], steps))
		}
	}
	for j := range steps {
		if !slices.Contains(values(pairs), j) {
			s.Extra++
			s.mismatch("step %d (%s, %d items): no request is like it", steps[j].step, steps[j].kind, len(steps[j].items))
		}
	}
}

// pair counts a request and the step that has its input.
func (s *Score) pair(number int, sent *body, step *compiled, untold []string) {
	if exact(sent, step) {
		s.Exact++
	} else {
		s.Modulo++
	}
	wrong, unknown := otherMembers(sent, step, untold)
	switch {
	case wrong != "":
		s.mismatch("request %d, step %d: %s", number, step.step, wrong)
	case unknown != "":
		s.remark("request %d, step %d: in no rollout: %s", number, step.step, unknown)
	default:
		s.Body++
	}
}

func (s *Score) unpaired(r Received, differs string) {
	if !r.Answered {
		s.Untold++
		s.remark("request %d got no answer, and no step is like it: %s", r.Number, differs)
		return
	}
	s.Wrong++
	s.mismatch("request %d: %s", r.Number, differs)
}

func (s *Score) mismatch(format string, args ...any) {
	s.Mismatches = append(s.Mismatches, fmt.Sprintf(format, args...))
}

func (s *Score) remark(format string, args ...any) {
	s.Remarks = append(s.Remarks, fmt.Sprintf(format, args...))
}

func exact(sent *body, step *compiled) bool {
	return bytes.Equal(sent.input, step.input) && bytes.Equal(sent.instructions, step.instructions)
}

// modulo is exact without the parts that the step itself calls unresolved.
func modulo(sent *body, step *compiled) bool {
	if step.lacks(compile.Instructions) || !bytes.Equal(sent.instructions, step.instructions) {
		return false
	}
	a, b, _ := told(sent.items, step)
	return slices.EqualFunc(a, b, bytes.Equal)
}

// told are the items of a request and of a step, as far as a rollout tells of them, and how many it does not in front.
func told(sent [][]byte, step *compiled) (a, b [][]byte, before int) {
	a, b = sent, step.items
	if step.lacks(compile.SummaryPrompt) && len(a) > 0 && len(b) > 0 {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	toolsUnknown := step.lacks(compile.Tools) || step.kind == history.KindCompaction
	if toolsUnknown && beginsWithTools(a) && beginsWithTools(b) {
		a, b, before = a[1:], b[1:], 1
	}
	return a, b, before
}

// beginsWithTools: an older Lite request does, and its rollout holds no such item.
func beginsWithTools(items [][]byte) bool {
	return len(items) > 0 && rawjson.String(rawjson.Field(items[0], "type")) == "additional_tools"
}

// otherMembers says how the rest of two bodies differs, "" for not at all: what is wrong, and what no rollout tells.
func otherMembers(sent *body, step *compiled, untold []string) (wrong, unknown string) {
	var differ, beyond []string
	for _, name := range append(slices.Clone(sent.order), step.order...) {
		a, b := sent.rest[name], step.rest[name]
		if name == "text" && step.lacks(compile.OutputSchema) {
			a = withoutFormat(a)
		}
		line := fmt.Sprintf("%s: sent %s, compiled %s", name, shown(a), shown(b))
		switch {
		case bytes.Equal(a, b):
		case slices.Contains(untold, name):
			beyond = append(beyond, line)
		case !slices.Contains(differ, line):
			differ = append(differ, line)
		}
	}
	if len(differ) == 0 && !slices.Equal(known(sent.order, step.rest), known(step.order, sent.rest)) {
		differ = append(differ, fmt.Sprintf("members in the order %v, compiled %v", sent.order, step.order))
	}
	return strings.Join(differ, "; "), strings.Join(slices.Compact(beyond), "; ")
}

// known are the names that the other body has too.
func known(names []string, other map[string][]byte) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return other[name] == nil })
}

// withoutFormat is the text member without the output schema, nil if nothing else is in it.
func withoutFormat(text []byte) []byte {
	if text == nil {
		return nil
	}
	verbosity := rawjson.Field(text, "verbosity")
	if verbosity == nil {
		return nil
	}
	return []byte(`{"verbosity":` + string(verbosity) + `}`)
}
