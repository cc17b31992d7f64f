package audit

import "promptctl/internal/history"

// Code names a kind of finding. The text is stable: it stands in JSON.
type Code string

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

// Finding is one thing that is not as it should be.
type Finding struct {
	Code    Code
	Section string // "" for the state as a whole
	Message string
	Step    int            // the request that it went into; 0 for behind the last one
	Origin  history.Origin // the line that shows it
}
