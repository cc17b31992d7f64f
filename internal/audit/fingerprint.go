package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strconv"
	"strings"
)

// Fingerprint is the same for a finding wherever and whenever it is found again: by the rule, the thread and its line, which
// never moves in a file that is only appended to, or by the file of the workspace.
func (r *Report) Fingerprint(f *Finding) string {
	where := []string{r.ThreadID, strconv.Itoa(f.Origin.Segment), strconv.Itoa(f.Place.Line), strconv.Itoa(f.Origin.Index)}
	switch {
	case f.Name != "":
		where = []string{f.Name}
	case r.ThreadID == "":
		where = []string{filepath.Base(r.Path)}
	}
	sum := sha256.Sum256([]byte(strings.Join(append(where, string(f.Code), f.Subject), "\x00")))
	return hex.EncodeToString(sum[:8])
}
