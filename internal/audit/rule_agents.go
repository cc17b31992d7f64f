package audit

import (
	"fmt"
	"path/filepath"
	"strings"

	"promptctl/internal/agentsmd"
	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/diag"
	"promptctl/internal/history"
)

const (
	AgentsStale Code = "agents-md-stale"
	AgentsLost  Code = "agents-md-lost"
	AgentsLarge Code = "agents-md-large"

	AgentsAppended Code = "agents-md-appended"
)

// agentsRules judge the AGENTS.md rules: those in the prompt, and, behind the first three, those of the workspace. The ids of
// the latter are the codes of its diagnostics.
var agentsRules = []Rule{
	{AgentsLost, diag.Warning, "loss of the AGENTS.md rules at a compaction",
		"The prompt told the AGENTS.md rules before a compaction, and a turn behind it was sent without them. The model works without the rules from there on.",
		"Begin a new thread, or put the rules into a message."},
	{AgentsLarge, diag.Warning, "set of AGENTS.md rules that takes a large part of the context window",
		"The AGENTS.md text takes more than a share of what the model can hold (--agents-share, in percent). It is in the prompt of every request.",
		"Keep what every task needs, and name files for the rest."},
	{AgentsStale, diag.Warning, "difference between the AGENTS.md rules in force and the files",
		"What the model was told of AGENTS.md is not what the files in the session's folder say now. Releases before 0.143 tell the rules once, when a thread starts or after a compaction; newer ones tell a change with the next turn.",
		"Send a turn with a release from 0.143 on, or begin a new thread. promptctl agents --session shows both texts."},
	{"agents-md-cut", diag.Warning, "AGENTS.md file whose end is cut off",
		"The files of a project share one budget (project_doc_max_bytes), which is spent from the root down. The end of this file does not fit: its last lines never reach the model, and nothing tells.",
		"Shorten the files above, or raise project_doc_max_bytes. promptctl agents shows who spends what."},
	{"agents-md-over-budget", diag.Warning, "AGENTS.md file that nothing is left for",
		"The budget that the files of a project share was spent before this one: nothing of it reaches the model.",
		"Shorten the files above, or raise project_doc_max_bytes."},
	{"agents-md-unreadable", diag.Warning, "AGENTS.md file that cannot be read",
		"The client cannot read the file, and goes on without it, or without any of its environment.",
		"Make the file readable for the user that runs the client."},
	{"agents-md-untrusted", diag.Warning, "AGENTS.md file of an untrusted project",
		"The project is not trusted, and since 0.150 the client does not read the files of such a one.",
		"Trust the project in Codex's settings."},
	{"agents-md-shadowed-by-empty", diag.Warning, "AGENTS.md file that an empty override hides",
		"The client takes one file a folder, AGENTS.override.md first. An empty one hides the AGENTS.md beside it.",
		"Delete the empty file."},
	{"agents-md-utf16", diag.Warning, "AGENTS.md file in UTF-16",
		"The file is not UTF-8: the model is sent NULs and U+FFFD between the letters.",
		"Save the file as UTF-8."},
	{"agents-md-bad-utf8", diag.Warning, "AGENTS.md file with bytes that are no UTF-8",
		"What is no UTF-8 arrives as U+FFFD.",
		"Save the file as UTF-8."},
	{"agents-md-bom", diag.Note, "AGENTS.md file with a byte order mark",
		"The file begins with a byte order mark, which is sent as a letter.",
		"Save the file without one."},
	{"agents-md-crlf", diag.Note, "AGENTS.md file with CR LF",
		"Lines end with CR LF and are sent so, at one byte more each.",
		"Save the file with LF."},
	{"agents-md-names-a-file", diag.Warning, "AGENTS.md file that only names another",
		"The one line of the file is the path of another file, whose text is not sent: a symbolic link that was checked out as a text.",
		"Make it a symbolic link again (git config core.symlinks), or a copy."},
	{"agents-md-other-name", diag.Note, "file of rules under a name that is not read",
		"The file has a name that people give such files, and that the client reads only where project_doc_fallback_filenames says so: nothing of it reaches the model.",
		"Rename it to AGENTS.md, or add the name to project_doc_fallback_filenames."},
	{AgentsAppended, diag.Note, "text that the client appends to the AGENTS.md rules",
		"The release appends a text of its own to the rules, which no file of the workspace holds. What it is now cannot be known, so only the rules in front of it are compared.",
		"Nothing has to be done."},
	{"agents-md-twice", diag.Warning, "AGENTS.md file that is sent twice",
		"Two names lead to one file, and its text is sent for each.",
		"Remove one of the two."},
}

