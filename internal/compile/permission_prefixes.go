package compile

import (
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// What opens the list of command prefixes that were approved, in the permissions.
//
// NOTE(codex): 0.145.0 and 0.171.0 prompts: a heading behind a blank line, and the list's first entry on the sentence's line.
const (
	prefixesHeading  = "\n\n## Approved command prefixes\n"
	prefixesSentence = "The following prefix rules have already been approved: "
)

// withoutPrefixes is the permissions as they are when no command prefix was approved, and the prefixes that were.
//
// NOTE(codex): 0.147.0 the snapshot holds the hash of that text, and the prefixes beside it.
func withoutPrefixes(text string) (plain string, prefixes [][]string) {
	before, rest, found := strings.Cut(text, prefixesHeading+prefixesSentence)
	if !found {
		return text, nil
	}
	lines := strings.SplitAfter(rest, "\n")
	n := 0
	for n < len(lines) && prefixLine(lines[n]) {
		if p := readPrefix(lines[n]); p != nil {
			prefixes = append(prefixes, p)
		}
		n++
	}
	after := strings.Join(lines[n:], "")
	if strings.HasPrefix(after, "\n") || !strings.HasSuffix(before, "\n") {
		after = "\n" + after // the line end is not the list's
	}
	slices.SortFunc(prefixes, slices.Compare)
	return before + after, prefixes
}

func prefixLine(line string) bool {
	line = strings.TrimSuffix(line, "\n")
	return strings.HasPrefix(line, "- [") || line == "..." || line == "[Some commands were truncated]"
}

// readPrefix reads one entry of the list, nil where it is cut.
func readPrefix(line string) (words []string) {
	list := []byte(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "- "))
	if rawjson.Check(list) != nil || list[0] != '[' {
		return nil
	}
	for m := rawjson.Walk(list); m.NextElement(); {
		words = append(words, rawjson.String(m.Value))
	}
	return words
}

// prefixesJSON is the prefixes as a snapshot holds them.
func prefixesJSON(prefixes [][]string) jsontext.Value {
	out := []byte{'['}
	for i, words := range prefixes {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, '['), joinWords(words, ",")...), ']')
	}
	return append(out, ']')
}

func joinWords(words []string, separator string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = string(rawjson.AppendString(nil, word))
	}
	return strings.Join(quoted, separator)
}

// readPrefixes reads those of a snapshot.
func readPrefixes(value jsontext.Value) (prefixes [][]string) {
	if len(value) == 0 || value[0] != '[' {
		return nil
	}
	for m := rawjson.Walk(value); m.NextElement(); {
		prefixes = append(prefixes, readPrefix("- "+string(m.Value)))
	}
	return prefixes
}

// addedPrefixes are those that an older list has not; ok is false where it has some that are gone.
func addedPrefixes(now, before [][]string) (added [][]string, ok bool) {
	has := func(list [][]string, words []string) bool {
		return slices.ContainsFunc(list, func(other []string) bool { return slices.Equal(other, words) })
	}
	for _, words := range before {
		if !has(now, words) {
			return nil, false
		}
	}
	for _, words := range now {
		if !has(before, words) {
			added = append(added, words)
		}
	}
	return added, true
}

// savedPrefixes is the note that prefixes were approved.
func savedPrefixes(added [][]string) Fragment {
	text := codex.ApprovedPrefixStart
	for _, words := range added {
		text += "\n- [" + joinWords(words, ", ") + "]"
	}
	return Fragment{Role: codex.RoleDeveloper, Text: text, Section: codex.SectionPermissions}
}
