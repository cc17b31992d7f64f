package compile

import (
	"slices"
	"strings"
)

// Lines of the permissions that list the writable folders.
//
// NOTE(codex): 0.145.0 and 0.171.0 prompts: one line, folders in the order of their path's components.
const (
	oneRoot   = " The writable root is "
	manyRoots = " The writable roots are "
)

// movedRoots puts another working folder in place of one in the line that lists the writable folders.
func movedRoots(text, from, to string) string {
	if from == "" || from == to {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		for _, opening := range []string{oneRoot, manyRoots} {
			list, ok := strings.CutPrefix(line, opening)
			if ok && strings.HasSuffix(list, "`.") {
				lines[i] = opening + relist(list[:len(list)-1], from, to) + "."
			}
		}
	}
	return strings.Join(lines, "\n")
}

func relist(list, from, to string) string {
	roots := strings.Split(strings.Trim(list, "`"), "`, `")
	for i, root := range roots {
		if root == from {
			roots[i] = to
		}
	}
	slices.SortFunc(roots, func(a, b string) int {
		return slices.Compare(strings.Split(a, "/"), strings.Split(b, "/"))
	})
	return "`" + strings.Join(roots, "`, `") + "`"
}
