package views

import (
	"slices"
	"strings"

	"promptctl/internal/history"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"
)

// lines reads the thread's lines up to a step, and makes a row of every item and of everything that the screen was told.
type lines struct {
	step  *history.Step
	rows  []*Row
	byID  map[history.Identity]*Row // rows of items
	calls map[string]*Row           // rows of calls, the newest of each id
	gone  map[history.Identity]history.Departed
	cuts  []cut
	plan  bool           // the turn plans
	told  int            // rows of screen events
	until history.Origin // the last item of the step
	done  bool
}

// readLines reads them. A request behind the last line has all of them.
func readLines(thread *rollout.Thread, step *history.Step) (*lines, error) {
	l := &lines{step: step, byID: map[history.Identity]*Row{}, calls: map[string]*Row{}, gone: map[history.Identity]history.Departed{}}
	for _, d := range step.Departed {
		l.gone[d.Identity()] = d
		l.cut(d)
	}
	l.until = lastOf(step)
	for i, segment := range thread.Segments {
		reader := segment.File.Read(0, 0, segment.End)
		for line := reader.Next(); line != nil && !l.done; line = reader.Next() {
			if segment.Until >= 0 && line.Ordinal >= segment.Until {
				break
			}
			line.Segment = i
			l.take(line)
		}
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// cut is the part of the thread that one line took out of history.
type cut struct {
	from history.Origin // the first item
	by   *history.Origin
	rule history.Rule
}

func (l *lines) cut(d history.Departed) {
	if n := len(l.cuts); n > 0 && l.cuts[n-1].by == d.By {
		if later(l.cuts[n-1].from, d.Origin) {
			l.cuts[n-1].from = d.Origin
		}
		return
	}
	l.cuts = append(l.cuts, cut{d.Origin, d.By, d.Rule})
}

// lastOf is the last line that a step's history was made by.
func lastOf(step *history.Step) history.Origin {
	n := len(step.Items)
	if n == 0 {
		return step.Sent
	}
	last := step.Items[n-1].Origin
	for _, gone := range step.Departed {
		if later(*gone.By, last) {
			last = *gone.By
		}
	}
	return last
}

func later(a, b history.Origin) bool {
	return a.Segment > b.Segment || a.Segment == b.Segment && a.Offset > b.Offset
}

func (l *lines) take(line *rollout.Line) {
	origin := history.Origin{
		Segment: line.Segment, Line: line.Number, Offset: line.Offset, Length: line.Length, Index: -1, Time: strings.Clone(line.Time),
		Rule: history.Recorded,
	}
	if l.step.Number > 0 && later(origin, l.until) && l.beyond(line) {
		l.done = true
		return
	}
	switch line.Kind {
	case rollout.ResponseItem:
		l.item(line.Payload, line.Loose, origin)
	case rollout.InterAgentCommunication:
		row := l.add(origin, line.Kind.String(), Head{Type: history.AgentMessage})
		row.mark(Screen, Hidden, string(history.UnseenType), nil)
		l.depart(row, (&history.ResponseItem{Type: history.AgentMessage, Origin: origin}).Identity())
	case rollout.Compacted:
		l.compacted(line, origin)
	case rollout.EventMsg:
		l.event(line, origin)
	case rollout.TurnContext:
		mode := rawjson.Field(line.Payload, "collaboration_mode")
		l.plan = rawjson.IsObject(mode) && rawjson.String(rawjson.Field(mode, "mode")) == "plan"
		l.add(origin, line.Kind.String(), Head{})
	default:
		l.add(origin, line.Kind.String(), Head{})
	}
}

// beyond reports whether a line behind the last item of the step belongs to what came of it. What tells the screen of the
// user's input stands behind the input.
func (l *lines) beyond(line *rollout.Line) bool {
	if line.Kind != rollout.EventMsg {
		return true
	}
	told, ok := history.TurnItemTold(line.Event, line.Payload)
	return !ok || told.Kind != history.UserMessage
}

// add makes a row of a line.
func (l *lines) add(origin history.Origin, kind string, head Head) *Row {
	row := &Row{Head: head, Request: -1, History: -1, Line: origin, Kind: kind}
	l.rows = append(l.rows, row)
	return row
}

// item makes a row of an item, with what became of it.
func (l *lines) item(payload []byte, loose bool, origin history.Origin) {
	it, err := history.NewItem(slices.Clone(payload), loose, origin)
	row := l.add(origin, "response_item", headOf(it))
	if err != nil {
		row.mark(History, Refused, err.Error(), nil)
		return
	}
	if !it.EntersHistory() {
		row.mark(History, Refused, string(history.NotHistory), nil)
	}
	if it.Call() {
		l.calls[it.CallID()] = row
	}
	l.screen(row, it)
	l.depart(row, it.Identity())
}

// screen says what the screen would show of the item by itself. What it was told comes later.
func (l *lines) screen(row *Row, it *history.ResponseItem) {
	shown, unseen := history.TurnItemOf(it, l.plan)
	if unseen != "" {
		row.mark(Screen, Hidden, string(unseen), nil)
		return
	}
	for i := range shown.Texts {
		shown.Texts[i] = clip(shown.Texts[i], mostShown)
	}
	row.Shown = &Shown{TurnItem: shown}
	for _, lost := range shown.Lost {
		row.mark(Screen, Stripped, string(lost), nil)
	}
}

// depart remembers the row, and what took its item out of history.
func (l *lines) depart(row *Row, id history.Identity) {
	l.byID[id] = row
	gone, ok := l.gone[id]
	if !ok {
		return
	}
	row.Gone, row.By = true, gone.By
	reason := Lost
	switch gone.Rule {
	case history.RolledBack:
		reason = Undone
	case history.Replaced, history.ContextRebuilt:
		reason = Replaced
	}
	row.mark(History, reason, string(gone.Rule), row.By)
}

// compacted makes a row of each item that a compaction states.
func (l *lines) compacted(line *rollout.Line, origin history.Origin) {
	l.add(origin, line.Kind.String(), Head{})
	list := rawjson.Field(line.Payload, "replacement_history")
	if len(list) == 0 || list[0] != '[' {
		return
	}
	origin.Rule = history.Replaced
	for m := rawjson.Walk(list); m.NextElement(); {
		origin.Index++
		it, err := history.NewItem(slices.Clone(m.Value), line.Loose, origin)
		if err != nil || it.Type == history.GhostSnapshot {
			continue
		}
		row := l.add(origin, "replacement_history", headOf(it))
		row.mark(Screen, Hidden, "a compaction wrote it", nil)
		l.depart(row, it.Identity())
	}
}

// event makes a row of what the screen was told; of other events a plain one.
func (l *lines) event(line *rollout.Line, origin history.Origin) {
	row := l.add(origin, line.Kind.String()+" "+line.Event, Head{})
	row.event = true
	told, ok := history.TurnItemTold(line.Event, line.Payload)
	if !ok {
		return
	}
	l.told++
	for i := range told.Texts {
		told.Texts[i] = clip(told.Texts[i], mostShown)
	}
	row.Shown = &Shown{TurnItem: told, Lines: []history.Origin{origin}}
}
