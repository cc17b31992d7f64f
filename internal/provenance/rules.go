package provenance

import (
	"slices"
	"strings"

	"promptctl/internal/agentsmd"
)

// Rules says from which files the text of an AGENTS.md fragment comes, as far as the folder still shows.
type Rules struct {
	Folder string // the folder that was looked at, "" for none
	Same   bool   // it gives the same text now
	Whole  bool   // the whole text was asked for, not one line of it
	None   bool   // the text tells that there are none any more
	Files  []RuleLines
}

// RuleLines is a run of lines of a file.
type RuleLines struct {
	Path  string
	First int
	Last  int
}

// FindRules compares the text that an entry told with what a folder gives now. Without a place in the text, it is about all of
// it. ok is false for any other entry.
func FindRules(text string, at Spot, folder string, scope *agentsmd.Scope) (rules *Rules, ok bool) {
	told, ok := agentsmd.ParseFragment(strings.TrimSpace(text))
	if !ok {
		return nil, false
	}
	rules = &Rules{Folder: folder, Whole: at.To == 0, None: told.Text == ""}
	if scope == nil || told.Text == "" {
		return rules, true
	}
	from, to := 0, len(told.Text)
	if at.To > 0 {
		offset := strings.LastIndex(text, told.Text)
		from, to = at.From-offset, at.To-offset
	}
	composed, _ := scope.Compose()
	rules.Same = composed.Text == told.Text
	if from < 0 || to > len(told.Text) {
		return rules, true // the match is in what wraps the text
	}
	if !rules.Same {
		if from, to, ok = sameLines(told.Text, composed.Text, from, to); !ok || rules.Whole {
			return rules, true
		}
	}
	rules.Files = linesIn(composed, from, to)
	return rules, true
}

// sameLines finds the lines around a place of one text in another. Where a text has them several times, the first are taken
// for the first, and so on.
func sameLines(was, now string, from, to int) (start, end int, ok bool) {
	begin := strings.LastIndexByte(was[:from], '\n') + 1
	stop := len(was)
	if i := strings.IndexByte(was[to:], '\n'); i >= 0 {
		stop = to + i
	}
	lines := was[begin:stop]
	places := placesOf(now, lines)
	if len(places) == 0 {
		return 0, 0, false
	}
	nth := slices.Index(placesOf(was, lines), begin)
	at := places[min(nth, len(places)-1)]
	return at + from - begin, at + to - begin, true
}

// placesOf lists where whole lines stand in a text.
func placesOf(text, lines string) (places []int) {
	for at := 0; at <= len(text); {
		if rest, ok := strings.CutPrefix(text[at:], lines); ok && (rest == "" || rest[0] == '\n') {
			places = append(places, at)
		}
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return places
}

// linesIn are the lines of the files that a part of the composed text comes from.
func linesIn(c *agentsmd.Composition, from, to int) (list []RuleLines) {
	for _, part := range c.Parts {
		if part.End <= from || part.Start >= to {
			continue
		}
		text := c.Text[part.Start:part.End]
		first := max(from-part.Start, 0)
		last := min(to-part.Start, len(text))
		lines := RuleLines{Path: part.File.Path, First: 1 + strings.Count(text[:first], "\n")}
		lines.Last = lines.First + strings.Count(strings.TrimSuffix(text[first:last], "\n"), "\n")
		list = append(list, lines)
	}
	return list
}

// RuleLine is a line of a file of rules, and where it stands in the text that the folder's files give now.
type RuleLine struct {
	Text  string
	Rules string // that text; "" where the line is not known to be part of it
	At    int    // where the line begins in it
}

// FindRuleLine finds a line of a file, counted from 1, in what the files of its folder give.
func FindRuleLine(scope *agentsmd.Scope, path string, number int, text string) RuleLine {
	line := RuleLine{Text: text}
	if scope == nil {
		return line
	}
	composed, _ := scope.Compose()
	at := 0
	nth := scope.Line(path, number).Text
	for range nth - 1 {
		at += strings.IndexByte(composed.Text[at:], '\n') + 1
	}
	if nth > 0 && slices.Contains(placesOf(composed.Text, text), at) {
		line.Rules, line.At = composed.Text, at
	}
	return line
}

// in finds the line in a told text: where it begins and ends in the entry's text.
func (l RuleLine) in(text string) (from, to int, ok bool) {
	told, ok := agentsmd.ParseFragment(strings.TrimSpace(text))
	if !ok || told.Text == "" {
		return 0, 0, false
	}
	rules := l.Rules
	if rules == "" {
		rules = l.Text
	}
	from, to, ok = sameLines(rules, told.Text, l.At, l.At+len(l.Text))
	offset := strings.LastIndex(text, told.Text)
	return offset + from, offset + to, ok
}
