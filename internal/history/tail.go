package history

import (
	"bytes"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rollout"
)

// RunTail replays only the end of a thread, from the newest compaction that a request follows, and emits the requests
// behind it. They have no numbers, and their lines have none. With end, the newest compaction will do even if no request
// follows: the caller only wants [Replay.End].
//
// It reports false, having emitted nothing, when the end alone does not tell. Run has to be used then, on a new Replay.
// Cost follows the tail, not the file.
func (r *Replay) RunTail(end bool) (ok bool, err error) {
	own := r.thread.Own()
	file := r.thread.Segments[own].File
	if !file.Seekable || file.Era != rollout.Envelope || !r.Profile.Has(codex.SegmentedReconstruction) || r.thread.Meta.BaseInstructions == nil {
		return false, nil
	}
	for before := int64(-1); ; {
		compacted, found, err := lastCompaction(file, before)
		if !found {
			return false, err
		}
		before = compacted.Offset
		state := r.stateAt(file, compacted.Offset)
		if state == nil {
			return false, nil
		}
		var steps []*Step
		again := r.resumeFrom(state, func(s *Step) error {
			s.Number, s.Turn, s.TurnStep = 0, 0, 0
			steps = append(steps[:0], s) // only the last one is of use without numbers
			return nil
		})
		compacted.Segment = own
		base, err := again.baseAt(compacted)
		if err != nil || base == nil {
			return false, nil // the whole file tells why
		}
		again.context.Replace(base)
		again.last = compacted
		if err := again.segment(own, compacted.Offset+int64(compacted.Length), -1); err != nil {
			return false, err
		}
		if err := again.finish(); err != nil {
			return false, err
		}
		if len(steps) == 0 && !end {
			continue
		}
		emit := r.emit
		*r = *again
		for _, s := range steps {
			err = emit(s)
		}
		return true, unlessStopped(err)
	}
}

// lastCompaction finds the last compacted line in front of an offset, -1 for the end. A rollback behind it means that history
// is not what the lines say.
func lastCompaction(file *rollout.File, before int64) (line Origin, ok bool, err error) {
	back := file.ReadBack(before)
	for raw, offset, ok := back.Prev(); ok; raw, offset, ok = back.Prev() {
		switch kind, event := file.Peek(raw); {
		case kind == rollout.Compacted:
			return Origin{Offset: offset, Length: len(raw), Index: -1, Rule: Replaced}, true, nil
		case kind == rollout.EventMsg && event == "thread_rolled_back":
			return Origin{}, false, nil
		}
	}
	return Origin{}, false, back.Err()
}

// tailState is what is in force where a tail begins.
type tailState struct {
	context  *TurnContext
	settings *ThreadSettings
	task     string // the id of the newest task
	began    string // when it did
	tasks    bool   // there is one
	open     bool   // it has not ended
	ended    bool   // its end was met first, coming from behind
	input    bool   // the newest user's message was met
	asked    string // its turn
	traces   codex.Trace
	judged   bool        // the traces of its turn_context are among them
	count    *tokenCount // the newest
	restarts bool        // a process may have ended between the settings and here, and they with it
	closed   bool        // the task that is being read, from behind, has ended
}

// stateAt reads backward from an offset until everything in force there is known; nil when it cannot be.
func (r *Replay) stateAt(file *rollout.File, offset int64) *tailState {
	s := &tailState{}
	back := file.ReadBack(offset)
	for raw, at, ok := back.Prev(); ok && !s.complete(r.Profile); raw, at, ok = back.Prev() {
		kind, event := file.Peek(raw)
		if !s.wants(kind, event, raw) {
			continue
		}
		line, err := file.Decode(raw, at)
		if err != nil {
			continue // said when the whole file is read
		}
		s.take(line)
	}
	lost := s.restarts || string(r.thread.Meta.Source) == `"exec"`
	if back.Err() != nil || s.context == nil || lost && s.settings.beyondContext(r.thread.Meta.ModelProvider) {
		return nil
	}
	return s
}

// complete reports whether nothing older can matter.
func (s *tailState) complete(p *codex.Profile) bool {
	settled := s.settings != nil || !p.Has(codex.AnnouncesSettings)
	return s.context != nil && s.tasks && s.judged && s.count != nil && settled
}

func (s *tailState) wants(kind rollout.Kind, event string, raw []byte) bool {
	switch {
	case kind == rollout.TurnContext:
		return true
	case kind == rollout.ResponseItem:
		return !s.input || bytes.Contains(raw, []byte(mcpAttribution))
	case kind != rollout.EventMsg:
		return false
	}
	switch event {
	case "thread_settings_applied":
		return s.settings == nil
	case "token_count":
		return s.count == nil
	case "task_started", "task_complete", "turn_aborted":
		return true
	}
	return false
}

func (s *tailState) take(line *rollout.Line) {
	switch {
	case line.Kind == rollout.TurnContext:
		s.takeContext(line)
	case line.Kind == rollout.ResponseItem:
		s.takeItem(line)
	case line.Event == "thread_settings_applied":
		s.settings, _ = parseThreadSettings(line.Payload)
	case line.Event == "token_count":
		s.count = parseTokenCount(line.Payload)
	case line.Event != "task_started":
		s.ended, s.closed = s.ended || !s.tasks, true
	case !s.tasks:
		s.tasks, s.open, s.closed = true, !s.ended, false
		s.task, s.began = turnIDOf(line.Payload), strings.Clone(line.Time)
	default:
		s.restarts = s.restarts || !s.closed
		s.closed = false
	}
}

// takeContext keeps the newest turn_context; older ones only show whether anything changed since.
func (s *tailState) takeContext(line *rollout.Line) {
	c, err := parseTurnContext(line.Payload)
	switch {
	case err != nil:
	case s.context == nil:
		s.context = c
	default:
		s.restarts = s.restarts || c.chosen != s.context.chosen || c.allowed != s.context.allowed || c.derived != s.context.derived
	}
	if err == nil {
		s.judge(c)
	}
}

// judge takes the traces of the newest user's message together with those of its own turn's settings.
func (s *tailState) judge(c *TurnContext) {
	switch {
	case !s.input || s.judged:
	case c.TurnID == s.asked:
		s.judged = true
		s.traces |= c.traces
	default:
		s.input = false
	}
}

// takeItem looks for the newest user's message, whose traces tell the release, and for where a process began.
func (s *tailState) takeItem(line *rollout.Line) {
	it, err := NewItem(line.Payload, line.Loose, Origin{})
	if err != nil || it.Type != Message {
		return
	}
	s.restarts = s.restarts || startsProcess(it, line.Metadata)
	if !s.input && tellsRelease(it) {
		it.sidecar(line.Metadata)
		s.input, s.asked, s.traces = true, strings.Clone(it.TurnID()), tracesOf(it, line)
	}
}

// resumeFrom is a replay that begins in the middle of a file.
func (r *Replay) resumeFrom(s *tailState, emit func(*Step) error) *Replay {
	again := r.beside(emit)
	again.release, again.lineage, again.tick = r.release, r.lineage, r.tick
	again.base, again.settings = r.thread.Meta.BaseInstructions, s.settings
	again.turn = turnState{number: 1, tasks: s.tasks || r.Profile.Has(codex.MarksTasks), open: s.open, id: s.task, context: s.context}
	if s.count != nil {
		again.counted.total = s.count.Total
	}
	again.leaveFork(s.task, s.began)
	again.process.restarted = false // whatever runs here has been running when the tail begins
	if fits, newer := again.newerRelease(s.traces); newer && s.judged {
		again.upgrade(fits)
	}
	return again
}
