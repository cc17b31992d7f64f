package audit

import "promptctl/internal/diag"

const (
	// SectionDiffers: the fragment in the prompt says another thing than the recorded state.
	SectionDiffers Code = "section-differs"
	// PatchWithoutFragment: the recorded state changed, and the model was not told.
	PatchWithoutFragment Code = "patch-without-fragment"
	// FragmentWithoutPatch: the model was told of a change that the recorded state does not have.
	FragmentWithoutPatch Code = "fragment-without-patch"
	// BaselineMissing: a patch, or a request, without a state that it builds on.
	BaselineMissing Code = "baseline-missing"
	// PatchForm: a line that does not state what follows from the states in front of it and behind it.
	PatchForm Code = "patch-form"
)

// worldRules judge the World State. They are what [World] finds.
var worldRules = []Rule{
	{SectionDiffers, diag.Warning, "recorded state that the prompt contradicts",
		"A section of the World State is recorded with another value than the context in the prompt tells. The client believes that the model knows the recorded one, and does not tell it again.",
		"promptctl world shows both. A compaction makes the client tell everything again."},
	{PatchWithoutFragment, diag.Warning, "change that was recorded and never told",
		"The recorded World State changed, and nothing in the prompt tells the model. The client believes that it did.",
		"promptctl world shows the change. Tell the model, or have the client tell everything again by a compaction."},
	{FragmentWithoutPatch, diag.Warning, "change that was told and never recorded",
		"The prompt tells the model of a change that the recorded World State does not have. The client will tell it again, or will not tell when it is taken back.",
		"promptctl world shows the two."},
	{BaselineMissing, diag.Warning, "request without a recorded state",
		"After a compaction or a rollback the client has to record the whole World State before the next turn. None was recorded: a patch that follows is ignored, and a resumed client does not know what the model was told.",
		"The next turn of a resumed client tells everything again. Nothing else has to be done."},
	{PatchForm, diag.Note, "patch that states more than what changed",
		"A recorded patch of the World State is not the smallest one. The state that comes out is the same.",
		"Nothing has to be done. Another program than the client may have written the line."},
}

// worldStep follows the World State and takes what is found of it.
func (l *lint) worldStep(p *pass) {
	l.world.Request(p.request)
	for _, f := range l.world.Findings {
		subject := f.Section
		if subject != "" {
			f.Message = subject + ": " + f.Message
		}
		f.Subject = subject
		l.find(f)
	}
	l.world.Findings, l.world.Events = nil, nil
}
