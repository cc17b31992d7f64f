package audit

import (
	"fmt"
	"hash/maphash"

	"promptctl/internal/diag"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	DuplicatedLines Code = "duplicated-lines"
	TwoWriters      Code = "two-writers"
)

// lineRules judge how lines follow each other.
var lineRules = []Rule{
	{DuplicatedLines, diag.Warning, "block of lines that stands twice",
		"Two or more lines stand in the file a second time, with the same times. A client that reads the file again has every item of them twice, pays for them twice, and the model sees the conversation repeat itself.",
		"Remove the second block from a copy of the file. Do not copy lines from one rollout into another."},
	{TwoWriters, diag.Warning, "turn that goes on behind the beginning of another",
		"A turn ended although another one had begun behind it: two processes wrote to the file at the same time. Each of them had only its own lines in its history; a client that reads the file again has both, mixed.",
		"Do not run two clients on one thread: fork it instead."},
}

// lines watches the lines go by.
type lines struct {
	seed    maphash.Seed
	seen    map[uint64]int // lines by what they hold, to their place in the file
	count   int
	segment int
	block   block
	open    string          // the turn that the lines are in
	begun   map[string]bool // turns that began and did not end, the open one not among them
	task    bool            // a turn is open
	window  int64           // tokens that the model takes, 0 for unknown
	cuts    []cut           // of the history, since the newest request was sent
}

// cut is a line that took something out of history.
type cut struct {
	at         position
	compaction bool // a rollback otherwise
}

// changed says what the lines did to history since a request.
type changed struct{ compacted, rolledBack bool }

// before takes the cuts in front of a request. A line may be read before a request is known that was sent in front of it.
func (w *lines) before(sent position) (c changed) {
	for len(w.cuts) > 0 && w.cuts[0].at.compare(sent) <= 0 {
		if w.cuts[0].compaction {
			c.compacted = true
		} else {
			c.rolledBack = true
		}
		w.cuts = w.cuts[1:]
	}
	return c
}

// block is a run of lines that stood in the file before.
type block struct {
	first  history.Origin
	was    int // place of the newest of them when it stood there first
	length int
	marked bool // a line is among them that nothing writes twice
}

func newLines() lines {
	return lines{seed: maphash.MakeSeed(), seen: map[uint64]int{}, begun: map[string]bool{}}
}

// line takes the next line of the thread.
func (l *lint) line(line *rollout.Line) {
	if line.Segment != l.lines.segment {
		l.endBlock()
		l.lines.segment, l.lines.count = line.Segment, 0
		clear(l.lines.seen)
	}
	l.repeats(line)
	switch {
	case line.Kind == rollout.Compacted:
		l.lines.cuts = append(l.lines.cuts, cut{positionOf(originOfLine(line)), true})
	case line.Kind == rollout.EventMsg:
		l.event(line)
	}
}

// repeats compares a line with those before it.
func (l *lint) repeats(line *rollout.Line) {
	w := &l.lines
	w.count++
	if line.Time == "" {
		return // nothing tells a repeated line from an equal one
	}
	var h maphash.Hash
	h.SetSeed(w.seed)
	h.WriteString(line.Time)
	h.WriteByte(byte(line.Kind))
	h.Write(line.Payload)
	sum := h.Sum64()
	was, known := w.seen[sum]
	if !known {
		w.seen[sum] = w.count
		l.endBlock()
		return
	}
	if w.block.length > 0 && was != w.block.was+1 {
		l.endBlock()
	}
	if w.block.length == 0 {
		w.block.first = originOfLine(line)
	}
	w.block.was = was
	w.block.length++
	w.block.marked = w.block.marked || once(line)
}

// once reports whether a line is of a kind that has an id of its own. A fork copies lines with one time, so the same context
// may stand twice among them.
func once(line *rollout.Line) bool {
	switch {
	case line.Kind == rollout.ResponseItem:
		return rawjson.String(rawjson.Field(line.Payload, "type")) != history.Message.String()
	case line.Kind == rollout.EventMsg:
		return line.Event == "task_started" || line.Event == "task_complete" || line.Event == "turn_aborted"
	}
	return false
}

// endBlock says of a run of repeated lines that it is one, if it is more than a chance.
func (l *lint) endBlock() {
	b := l.lines.block
	l.lines.block = block{}
	if b.length < 2 || !b.marked {
		return
	}
	l.find(Finding{Code: DuplicatedLines, Origin: b.first,
		Message: fmt.Sprintf("%d lines from here on stand in the file before: a client that reads it has them twice", b.length)})
}

func originOfLine(line *rollout.Line) history.Origin {
	return history.Origin{Segment: line.Segment, Line: line.Number, Offset: line.Offset, Length: line.Length, Index: -1}
}

// event takes an event: where turns begin and end, and how much the model takes.
func (l *lint) event(line *rollout.Line) {
	w := &l.lines
	switch line.Event {
	case "thread_rolled_back":
		w.cuts = append(w.cuts, cut{positionOf(originOfLine(line)), false})
	case "task_started", "turn_started":
		w.begin(rawjson.String(rawjson.Field(line.Payload, "turn_id")))
		w.measure(rawjson.Field(line.Payload, "model_context_window"))
	case "task_complete", "turn_complete", "turn_aborted":
		l.ended(line, rawjson.String(rawjson.Field(line.Payload, "turn_id")))
	case "token_count":
		if info := rawjson.Field(line.Payload, "info"); rawjson.IsObject(info) {
			w.measure(rawjson.Field(info, "model_context_window"))
		}
	}
}

func (w *lines) begin(turn string) {
	if w.task && w.open != "" {
		w.begun[w.open] = true
	}
	w.open, w.task = turn, true
}

func (w *lines) measure(window jsontext.Value) {
	var n int64
	if _, err := fmt.Sscan(string(window), &n); err == nil && n > 0 {
		w.window = n
	}
}

// ended takes the end of a turn, which should be the open one.
func (l *lint) ended(line *rollout.Line, turn string) {
	w := &l.lines
	if turn == "" || turn == w.open {
		w.task = false
		return
	}
	if w.begun[turn] {
		delete(w.begun, turn)
		l.find(Finding{Code: TwoWriters, Origin: originOfLine(line), Subject: turn,
			Message: "the turn that ends here began before the one that is open: two processes wrote to the file at once"})
	}
}