// diskRules are those that need the workspace.
func diskRules() (ids []Code) {
	for _, r := range agentsRules {
		if r.ID != AgentsLost && r.ID != AgentsLarge {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// agents follows the AGENTS.md rules along the history.
type agents struct {
	text string         // in force at the newest request
	lost history.Origin // the compaction that they were last told in front of
	gone bool
}

func (a *agents) step(l *lint, p *pass) {
	newest := l.fragments.newest(codex.SectionAgentsMD)
	text := ""
	if newest != nil {
		told, _ := agentsmd.ParseFragment(strings.TrimSpace(newest.Text))
		text = told.Text
	}
	if text != "" && text != a.text {
		a.large(l, p, newest)
	}
	if newest == nil && a.text != "" && p.changed.compacted {
		a.lost, a.gone = compaction(p), true
	}
	if p.changed.rolledBack || newest != nil {
		a.gone = false
	}
	if a.gone && p.step.Kind == history.KindTurn {
		a.gone = false
		l.find(Finding{Code: AgentsLost, Origin: a.lost, Step: p.step.Number,
			Message: fmt.Sprintf("the AGENTS.md rules were told before this compaction, and step %d was sent without them", p.step.Number)})
	}
	a.text = text
}

// compaction is the line of the compaction in front of a request.
func compaction(p *pass) history.Origin {
	for _, it := range p.fresh {
		switch it.Origin.Rule {
		case history.Replaced, history.Rebuilt, history.Summary:
			o := it.Origin
			o.Index = -1
			return o
		}
	}
	return p.step.Sent
}

func (a *agents) large(l *lint, p *pass, t *told) {
	window, n := l.lines.window, int64(history.TextTokens(t.Text))
	if window == 0 || n*100 <= window*int64(l.options.AgentsShare) {
		return
	}
	l.find(Finding{Code: AgentsLarge, Origin: t.origin, Step: p.step.Number,
		Message: fmt.Sprintf("the AGENTS.md rules take ~%d tokens of a window of %d: %.1f percent", n, window, float64(n)*100/float64(window))})
}

// workspace holds the rules in force to the files.
func (l *lint) workspace(s *history.Step) {
	if l.options.Workspace == nil {
		return
	}
	scope, err := l.options.Workspace(s)
	if err != nil {
		l.uncheck(diskRules(), err.Error())
		return
	}
	appended := false
	for _, d := range scope.Found {
		appended = appended || Code(d.Code) == AgentsAppended
		f := Finding{Code: Code(d.Code), Message: d.Message, Place: d.Place, Origin: l.metaOrigin()}
		if d.Place.File != "" {
			f.Name = workspaceName(scope, d.Place.File)
		}
		l.find(f)
	}
	l.stale(s, scope, appended)
}

// workspaceName is how everybody knows a file of the workspace: from the project's root, or by CODEX_HOME.
func workspaceName(scope *agentsmd.Scope, path string) string {
	for _, place := range scope.Places {
		if rel, err := filepath.Rel(place.Root, path); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return "CODEX_HOME/" + filepath.Base(path)
}

// metaOrigin is the line that says what thread it is.
func (l *lint) metaOrigin() history.Origin {
	return history.Origin{Segment: l.thread.Own(), Line: 1, Index: -1}
}

func (l *lint) stale(s *history.Step, scope *agentsmd.Scope, appended bool) {
	force := compile.NewAgentsMDInForce(s)
	now := scope.Told()
	if appended && strings.HasPrefix(force.Told.Text, now.Text) {
		return
	}
	f := Finding{Code: AgentsStale, Origin: l.metaOrigin()}
	if force.Fragment != nil {
		f.Origin = force.Fragment.Origin
	}
	switch force.Told.Standing(now, force.Fragment != nil) {
	case agentsmd.Stale:
		fresh, gone := lineChanges(force.Told.Text, now.Text)
		f.Message = fmt.Sprintf("the rules that this line tells are not those of the files now: lines new %d, gone %d", fresh, gone)
	case agentsmd.Removed:
		f.Message = "this line tells rules, and there is no AGENTS.md any more"
	case agentsmd.NeverSent:
		f.Message = fmt.Sprintf("the model was told no rules, and there are %d bytes of them now", len(now.Text))
	default:
		return
	}
	l.find(f)
}

// lineChanges counts the lines that only one of two texts has.
func lineChanges(was, is string) (fresh, gone int) {
	count := map[string]int{}
	for line := range strings.SplitSeq(was, "\n") {
		count[line]--
	}
	for line := range strings.SplitSeq(is, "\n") {
		count[line]++
	}
	for _, n := range count {
		fresh += max(n, 0)
		gone += max(-n, 0)
	}
	return fresh, gone
}
