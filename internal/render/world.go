package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/audit"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// World prints the World State of a session for people.
func World(w *bufio.Writer, world *audit.World, thread *rollout.Thread, style Style) {
	t := Text{Style: style, Thread: thread}
	sections := world.Sections()
	fmt.Fprintln(w, style.bold(worldHeadline(world, len(sections))))
	if why := worldAbsence(world, &t); why != "" {
		fmt.Fprintln(w, why)
	}
	if len(sections) > 0 {
		fmt.Fprintf(w, "\n%s\n", style.faint(fmt.Sprintf("%-31s %-8s %-13s %-22s %s", "section", "since", "line", "told at", "value")))
	}
	for _, s := range sections {
		line := fmt.Sprintf("%-31s %-8s %-13s %-22s ", Plain(s.ID), stepName(s.Step), t.line(s.Since), placeName(s.Told))
		fmt.Fprintf(w, "%s%s\n", line, Plain(briefly(string(s.Value), max(40, style.Width-len(line)))))
	}
	if len(world.Events) > 0 {
		fmt.Fprintf(w, "\n%s\n", style.faint(fmt.Sprintf("%-8s %-13s %-11s %s", "into", "line", "what", "sections")))
	}
	for _, e := range world.Events {
		t.event(w, e)
	}
	for i, f := range world.Findings {
		if i == 0 {
			w.WriteString("\n")
		}
		fmt.Fprintf(w, "%s %s  %s%s: %s\n", style.warning("!"), t.line(f.Origin), f.Code, subject(f.Section), f.Message)
	}
}

func subject(section string) string {
	if section == "" {
		return ""
	}
	return "  " + Plain(section)
}

// worldHeadline answers: how much is in force, and whether it was told right.
func worldHeadline(world *audit.World, sections int) string {
	s := world.Last
	where := "behind the last line"
	if s.Number > 0 {
		where = fmt.Sprintf("at step %d (turn %d.%d)", s.Number, s.Turn, s.TurnStep)
	}
	id := "?"
	if s.Thread != nil {
		id = shortID(s.Thread.ID)
	}
	verdict := "nothing wrong with it"
	if n := len(world.Findings); n > 0 {
		verdict = counted(n, "finding")
	}
	return Plain(fmt.Sprintf("World State %s of %s: %s, %s; %s", where, id, counted(sections, "section"), counted(len(world.Events), "change"), verdict))
}

// worldAbsence says why there is no state, "" where there is one.
func worldAbsence(world *audit.World, t *Text) string {
	if world.Last.World.Known() {
		return ""
	}
	switch why, origin := world.Last.World.Why(); why {
	case history.WorldCompaction:
		return fmt.Sprintf("no baseline: the compaction at %s took it away; the next turn tells everything again", t.line(origin))
	case history.WorldRollback:
		return fmt.Sprintf("no baseline: the rollback at %s took it away; the next turn tells everything again", t.line(origin))
	}
	return "this session records no World State (releases before 0.143 do not)"
}

// event prints one change: which sections, by which mark, and where they were told.
func (t *Text) event(w *bufio.Writer, e audit.Event) {
	var words []string
	for _, s := range e.Sections {
		if e.Rule == history.WorldFull && s.Told == nil {
			continue // the whole state: most of it is not told
		}
		word := sectionMark(s.Change) + " " + Plain(s.ID)
		if s.Told != nil {
			word += " " + placeName(s.Told)
		}
		words = append(words, word)
	}
	switch e.Rule {
	case history.WorldFull:
		words = append([]string{counted(len(e.Sections), "section") + ":"}, words...)
	case history.WorldCompaction, history.WorldRollback:
		word := "baseline gone"
		if e.Known {
			word = "baseline of the turns that are left"
		}
		words = append(words, word)
	case history.WorldIgnored:
		words = append(words, "no baseline to apply it to")
	}
	line := fmt.Sprintf("%-8s %-13s %-11s %s", stepName(e.Step), t.line(e.Origin), e.Rule, strings.Join(words, "  "))
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

func (t *Text) line(o history.Origin) string {
	return fmt.Sprintf("%s:%d", fileName(t.Thread, o.Segment), o.Line)
}

func stepName(step int) string {
	if step == 0 {
		return "end"
	}
	return fmt.Sprintf("step %d", step)
}

func placeName(p *audit.Place) string {
	if p == nil {
		return "-"
	}
	return fmt.Sprintf("input[%d].content[%d]", p.Item, p.Part)
}
