package history

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/diag"
	"promptctl/internal/rollout"
)

// Options are what a caller knows beyond the files.
type Options struct {
	Version  codex.Version       // the release to replay as; zero: the one the thread states
	Catalog  *codex.Catalog      // model facts; nil: the embedded ones of that release
	Cache    *codex.Catalog      // model facts that speak for their own release only
	World    bool                // follow the World State: Step.World
	Line     func(*rollout.Line) // sees every line that decodes before it is replayed; the line is valid until it returns
	Departed bool                // remember what left history: Step.Departed
	Progress func(offset int64)

	Compacted func(*Compacted) // called for each compaction, behind the request that asked for it
}

// Replay walks a thread as its client processes did and finds its requests.
type Replay struct {
	Profile *codex.Profile // of the release whose lines are being read
	Catalog *codex.Catalog
	Found   diag.List

	thread *rollout.Thread
	emit   func(*Step) error
	tick   func(offset int64)
	watch  func(*rollout.Line)
	seen   func(*Compacted)

	context  ContextManager
	index    []mark    // what a reconstruction needs to know of the lines so far
	turn     turnState // the turn that the lines are in
	response *response // the newest one; emitted once the next thing shows what it was
	steps    int

	process process
	lineage lineage
	release release
	counted counted
	fresh   freshContext
	worlds  worlds

	departures departures

	settings  *ThreadSettings           // the last ones announced
	base      *rollout.BaseInstructions // the first ones stated
	last      Origin                    // of the newest item that no model made
	announced bool                      // the line before told the UI of an assistant message
	skipped   map[string]*skippedType
}

// skippedType counts lines of a type that is not known.
type skippedType struct {
	n     int
	first diag.Place
}

// NewReplay prepares a replay of a thread. emit is called for each request, oldest first; the step's items are valid until
// it returns.
func NewReplay(thread *rollout.Thread, o Options, emit func(*Step) error) *Replay {
	r := &Replay{thread: thread, emit: emit, tick: o.Progress, watch: o.Line, seen: o.Compacted, skipped: map[string]*skippedType{}}
	version := o.Version
	if version.IsZero() {
		version = statedVersion(thread)
	}
	r.release.fixed, r.release.catalog, r.release.cache = !o.Version.IsZero(), o.Catalog, o.Cache
	r.use(version)
	if r.Profile.Newer {
		r.Found.Add(diag.Warning, "newer-release", diag.Place{File: thread.Segments[thread.Own()].File.Path},
			"codex %s is newer than any release known here: read by the rules of %s", version, r.Profile.Known)
	}
	r.lineage.own = thread.Meta.ForkedFromID == ""
	r.worlds, r.departures.on = followed(o.World), o.Departed
	r.turn.tasks = r.Profile.Has(codex.MarksTasks)
	return r
}

// beside is a replay of the same thread by the same rules that has read nothing yet.
func (r *Replay) beside(emit func(*Step) error) *Replay {
	again := &Replay{Profile: r.Profile, Catalog: r.Catalog, thread: r.thread, emit: emit, skipped: map[string]*skippedType{}}
	again.context.profile = r.Profile
	again.worlds = followed(r.worlds.on)
	return again
}

// Run replays the whole thread. Damaged lines are in Found; the error is about reading, or emit's own.
func (r *Replay) Run() error {
	for i := range r.thread.Segments {
		if err := r.segment(i, 0, 0); err != nil {
			return unlessStopped(err)
		}
	}
	return unlessStopped(r.finish())
}

// End is the request that a resume with nothing new would send: the history behind the last line, read back from the file
// by another process. It is no request of the thread's and has no number.
func (r *Replay) End() *Step {
	r.restart()
	return r.Next()
}

