package codex

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Version is a Codex release number. The zero value stands for "not stated".
type Version struct{ Major, Minor, Patch int }

// ParseVersion reads "0.145.0", "0.145.0-alpha.3" (a pre-release counts as its release) and "v0.145". The error names the text.
func ParseVersion(text string) (Version, error) {
	core, _, _ := strings.Cut(strings.TrimPrefix(text, "v"), "-")
	parts := strings.Split(core, ".")
	if len(parts) < 2 || len(parts) > 3 {
		return Version{}, fmt.Errorf("%q is no Codex version like 0.145.0", text)
	}
	var n [3]int
	for i, part := range parts {
		value, err := strconv.Atoi(part)
		if err != nil || value < 0 {
			return Version{}, fmt.Errorf("%q is no Codex version like 0.145.0", text)
		}
		n[i] = value
	}
	return Version{n[0], n[1], n[2]}, nil
}

func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// Compare is negative if v is older than w, positive if newer.
func (v Version) Compare(w Version) int {
	return cmp.Or(cmp.Compare(v.Major, w.Major), cmp.Compare(v.Minor, w.Minor), cmp.Compare(v.Patch, w.Patch))
}

// IsZero reports whether no version is stated.
func (v Version) IsZero() bool { return v == Version{} }

// LastBare is the last release whose rollouts have no envelope, and do not state their release.
func LastBare() Version { return minor(31) }

func minor(n int) Version { return Version{0, n, 0} }
