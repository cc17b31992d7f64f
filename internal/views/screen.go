package views

import (
	"slices"
	"strings"

	"promptctl/internal/history"
)

// matchScreen puts what the screen was told to the items that it is of. What is left are things of its own; an item that
// would be shown and of which nothing was told is untold.
func (l *lines) matchScreen() {
	if l.told == 0 {
		return // releases that did not record it: each item as a replay would show it
	}
	for i, row := range l.rows {
		if row.event && row.Shown != nil {
			l.matchEvent(i, row)
		}
	}
	l.rows = slices.DeleteFunc(l.rows, func(r *Row) bool { return r.taken })
	for _, row := range l.rows {
		switch {
		case row.Shown == nil:
		case row.event:
			row.mark(Screen, ScreenOnly, "", nil)
			l.undo(row)
		case len(row.Shown.Lines) == 0:
			row.Shown = nil
			row.Marks = deleteMarks(row.Marks, Screen)
			row.mark(Screen, Untold, "", nil)
		}
	}
}

// undoShown takes off the screen what a rollback undid.
func (l *lines) undoShown() {
	for _, row := range l.rows {
		for _, m := range row.Marks {
			if m.View == History && m.Reason == Undone && row.Shown != nil {
				row.Undone = true
				row.mark(Screen, Undone, m.Note, m.By)
			}
		}
	}
}

// near is how many rows away from an item what tells of it may stand.
const near = 12

// matchEvent looks for the item that an event is of: the user's in front of it, the model's behind it, a call by its id.
func (l *lines) matchEvent(i int, event *Row) {
	switch event.Shown.Kind {
	case history.UserMessage, history.HookPrompt:
		l.search(i, -1, event)
	case history.AgentText, history.ShownReasoning, history.ShownSearch, history.ShownImage, history.ShownPlan:
		l.search(i, 1, event)
	default:
		l.matchCall(event)
	}
}

// search looks for an item that says what the event does; without one, the next item of its kind is taken for it, which then
// says something else.
func (l *lines) search(i, step int, event *Row) {
	var other *Row
	for j := i + step; j >= 0 && j < len(l.rows) && j != i+step*near; j += step {
		row := l.rows[j]
		if !row.awaits(event.Shown.Kind) {
			continue
		}
		if event.says(row) {
			event.join(row)
			return
		}
		if other == nil && row.Shown != nil && len(row.Shown.Lines) == 0 {
			other = row
		}
	}
	if other != nil && event.Shown.Kind != history.ShownPlan {
		other.mark(Screen, Differs, "", nil)
		other.Shown.Texts, other.Shown.Media = event.Shown.Texts, event.Shown.Media
		event.join(other)
	}
}

// awaits reports whether the row is an item that the screen may be told of as that kind.
func (r *Row) awaits(kind history.TurnItemKind) bool {
	switch {
	case r.Kind != "response_item":
		return false
	case kind == history.ShownPlan:
		return r.Head.Role == "assistant" && r.Shown == nil
	}
	return r.Shown != nil && r.Shown.Kind == kind
}

// says reports whether an event tells what an item says, all of it or, entry by entry, a part.
//
// NOTE(codex): 0.145.0 reasoning is told entry by entry; 0.104.0 answers are too.
func (r *Row) says(item *Row) bool {
	if item.Shown == nil {
		return r.Shown.Kind == history.ShownPlan
	}
	told, all := strings.Join(r.Shown.Texts, ""), strings.Join(item.Shown.Texts, "")
	if told == all {
		return len(item.Shown.Lines) == 0
	}
	return r.Shown.Kind != history.UserMessage && told != "" && strings.Contains(all, told)
}

// join puts an event to an item.
func (r *Row) join(item *Row) {
	if item.Shown == nil {
		item.Marks = deleteMarks(item.Marks, Screen)
		item.mark(Screen, Stripped, string(history.PlanBlock), nil)
		item.Shown = &Shown{TurnItem: r.Shown.TurnItem}
	}
	if r.Shown.ID != "" {
		item.Shown.ID = r.Shown.ID
	}
	item.Shown.Lines = append(item.Shown.Lines, r.Shown.Lines...)
	r.take()
}

// take empties the row of an event that was put to an item.
func (r *Row) take() { r.Shown, r.taken = nil, true }

// matchCall puts what a tool told the screen to the call, by its id.
func (l *lines) matchCall(event *Row) {
	row := l.calls[event.Shown.ID]
	if event.Shown.ID == "" || row == nil || row.Shown != nil {
		return
	}
	row.Shown = event.Shown
	row.Marks = deleteMarks(row.Marks, Screen)
	row.mark(Screen, Differs, string(event.Shown.Kind), nil)
	event.take()
}

// undo finds out whether the turn that the screen was told of left history, and how. A rollback takes it off the screen too.
func (l *lines) undo(row *Row) {
	for _, c := range l.cuts {
		if later(c.from, row.Line) || !later(*c.by, row.Line) {
			continue
		}
		row.Gone, row.By = true, c.by
		if c.rule == history.RolledBack {
			row.Undone = true
			row.mark(Screen, Undone, string(c.rule), c.by)
		}
		return
	}
}

func deleteMarks(marks []Mark, view View) []Mark {
	return slices.DeleteFunc(marks, func(m Mark) bool { return m.View == view })
}
