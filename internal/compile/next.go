package compile

import (
	"promptctl/internal/codex"
	"promptctl/internal/history"

	"github.com/go-json-experiment/json/jsontext"
)

// Prediction is a request that was not sent yet.
type Prediction struct {
	Request *Request
	New     int      // items of the request's input that the thread does not have yet, from the end
	Update  Update   // what is told before the input
	Missing []string // sections whose text is Codex's own and not at hand
}

// Next predicts the request that a turn with this input would send now. The step is what the thread would send with nothing
// new: [history.Replay.Next], or one of an empty thread.
func Next(s *history.Step, c *StepContext, input []Input, o Options) *Prediction {
	p := &Prediction{Update: c.update(s)}
	next := *s
	next.Model, next.Turn, next.Kind = c.Model, s.Turn, history.KindTurn
	if next.Context == nil {
		next.Context = &history.TurnContext{}
	}
	context := *next.Context
	context.Model, context.Effort = c.Settings.Model, c.Settings.Effort
	next.Context = &context
	var items []*history.ResponseItem
	if p.Update.Initial {
		items = append(items, c.recordedPrefix()...)
	}
	for _, group := range p.Update.Messages {
		items = append(items, contextMessage(group, s.Sent))
		for _, f := range group {
			if f.Unresolved {
				p.Missing = append(p.Missing, f.Section)
			}
		}
	}
	p.Missing = append(p.Missing, c.unseen(s)...)
	p.Missing = append(p.Missing, c.doubtful(s)...)
	if len(input) > 0 {
		m := &message{profile: s.Version, model: c.Model}
		items = append(items, m.inputMessage(input, s.Sent))
	}
	p.New = len(items)
	if c.Base != nil {
		o.Base = c.Base
	}
	p.Request = New(next.With(items), o)
	for _, section := range p.Missing {
		p.Request.Unresolved = append(p.Request.Unresolved, "context:"+section)
	}
	return p
}

// unseen are the sections that another model may be told otherwise, where no client says how.
//
// NOTE(codex): 0.171.0 the list of skills and the tools that can be asked for depend on the model, the tools on the kind of
// sub-agents too.
func (c *StepContext) unseen(s *history.Step) []string {
	before := previousModel(s)
	switch {
	case before == "" || before == c.Settings.Model || !s.Version.Has(codex.ModelInWorldState):
		return nil
	case c.Rendered == nil:
		return []string{codex.SectionHostSkills, codex.SectionTools}
	case c.otherAgents():
		return []string{codex.SectionTools}
	}
	return nil
}

// doubtful are sections with a text of somebody's own that the client would tell otherwise now than is recorded: what it then
// says of the change is not known.
func (c *StepContext) doubtful(s *history.Step) (list []string) {
	if c.Rendered == nil || s.Reference == nil {
		return nil
	}
	for _, section := range s.World.Sections() {
		switch section.ID {
		case codex.SectionRealtime, codex.SectionPlugins, codex.SectionManaged, codex.SectionPersistent, codex.SectionGuidance,
			codex.SectionAttribution:
		default:
			continue
		}
		f, told := c.rendered(section.ID)
		hash := hashIn(section.Value)
		if told == silent(section.Value) || told && hash != "" && hash != sectionHash(f.Role, f.Text) {
			list = append(list, section.ID)
		}
	}
	return list
}

// Patch is the world_state line's state as the update would be recorded, nil for none.
func (p *Prediction) Patch() jsontext.Value { return p.Update.State }
