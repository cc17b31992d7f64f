package codex

import (
	"fmt"
	"math"
	"slices"
)

// Trace is something that the line of a user's message, or the turn_context of its turn, shows since some release. Together
// they bound the release that wrote the lines, whatever the thread's session_meta says: a thread may be continued by another
// release.
type Trace uint16

const (
	TraceTurnID          Trace = 1 << iota // metadata with the turn's id
	TraceItemID                            // an id that the client made
	TraceCreateTime                        // metadata with the time
	TraceItemKinds                         // metadata with the kinds of the entries
	TraceRootTurn                          // the turn_context names the turn that began it all
	TraceDisabledPlugins                   // the turn_context lists plugins
	TraceSidecar                           // metadata beside the payload
	TracePlaceless                         // the turn_context states neither date nor workspace roots
	TraceItemMetadata                      // metadata with where the entries come from
	TraceHistorySequence                   // the running number in history, in the sidecar
)

// traces says since when each is left. A paginated thread of 0.145 left ids already.
var traces = []struct {
	trace Trace
	since int
}{
	{TraceTurnID, 143}, {TraceItemID, 146}, {TraceCreateTime, 148}, {TraceItemKinds, 150}, {TraceRootTurn, 153},
	{TraceDisabledPlugins, 155}, {TraceSidecar, 156}, {TracePlaceless, 162}, {TraceItemMetadata, 164}, {TraceHistorySequence, 168},
}

// Releases is a range of releases by their minor number, both ends included.
type Releases struct{ Oldest, Newest int }

// Leaving is the range of releases that leave exactly these traces. It is empty (Oldest above Newest) when none does.
func Leaving(found Trace) Releases {
	r := Releases{0, math.MaxInt}
	for _, t := range traces {
		if found&t.trace != 0 {
			r.Oldest = max(r.Oldest, t.since)
		} else {
			r.Newest = min(r.Newest, t.since-1)
		}
	}
	return r
}

// After reports whether every release of the range is newer than v. An older one is never concluded from missing traces:
// lines written by hand lack them too.
func (r Releases) After(v Version) bool { return v.Major == 0 && v.Minor < r.Oldest }

// Nearest is the release to read lines of the range by: the newest of it that was checked, or the newest of all.
func (r Releases) Nearest() Version {
	checked := CheckedReleases()
	for _, v := range slices.Backward(checked) {
		if r.Oldest <= v.Minor && v.Minor <= r.Newest {
			return v
		}
	}
	return minor(min(r.Newest, newest().Minor))
}

// String is the range for people.
func (r Releases) String() string {
	switch {
	case r.Newest > newest().Minor:
		return fmt.Sprintf("0.%d or newer", r.Oldest)
	case r.Oldest == 0:
		return fmt.Sprintf("0.%d or older", r.Newest)
	}
	return fmt.Sprintf("0.%d to 0.%d", r.Oldest, r.Newest)
}

// Empty reports whether no release leaves such traces.
func (r Releases) Empty() bool { return r.Oldest > r.Newest }

func newest() Version {
	all := CheckedReleases()
	return all[len(all)-1]
}