// Next is the request with nothing new that the process that wrote the last line would send.
func (r *Replay) Next() *Step {
	end := r.request()
	end.step.Turn, end.step.TurnID = r.turn.number+1, ""
	end.step.Inherited = false
	end.step.Items, end.step.changes = r.context.items, r.context.changes
	end.step.Departed = r.departures.list
	end.step.WorldChanges = r.worlds.upTo(end.worlds)
	return end.step
}

// segment replays one file of the lineage from a byte offset, where line number+1 begins.
func (r *Replay) segment(i int, offset int64, number int) error {
	r.lineage.file = i
	found, err := r.lines(i, offset, number, func(l *rollout.Line) error {
		if r.tick != nil {
			r.tick(l.Offset)
		}
		if r.watch != nil {
			r.watch(l)
		}
		return r.line(l)
	})
	r.Found = append(r.Found, found...)
	return err
}

// lines reads the thread's lines of one file, and says what was wrong with them.
func (r *Replay) lines(i int, offset int64, number int, take func(*rollout.Line) error) (diag.List, error) {
	seg := r.thread.Segments[i]
	reader := seg.File.Read(offset, number, seg.End)
	for line := reader.Next(); line != nil; line = reader.Next() {
		if seg.Until >= 0 && line.Ordinal >= seg.Until {
			break
		}
		line.Segment = i
		if err := take(line); err != nil {
			return reader.Found, err
		}
	}
	return reader.Found, reader.Err()
}

func (r *Replay) finish() error {
	r.noteSkipped()
	return r.flush()
}

func (r *Replay) line(l *rollout.Line) error {
	announced := r.announced
	r.announced = false
	switch l.Kind {
	case rollout.ResponseItem:
		return r.item(l, announced)
	case rollout.InterAgentCommunication:
		return r.mail(l)
	case rollout.Compacted:
		return r.compacted(l)
	case rollout.TurnContext:
		return r.turnContext(l)
	case rollout.EventMsg:
		return r.event(l)
	case rollout.TokenUsageRecord:
		return r.usageRecord(l)
	case rollout.SessionMeta:
		r.meta(l)
	case rollout.Unknown:
		if l.Type != bareState {
			r.skip("line type "+l.Type, l)
		}
	case rollout.WorldState:
		r.worldState(l)
	case rollout.InterAgentCommunicationMetadata, rollout.SecurityRiskScore, rollout.RetainedContext,
		rollout.RealtimeItem:
		// not part of what the model reads
	}
	return nil
}

// bareState is what lines of the bare era are that hold no item.
const bareState = "record_type"

// meta takes a session_meta line. The first one is the thread's; copies of a parent's may follow.
//
// NOTE(codex): 0.145.0 base instructions are those of the first session_meta that has any.
func (r *Replay) meta(l *rollout.Line) {
	if r.base != nil {
		return
	}
	m, err := rollout.ParseMeta(l.Payload)
	if err != nil {
		r.Found.Add(diag.Warning, "undecodable-line", r.place(l), "%v", err)
		return
	}
	m.BaseInstructions.At(l.Segment, l.Number)
	r.base = m.BaseInstructions
}

// item takes one response_item line.
func (r *Replay) item(l *rollout.Line, announced bool) error {
	it, err := r.newItem(bytes.Clone(l.Payload), l)
	if err != nil {
		r.Found.Add(diag.Warning, "undecodable-item", r.place(l), "%v", err)
		return nil
	}
	if it.Type == Other {
		r.skip("item type "+textOrUnknown(l.Payload), l)
	}
	return r.record(it, announced)
}

func (r *Replay) newItem(raw []byte, l *rollout.Line) (*ResponseItem, error) {
	it, err := NewItem(raw, l.Loose, r.origin(l, -1, Recorded))
	if err != nil {
		return nil, err
	}
	if l.Salvaged {
		r.resumedHere()
	}
	it.Process, it.Turn, it.Lost = r.process.number, r.turn.number, l.Salvaged
	it.sidecar(l.Metadata)
	if r.turn.open && r.turn.number > 1 && startsProcess(it, l.Metadata) {
		r.process.restarted = true
	}
	if r.turn.open && tellsRelease(it) {
		r.traceRelease(it, l)
	}
	return it, nil
}

