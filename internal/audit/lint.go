package audit

import (
	"cmp"
	"fmt"
	"slices"

	"promptctl/internal/agentsmd"
	"promptctl/internal/compile"
	"promptctl/internal/diag"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// LintOptions are what the rules depend on beside the session. The zero value of a limit is its default.
type LintOptions struct {
	Compile     compile.Options
	ItemTokens  int               // above which an item is large
	AgentsShare int               // percent of the context window above which AGENTS.md is large
	Allowed     func(string) bool // secrets that are none; nil for no list
	// Workspace finds the AGENTS.md files that apply now in the folder of a session; nil for not to look.
	Workspace func(*history.Step) (*agentsmd.Scope, error)
}

// Defaults of the limits.
const (
	DefaultItemTokens  = 20_000
	DefaultAgentsShare = 5
)

// lint holds one session to the rules, in one pass over its lines and requests.
type lint struct {
	options   LintOptions
	thread    *rollout.Thread
	report    Report
	places    map[findingKey]int
	effects   map[int]effect
	items     []*history.ResponseItem // of the newest request's history
	before    *compile.Request        // the newest request
	meter     compile.Meter
	lines     lines
	pairs     pairs
	phases    phases
	providers providers
	fragments fragments
	agents    agents
	world     *World
	catalog   bool // a model of the session had base instructions in the catalog
}

type findingKey struct {
	code    Code
	segment int
	line    int
	offset  int64
	index   int
	file    string
	subject string
}

// effect is what a client makes of a finding: in the requests that it went into, and in the next one.
type effect struct{ sent, next string }

// pass is one request, and what of its history the one before did not have.
type pass struct {
	step    *history.Step
	request *compile.Request
	kept    int  // items that both begin with
	cut     bool // the one before had others behind them
	fresh   []*history.ResponseItem
	size    compile.Measure
	changed changed
}

// Run lints a thread. The options of the replay may be those of any command.
func Run(thread *rollout.Thread, replaying history.Options, o LintOptions) (*Report, error) {
	l := newLint(thread, o)
	replaying.World, replaying.Line = true, l.line
	replay := history.NewReplay(thread, replaying, func(s *history.Step) error {
		l.step(s)
		return nil
	})
	if err := replay.Run(); err != nil {
		return nil, err
	}
	l.report.Version = replay.Profile.Version.String()
	l.end(replay.End())
	l.files(slices.Concat(thread.Found, replay.Found))
	l.unable()
	return l.finish(), nil
}

func newLint(thread *rollout.Thread, o LintOptions) *lint {
	o.ItemTokens = cmp.Or(o.ItemTokens, DefaultItemTokens)
	o.AgentsShare = cmp.Or(o.AgentsShare, DefaultAgentsShare)
	own := thread.Segments[thread.Own()]
	return &lint{
		options: o, thread: thread, places: map[findingKey]int{}, effects: map[int]effect{},
		report: Report{Path: own.File.Path, ThreadID: thread.Meta.ID},
		lines:  newLines(), pairs: pairs{}, providers: providers{}, fragments: newFragments(), world: NewWorld(o.Compile),
	}
}

// step holds the next request to the rules.
func (l *lint) step(s *history.Step) {
	l.report.Steps++
	p := l.passOf(s)
	l.judge(p)
	l.fragments.step(l, p)
	l.agents.step(l, p)
	l.cache(p)
	l.before = p.request
}

// end holds to the rules what a resume would send.
func (l *lint) end(s *history.Step) {
	l.endBlock()
	l.judge(l.passOf(s))
	l.phases.end(l)
	l.workspace(s)
}

// judge applies the rules that look at each item once.
func (l *lint) judge(p *pass) {
	l.pairs.step(l, p)
	for _, it := range p.fresh {
		l.item(p, it)
		l.lookAlike(p, it)
		l.images(p, it)
		l.tools(p, it)
		l.size(p, it)
		l.secrets(p, it)
	}
	l.left(p)
	l.notSent(p)
	l.phases.count(p)
	l.providers.step(l, p)
	l.worldStep(p)
}

// passOf finds out what is new in a request.
func (l *lint) passOf(s *history.Step) *pass {
	p := &pass{step: s, request: compile.New(s, l.options.Compile), changed: l.lines.before(positionOf(s.Sent))}
	n := min(len(l.items), len(s.Items))
	for p.kept < n && l.items[p.kept] == s.Items[p.kept] {
		p.kept++
	}
	p.cut = p.kept < len(l.items)
	p.fresh = s.Items[p.kept:]
	p.size = l.meter.Measure(p.request)
	l.items = s.Items
	return p
}

// find notes a finding. One that is known already only lasts longer.
func (l *lint) find(f Finding) *Finding { return l.findAt(f, effect{}) }

func (l *lint) findAt(f Finding, e effect) *Finding {
	key := findingKey{f.Code, f.Origin.Segment, f.Origin.Line, f.Origin.Offset, f.Origin.Index, f.Place.File, f.Subject}
	if i, known := l.places[key]; known {
		found := &l.report.Findings[i]
		found.Until = max(found.Until, f.Step)
		return found
	}
	rule, _ := RuleOf(f.Code)
	f.Severity, f.Until = rule.Severity, f.Step
	if f.Place.File == "" {
		f.Place = l.placeOf(f.Origin)
	}
	l.places[key] = len(l.report.Findings)
	if e != (effect{}) {
		l.effects[len(l.report.Findings)] = e
	}
	l.report.Findings = append(l.report.Findings, f)
	return &l.report.Findings[len(l.report.Findings)-1]
}

func (l *lint) placeOf(o history.Origin) diag.Place {
	return diag.Place{File: l.thread.Segments[o.Segment].File.Path, Line: o.Line, Offset: o.Offset}
}

// originOf is the line of a place in one of the thread's files.
func (l *lint) originOf(p diag.Place) history.Origin {
	o := history.Origin{Segment: l.thread.Own(), Line: p.Line, Offset: p.Offset, Index: -1}
	for i, s := range l.thread.Segments {
		if s.File.Path == p.File {
			o.Segment = i
		}
	}
	return o
}

// unable names the rules that nothing could be held to.
func (l *lint) unable() {
	if l.options.Workspace == nil {
		l.uncheck(diskRules(), "several sessions: give --workspace DIR")
	}
	if !l.catalog {
		l.uncheck([]Code{InstructionsUnlike}, "the model catalog at hand holds no base instructions; give --catalog FILE")
	}
	if l.lines.window == 0 {
		l.uncheck([]Code{AgentsLarge}, "the session does not say how large the model's context window is")
	}
}

func (l *lint) uncheck(rules []Code, why string) {
	l.report.Unchecked = append(l.report.Unchecked, unchecked{rules, why})
}

// finish puts the findings in order and says what came of each.
func (l *lint) finish() *Report {
	for i := range l.report.Findings {
		f, e := &l.report.Findings[i], l.effects[i]
		switch {
		case f.Step > 0 && e.sent != "":
			f.Message += "; " + e.sent + " " + during(f.Step, f.Until)
		case f.Step == 0 && e.next != "":
			f.Message += "; " + e.next
		}
	}
	slices.SortStableFunc(l.report.Findings, func(a, b Finding) int {
		other := func(f Finding) int {
			if f.Name != "" {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(other(a), other(b)), cmp.Compare(a.Origin.Segment, b.Origin.Segment), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Place.Line, b.Place.Line), cmp.Compare(a.Place.Offset, b.Place.Offset), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Subject, b.Subject))
	})
	return &l.report
}

func during(first, last int) string {
	if last <= first {
		return fmt.Sprintf("in step %d", first)
	}
	return fmt.Sprintf("in steps %d to %d", first, last)
}
