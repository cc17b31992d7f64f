package audit

import (
	"fmt"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/diag"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	PermissionsStale   Code = "permissions-stale"
	ContextTwice       Code = "context-twice"
	ContextLookAlike   Code = "context-look-alike"
	BaseInstructions   Code = "base-instructions"
	InstructionsUnlike Code = "base-instructions-unlike-catalog"
)

// contextRules judge the context that the client puts into the prompt.
var contextRules = []Rule{
	{PermissionsStale, diag.Warning, "request under other permissions than the prompt tells",
		"What commands may do was changed, and the newest permissions text in the prompt was told before. The model asks for approval where none is needed, or tries what is not allowed.",
		"Tell the model what it may do now. A resume with other options in a release that does not tell them is the usual cause."},
	{ContextTwice, diag.Note, "context that is told twice in a row",
		"The same context stands in the prompt a second time, with nothing else of its kind in between. It costs its tokens again and tells nothing new. A compaction that keeps the context of the start, or a resume in an old release, leaves it there.",
		"Nothing has to be done. A compaction may remove the older one."},
	{ContextLookAlike, diag.Warning, "user's input that looks like the client's context",
		"What a user wrote looks like context that the client puts in. The model may take it for that; and where it begins and ends as context does, the client takes it for that too: it begins no turn, a rollback counts past it, and a compaction does not keep it.",
		"Quote such text, for example in a code block with a line in front of it."},
	{BaseInstructions, diag.Note, "request with another model's base instructions",
		"The thread states the base instructions of the model that it was created with, and the request went to another model. The client sends the thread's own and tells the new model's in a <model_switch> message, or not at all.",
		"Begin a new thread with the model, if it behaves unlike itself."},
	{InstructionsUnlike, diag.Note, "thread with base instructions unlike the catalog's",
		"The base instructions that the thread states are not those that the model catalog has for its model: they were configured, or another catalog was in force. Only a catalog that holds them can tell (--catalog).",
		"Nothing has to be done if they were configured on purpose (model_instructions_file)."},
}

// fragments follows the context that tells a section of the World State along the history.
type fragments struct {
	told  []told
	under map[history.Origin]*history.TurnContext // the settings in force when a permissions text was sent first
}

// told is a fragment where it stands.
type told struct {
	compile.Fragment
	item   int
	origin history.Origin
}

func newFragments() fragments { return fragments{under: map[history.Origin]*history.TurnContext{}} }

func (f *fragments) step(l *lint, p *pass) {
	for len(f.told) > 0 && f.told[len(f.told)-1].item >= p.kept {
		f.told = f.told[:len(f.told)-1]
	}
	for i, it := range p.fresh {
		if it.Type != history.Message {
			continue
		}
		for _, placed := range compile.PlacedFragments(it) {
			f.tell(l, p, told{placed.Fragment, p.kept + i, it.Origin})
		}
	}
	f.permissions(l, p)
	l.instructions(p)
}

// newest is the last fragment of a section, nil for none.
func (f *fragments) newest(section string) *told {
	for i := len(f.told) - 1; i >= 0; i-- {
		if f.told[i].Section == section && !strings.HasPrefix(f.told[i].Text, codex.ApprovedPrefixStart) {
			return &f.told[i]
		}
	}
	return nil
}

func (f *fragments) tell(l *lint, p *pass, t told) {
	before := f.newest(t.Section)
	if before != nil && before.Text == t.Text && before.origin != t.origin {
		l.find(Finding{Code: ContextTwice, Subject: t.Section, Origin: t.origin, Step: p.step.Number,
			Message: fmt.Sprintf("the context of %s stands in line %d already, the same to the byte", t.Section, before.origin.Line)})
	}
	f.told = append(f.told, t)
}

// permissions compares what a turn allows with what was allowed when the newest permissions text came.
func (f *fragments) permissions(l *lint, p *pass) {
	t := f.newest(codex.SectionPermissions)
	now := p.step.Context
	if t == nil || now == nil || p.step.Kind != history.KindTurn {
		return
	}
	then := f.under[t.origin]
	if then == nil {
		f.under[t.origin] = now
		return
	}
	if !then.SamePermissions(now) {
		l.find(Finding{Code: PermissionsStale, Subject: now.TurnID, Origin: p.step.Sent, Step: p.step.Number,
			Message: fmt.Sprintf("the permissions of step %d are not those in force when the newest text about them was told, in line %d", p.step.Number, t.origin.Line)})
	}
}

// lookAlike judges what a user wrote.
func (l *lint) lookAlike(p *pass, it *history.ResponseItem) {
	if it.Type != history.Message || it.Role() != codex.RoleUser || it.Origin.Rule == history.Summary {
		return
	}
	kinds := rawjson.Field(orEmpty(it.Value(history.FieldMetadata)), "content_item_kinds")
	for i, part := range it.Content() {
		f := Finding{Code: ContextLookAlike, Subject: fmt.Sprint(i), Origin: it.Origin, Step: p.step.Number}
		switch {
		case part.Kind != "input_text":
		case elementIs(kinds, i, "user.text") && codex.ContextualUser(part.Text):
			f.Message = "the user's input begins and ends as context does: the client takes it for context"
			l.find(f)
		case !it.Context() && !codex.IsSummary(part.Text):
			if name := codex.LooksLikeContext(part.Text); name != "" {
				f.Message = fmt.Sprintf("the user's input holds text that looks like the client's own context (%s)", name)
				l.find(f)
			}
		}
	}
}

func orEmpty(object []byte) []byte {
	if object == nil {
		return []byte("{}")
	}
	return object
}

// elementIs reports whether an array has a text at an index.
func elementIs(array jsontext.Value, at int, text string) bool {
	if len(array) == 0 || array[0] != '[' {
		return false
	}
	m := rawjson.Walk(array)
	for i := 0; m.NextElement(); i++ {
		if i == at {
			return rawjson.String(m.Value) == text
		}
	}
	return false
}

// instructions judges the base instructions.
func (l *lint) instructions(p *pass) {
	base, model := p.step.Base, p.step.Model
	l.catalog = l.catalog || model.BaseInstructions != ""
	if base == nil || p.step.Kind != history.KindTurn {
		return
	}
	meta := l.metaOrigin()
	if from := base.Provenance; from != nil && from.Type == "model" && from.Model != "" && from.Model != model.Slug {
		l.find(Finding{Code: BaseInstructions, Subject: model.Slug, Origin: meta, Step: p.step.Number,
			Message: fmt.Sprintf("step %d sent the base instructions of %s to %s", p.step.Number, from.Model, model.Slug)})
		return
	}
	if model.BaseInstructions != "" && model.BaseInstructions != base.Text {
		l.find(Finding{Code: InstructionsUnlike, Subject: model.Slug, Origin: meta, Step: p.step.Number,
			Message: fmt.Sprintf("the base instructions are not those that the catalog has for %s", model.Slug)})
	}
}