func (r *Replay) record(it *ResponseItem, announced bool) error {
	r.turn.attempt.quiet = false
	if it.ModelMade() {
		if err := r.sampled(it, announced); err != nil {
			return err
		}
	} else if it.EntersHistory() {
		if !r.Profile.Has(codex.HasEnvelope) {
			r.endResponse() // nothing else does
		}
		r.last = it.Origin
		if !r.turn.open && r.turn.number > 0 {
			r.fresh.between = append(r.fresh.between, it)
		}
	}
	if boundary(it) {
		r.mark(mark{kind: markInput, origin: it.Origin})
		r.turn.input = r.turn.input || r.turn.open
		r.turn.attempt.renew()
		if !r.turn.tasks {
			r.turn.begin("")
		}
	} else {
		r.markItem(it.Origin)
	}
	if _, output := outputs(it.Type); output {
		r.turn.outputs = true
		r.turn.attempt.renew()
	}
	r.context.Record(it, r.policy())
	return nil
}

func (r *Replay) origin(l *rollout.Line, index int, rule Rule) Origin {
	return Origin{
		Segment: l.Segment, Line: l.Number, Offset: l.Offset, Length: l.Length, Index: index,
		Time: strings.Clone(l.Time), Rule: rule,
	}
}

func (r *Replay) place(l *rollout.Line) diag.Place { return r.placeOf(r.origin(l, -1, "")) }

func (r *Replay) placeOf(o Origin) diag.Place {
	return diag.Place{File: r.thread.Segments[o.Segment].File.Path, Line: o.Line, Offset: o.Offset}
}

// policy is the truncation policy in force: the one that the turn states, or its model's.
func (r *Replay) policy() codex.TruncationPolicy {
	if c := r.turn.context; c != nil && c.Truncation != nil {
		return *c.Truncation
	}
	return r.model().Truncation
}

// model is the model of the turn.
func (r *Replay) model() codex.Model {
	slug := ""
	if r.turn.context != nil {
		slug = r.turn.context.Model
	}
	if r.turn.modelFacts == nil || r.turn.modelFacts.Slug != slug {
		m := r.Catalog.Lookup(slug)
		r.turn.modelFacts = &m
	}
	return *r.turn.modelFacts
}

func (r *Replay) skip(what string, l *rollout.Line) {
	s := r.skipped[what]
	if s == nil {
		s = &skippedType{first: r.place(l)}
		r.skipped[what] = s
	}
	s.n++
}

func (r *Replay) noteSkipped() {
	var names []string
	for name := range r.skipped {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		s := r.skipped[name]
		r.Found.Add(diag.Note, "unknown-type", s.first, "%d skipped, as the client does: unknown %s", s.n, name)
	}
}

// load reads an item again as it was recorded, for another truncation.
func (r *Replay) load(it *ResponseItem) *ResponseItem {
	o := it.Origin
	line, err := r.thread.Segments[o.Segment].File.ReadLine(o.Offset, o.Length)
	if err == nil {
		var again *ResponseItem
		if again, err = NewItem(line.Payload, line.Loose, o); err == nil {
			again.Process, again.TokenLimit, again.Sequence = it.Process, it.TokenLimit, it.Sequence
			return again
		}
	}
	r.Found.Add(diag.Error, "unreadable-again", r.placeOf(o), "%v", err)
	return it
}

func textOrUnknown(payload []byte) string {
	m := textOf(typeValue(payload))
	if len(m) == 0 {
		return "(none)"
	}
	return string(m)
}

// ErrStop is returned by an emit function that has seen enough. Run then returns nil.
var ErrStop = errors.New("stop")

func unlessStopped(err error) error {
	if errors.Is(err, ErrStop) {
		return nil
	}
	return err
}
