package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/rollout"
)

// Listed is a session in a list, or why it cannot be read.
type Listed struct {
	*rollout.Summary
	Err error
}

// List shows sessions, the newest first.
type List struct {
	Style Style
	Home  string   // the user's home folder, shown as ~
	Where string   // what the list is of, for its headline
	All   []Listed // sessions that there are, those that are not in the list too
}

// Text prints a headline and one line a session.
func (l List) Text(w *bufio.Writer, sessions []Listed) {
	if len(sessions) == 0 {
		fmt.Fprintf(w, "no sessions %s", Plain(l.Where))
		if len(l.All) > 0 {
			fmt.Fprintf(w, "; --all-dirs lists %s of other folders", count(len(l.All)))
		}
		w.WriteByte('\n')
		return
	}
	fmt.Fprintf(w, "%s %s, newest first\n\n", l.Style.bold(counted(len(sessions), "session")), Plain(l.Where))
	width := uniqueWidth(l.All)
	fmt.Fprintln(w, l.Style.faint(fmt.Sprintf("%-*s  %-16s  %-8s  %9s  %s", width, "id", "last line (UTC)", "codex", "size", "folder")))
	for _, s := range sessions {
		id := s.ThreadID[:min(width, len(s.ThreadID))]
		if s.Err != nil {
			fmt.Fprintf(w, "%-*s  %s %s\n", width, Plain(id), l.Style.warning("!"), Plain(s.Err.Error()))
			continue
		}
		line := fmt.Sprintf("%-*s  %-16s  %-8s  %9s  %s%s", width, id, minute(s.Updated), s.Meta.CLIVersion, bytesShort(s.Size), l.folder(s.Meta.CWD), marks(s.Summary))
		fmt.Fprintln(w, Plain(line))
	}
}

// uniqueWidth is how much of an id tells each session from the others: the listed part of it has to do to find it again.
func uniqueWidth(sessions []Listed) int {
	const usual = 8
	for width := usual; ; width++ {
		seen := map[string]string{}
		unique := true
		longest := 0
		for _, s := range sessions {
			prefix := s.ThreadID[:min(width, len(s.ThreadID))]
			if other, twice := seen[prefix]; twice && other != s.ThreadID {
				unique = false
			}
			seen[prefix] = s.ThreadID
			longest = max(longest, len(s.ThreadID))
		}
		if unique || width >= longest {
			return width
		}
	}
}

// marks are what is unusual about a session.
func marks(s *rollout.Summary) string {
	var words []string
	if s.Meta.ForkedFromID != "" {
		words = append(words, "fork of "+shortID(s.Meta.ForkedFromID))
	}
	if s.Meta.ParentThreadID != "" {
		words = append(words, "sub-agent of "+shortID(s.Meta.ParentThreadID))
	}
	if s.Archived {
		words = append(words, "archived")
	}
	if s.Compressed {
		words = append(words, "compressed")
	}
	if len(words) == 0 {
		return ""
	}
	return "  (" + strings.Join(words, ", ") + ")"
}

func (l List) folder(path string) string { return Agents{Home: l.Home}.path("", path) }

// minute is a time to the minute; "-" for unknown.
func minute(timestamp string) string {
	const length = len("2026-11-30T18:34")
	if len(timestamp) < length {
		return "-"
	}
	return strings.Replace(timestamp[:length], "T", " ", 1)
}

// bytesShort writes a size with its unit.
func bytesShort(n int64) string {
	const kilo = 1000
	units := []string{"B", "kB", "MB", "GB", "TB"}
	value, unit := float64(n), 0
	for value >= kilo && unit < len(units)-1 {
		value /= kilo
		unit++
	}
	if unit == 0 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f %s", value, units[unit])
}
