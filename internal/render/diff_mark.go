package render

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"promptctl/internal/audit"
	"promptctl/internal/compare"
	"promptctl/internal/rawjson"
)

func kindMark(k compare.Kind) string {
	switch k {
	case compare.Added:
		return "+"
	case compare.Removed:
		return "-"
	case compare.Changed:
		return "~"
	case compare.Moved:
		return ">"
	}
	return "="
}

func changeKindMark(c compare.Change) string {
	switch {
	case c.Was == nil:
		return "+"
	case c.Now == nil:
		return "-"
	}
	return "~"
}

func sectionMark(c audit.ChangeKind) string {
	switch c {
	case audit.Added:
		return "+"
	case audit.Removed:
		return "-"
	case audit.Changed:
		return "~"
	}
	return "="
}

// scalarChange writes a change of a short value in one line.
func scalarChange(c compare.Change, width int) string {
	was, now := shortValue(c.Was, width), shortValue(c.Now, width)
	switch {
	case c.Was == nil:
		return now
	case c.Now == nil:
		return was
	}
	return was + " → " + now
}

// shortValue is a value in a few words: a text without its quotes, its first line, anything else as JSON.
func shortValue(value []byte, width int) string {
	if value == nil {
		return ""
	}
	text := string(value)
	if decoded, ok := rawjson.Text(value); ok {
		text = string(decoded)
	}
	if text == "" {
		return `""`
	}
	first, _, more := strings.Cut(text, "\n")
	first = Plain(first)
	if utf8.RuneCountInString(first) > width || more {
		return briefly(first+" ", width)
	}
	return first
}

// sectionText says what changed, in the section's own words.
func sectionText(s compare.Section) string {
	if s.Change == audit.Unchanged {
		return "told again as it was"
	}
	var words []string
	for i, c := range s.Means {
		if i == 3 {
			words = append(words, counted(len(s.Means)-i, "more change"))
			break
		}
		words = append(words, meaning(c))
	}
	if len(words) == 0 && s.Change == audit.Removed {
		return "no longer told"
	}
	return strings.Join(words, " · ")
}

// meaning writes one change of a section.
func meaning(c compare.Change) string {
	name := strings.ReplaceAll(Plain(c.Path), "_", " ")
	was, now := rawjson.String(c.Was), rawjson.String(c.Now)
	switch {
	case c.Now == nil:
		return name + " gone"
	case len(now) > 40 || strings.Contains(was+now, "\n"):
		return lineCounts(was, now) + " of " + name
	case c.Path == "sandbox_policy.type", c.Path == "sandbox_policy.mode": // read-only → workspace-write says it
		return scalarChange(c, 40)
	}
	return name + " " + scalarChange(c, 40)
}

// lineCounts says how many lines came and went.
func lineCounts(was, now string) string {
	added, removed := countLines(was, now)
	return fmt.Sprintf("+%d -%d lines", added, removed)
}

func toldText(s compare.Section) string {
	switch {
	case s.Told == nil && s.Change == audit.Removed:
		return ""
	case s.Told == nil:
		return "not told"
	case s.Replaces == nil:
		return "told at " + placeName(s.Told)
	}
	return fmt.Sprintf("told at %s, replaces %s", placeName(s.Told), placeName(s.Replaces))
}
