package history

import (
	"fmt"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"
)

// release is how the rules to replay by were chosen.
type release struct {
	fixed   bool           // the user said which release
	catalog *codex.Catalog // the user's model facts
	cache   *codex.Catalog // those of one release
	note    string         // why it is not the release that the thread states
	facts   string         // why its model facts are another's
}

// statedVersion is the release that created the thread; zero where that is not told.
func statedVersion(thread *rollout.Thread) codex.Version {
	if thread.Segments[thread.Own()].File.Era == rollout.Bare {
		return codex.LastBare()
	}
	version, _ := codex.ParseVersion(thread.Meta.CLIVersion)
	return version
}

// use makes the replay follow a release.
func (r *Replay) use(v codex.Version) {
	r.Profile = codex.ProfileOf(v)
	r.context.profile = r.Profile
	r.release.facts = ""
	switch {
	case r.release.catalog != nil:
		r.Catalog = r.release.catalog
	case r.release.cache != nil && r.release.cache.Version == v:
		r.Catalog = r.release.cache
	default:
		r.Catalog = codex.CatalogOf(v)
		if known := r.Catalog.Version; !v.IsZero() && v.Compare(known) < 0 {
			r.release.facts = fmt.Sprintf("model facts are those of codex %s, the oldest known: give --catalog", known)
		}
	}
	r.turn.modelFacts = nil
}

// traceRelease looks at a user's message for traces of the release that recorded it. A thread says which release created
// it; another one may go on with it, and then a new process runs by other rules from here.
func (r *Replay) traceRelease(it *ResponseItem, l *rollout.Line) {
	if r.release.fixed || l.Segment < r.thread.Own() || !r.lineage.own || it.mentions(codex.ReviewStart) {
		return // a review's outcome has an id of its own in every release
	}
	if r.turn.context == nil || r.turn.context.TurnID != it.TurnID() {
		return
	}
	found := tracesOf(it, l) | r.turn.context.traces
	if r.thread.Meta.Paginated() && r.Profile.Has(codex.PaginatedSendsItemIDs) {
		found &^= codex.TraceItemID
	}
	fits := codex.Leaving(found)
	if fits.Empty() || !fits.After(r.Profile.Version) {
		return
	}
	r.upgrade(fits)
	r.restart()
	r.process.resumed = true
	it.Process = r.process.number
}

// upgrade goes on by the rules of a newer release.
func (r *Replay) upgrade(fits codex.Releases) {
	stated := r.Profile.Version
	r.use(fits.Nearest())
	r.release.note = fmt.Sprintf("codex %s created the thread, but the lines are those of %s: read as %s", stated, fits, r.Profile.Version)
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
