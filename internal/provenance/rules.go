package provenance

import (
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

// sameLines finds the lines around a place of one text in another.
func sameLines(was, now string, from, to int) (start, end int, ok bool) {
	begin := strings.LastIndexByte(was[:from], '\n') + 1
	stop := len(was)
	if i := strings.IndexByte(was[to:], '\n'); i >= 0 {
		stop = to + i
	}
	lines := was[begin:stop]
	for at := 0; ; {
		i := strings.Index(now[at:], lines)
		if i < 0 {
			return 0, 0, false
		}
		at += i
		end := at + len(lines)
		if (at == 0 || now[at-1] == '\n') && (end == len(now) || now[end] == '\n') {
			return at + from - begin, at + to - begin, true
		}
		at++
	}
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

// findLine finds a line of the composed text in a told one: where it begins and ends in the entry's text.
func findLine(text, line string) (from, to int, ok bool) {
	told, ok := agentsmd.ParseFragment(strings.TrimSpace(text))
	if !ok || told.Text == "" {
		return 0, 0, false
	}
	from, to, ok = sameLines(line, told.Text, 0, len(line))
	offset := strings.LastIndex(text, told.Text)
	return offset + from, offset + to, ok
}
