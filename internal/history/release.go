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

// tellsRelease reports whether an item is a user's message. A review's outcome looks like one, and has an id of its own in
// every release.
func tellsRelease(it *ResponseItem) bool {
	return it.Type == Message && boundary(it) && !it.mentions(codex.ReviewStart)
}

// traceRelease looks at a user's message for traces of the release that recorded it. A thread says which release created
// it; another one may go on with it, and then a new process runs by other rules from here.
func (r *Replay) traceRelease(it *ResponseItem, l *rollout.Line) {
	if l.Segment < r.thread.Own() || r.turn.context == nil || r.turn.context.TurnID != it.TurnID() {
		return
	}
	fits, newer := r.newerRelease(tracesOf(it, l) | r.turn.context.traces)
	if !newer {
		return
	}
	r.upgrade(fits)
	r.restart()
	r.process.resumed = true
	it.Process = r.process.number
}

// newerRelease reports whether traces show that a newer release went on with the thread, and which ones fit.
func (r *Replay) newerRelease(found codex.Trace) (fits codex.Releases, newer bool) {
	if r.release.fixed || !r.lineage.own {
		return fits, false
	}
	if r.thread.Meta.Paginated() && r.Profile.Has(codex.PaginatedSendsItemIDs) {
		found &^= codex.TraceItemID
	}
	fits = codex.Leaving(found)
	return fits, !fits.Empty() && fits.After(r.Profile.Version)
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
