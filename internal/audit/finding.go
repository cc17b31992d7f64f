package audit

import (
	"promptctl/internal/diag"
	"promptctl/internal/history"
)

// Code names a kind of finding, and the rule that looks for it. The text is stable: it stands in JSON.
type Code string

// Finding is one thing that is not as it should be.
type Finding struct {
	Code     Code
	Severity diag.Severity
	Section  string // of the World State; "" for the state as a whole, and for what is none of its findings
	Subject  string // what it is about where its place does not tell: a call id, a kind of context
	Message  string
	Step     int            // the first request that it went into; 0 for behind the last one
	Until    int            // the last one
	Origin   history.Origin // the line that shows it; zero for another file's
	Place    diag.Place
	Name     string // of a file of the workspace, as everybody who has the workspace knows it; "" for a rollout
}
