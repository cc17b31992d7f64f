package drift

import (
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// changedPlaces are the lines of files that are not as they were, by file: the first of each run of lines.
func changedPlaces(change *Change, s *Section) map[string][]int {
	places := map[string][]int{}
	for _, line := range hunks(change.Before, change.After) {
		if at, ok := s.place(line); ok {
			places[at.File] = append(places[at.File], at.Line)
		}
	}
	return places
}

// hunks are where the lines of two texts differ: the first line of each difference in the second text, counted from 0.
func hunks(before, after string) (list []int) {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // a result must not depend on how fast the machine is
	a, b, texts := d.DiffLinesToChars(before, after)
	line, open := 0, false
	for _, part := range d.DiffCharsToLines(d.DiffMain(a, b, false), texts) {
		if part.Type == diffmatchpatch.DiffEqual {
			open = false
		} else if !open {
			list, open = append(list, line), true
		}
		if part.Type != diffmatchpatch.DiffDelete {
			line += strings.Count(part.Text, "\n")
		}
	}
	return list
}
