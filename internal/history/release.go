package history

import (
	"fmt"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"
)

// traceRelease looks at a user's message for traces of the release that recorded it. A thread says which release created
// it; another one may go on with it, and then a new process runs by other rules from here.
func (r *Replay) traceRelease(it *ResponseItem, l *rollout.Line) {
	if r.fixed || l.Segment < r.thread.Own() || !r.own || it.mentions(codex.ReviewStart) {
		return // a review's outcome has an id of its own in every release
	}
	found := tracesOf(it, l)
	if r.thread.Meta.Paginated() && r.Profile.Has(codex.PaginatedSendsItemIDs) {
		found &^= codex.TraceItemID
	}
	fits := codex.Leaving(found)
	if fits.Empty() || !fits.After(r.Profile.Version) {
		return
	}
	r.upgrade(fits)
	r.restart()
	r.resumed = true
	it.Process = r.process
}

// upgrade goes on by the rules of a newer release.
func (r *Replay) upgrade(fits codex.Releases) {
	stated := r.Profile.Version
	r.use(fits.Nearest())
	r.released = fmt.Sprintf("codex %s created the thread, but the lines are those of %s: read as %s", stated, fits, r.Profile.Version)
}

func tracesOf(it *ResponseItem, l *rollout.Line) (found codex.Trace) {
	if clientMadeID(it.Text(FieldID)) {
		found |= codex.TraceItemID
	}
	if it.Has(FieldMetadata) {
		for m := rawjson.Walk(it.Value(FieldMetadata)); m.Next(); {
			switch string(m.Name) {
			case "turn_id":
				found |= codex.TraceTurnID
			case "create_time":
				found |= codex.TraceCreateTime
			case "content_item_kinds":
				found |= codex.TraceItemKinds
			case "content_item_metadata":
				found |= codex.TraceItemMetadata
			}
		}
	}
	if l.Metadata != nil {
		found |= codex.TraceSidecar
	}
	if it.Sequence >= 0 {
		found |= codex.TraceHistorySequence
	}
	return found
}

// clientMadeID knows an id that a client derived from the time: a prefix and a version 7 UUID.
func clientMadeID(id string) bool {
	_, unique, ok := strings.Cut(id, "_")
	_, timed := idTime(unique)
	return ok && timed
}
