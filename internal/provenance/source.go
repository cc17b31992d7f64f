package provenance

import (
	"promptctl/internal/compile"
	"promptctl/internal/history"
)

// SourceKind says who made an item. The text is stable: it stands in JSON.
type SourceKind string

const (
	FromUser       SourceKind = "user"        // typed, or handed in
	FromModel      SourceKind = "model"       // an answer
	FromTool       SourceKind = "tool"        // the result of a call
	FromContext    SourceKind = "context"     // put in by the client to tell of its surroundings
	FromAgent      SourceKind = "agent"       // mail from another agent
	FromCompaction SourceKind = "compaction"  // written for a compaction
	FromClient     SourceKind = "client"      // made up when the request was
	FromSession    SourceKind = "session"     // base instructions that the session states
	FromCatalog    SourceKind = "catalog"     // base instructions of the model
	FromFlag       SourceKind = "--tools"     // tools that were given to promptctl
	FromNowhere    SourceKind = "not on file" // what no rollout holds
)

// Source is who made an item.
type Source struct {
	Kind SourceKind
	Step int   // the request that the model answered with it, 0 where that is not told
	Call *Call // the call that it answers, nil for none
}

// Call is a call of a tool, where it stands in the same request.
type Call struct {
	Name  string
	ID    string
	Index int
}

// source finds out who made an item of a request.
func (t *Trail) source(r *compile.Request, index int) Source {
	it := r.Input[index]
	switch it.Origin.Rule {
	case history.MissingOutput:
		return Source{Kind: FromClient, Call: callOf(r, index)}
	case history.LitePrefix:
		if it.Type == history.AdditionalTools {
			return toolsSource(r)
		}
		return instructionsSource(r)
	case history.BaseMessage:
		return instructionsSource(r)
	case history.CompactionPrompt:
		return Source{Kind: FromNowhere}
	case history.Trigger, history.Predicted:
		return Source{Kind: FromClient}
	case history.Summary:
		return Source{Kind: FromCompaction}
	}
	return t.recordedSource(r, index)
}

// recordedSource is who made an item that a line holds.
func (t *Trail) recordedSource(r *compile.Request, index int) Source {
	it := r.Input[index]
	_, copied := t.copies[it.Identity()]
	switch {
	case it.Output():
		return Source{Kind: FromTool, Call: callOf(r, index)}
	case it.Type == history.AgentMessage:
		return Source{Kind: FromAgent}
	case it.Context(), it.Type == history.AdditionalTools:
		return Source{Kind: FromContext}
	case it.Type == history.Compaction, it.Origin.Rule == history.Replaced && !copied:
		return Source{Kind: FromCompaction}
	case it.ModelMade():
		return Source{Kind: FromModel, Step: t.answers[t.first(it.Identity())]}
	}
	return Source{Kind: FromUser}
}

// first is the item that an item is a copy of, or itself.
func (t *Trail) first(id history.Identity) history.Identity {
	for {
		from, ok := t.copies[id]
		if !ok {
			return id
		}
		id = from
	}
}

func instructionsSource(r *compile.Request) Source {
	switch {
	case r.Step.Base != nil:
		return Source{Kind: FromSession}
	case r.Prompt.Instructions != "":
		return Source{Kind: FromCatalog}
	}
	return Source{Kind: FromNowhere}
}

func toolsSource(r *compile.Request) Source {
	if r.Prompt.Tools == nil {
		return Source{Kind: FromNowhere}
	}
	return Source{Kind: FromFlag}
}

// callOf is the call that an output answers, nil where there is none in the request.
func callOf(r *compile.Request, index int) *Call {
	id := r.Input[index].CallID()
	for i, it := range r.Input {
		if it.Call() && it.CallID() == id {
			name := it.Text(history.FieldName)
			if name == "" {
				name = it.Type.String()
			}
			return &Call{name, id, i}
		}
	}
	return nil
}
