package render

import (
	"fmt"

	"promptctl/internal/diag"
)

// Findings are what a report has to tell, at the lines that made it so.
func (r *CheckReport) Findings() (found diag.List) {
	if !r.Updated {
		r.drift(&found)
	}
	for _, result := range r.Results {
		if result.Failure != "" {
			found.Add(diag.Error, "assert-"+result.Kind, result.Place, "%s: %s: %s", caseTitle(result.Case, result.Step), result.What, result.Failure)
		}
	}
	return found
}

func (r *CheckReport) drift(found *diag.List) {
	const code = "prompt-drift"
	for _, c := range r.Comparisons {
		title := caseTitle(c.Name, c.Step)
		switch {
		case !c.Differs():
		case c.Prompt == nil:
			found.Add(diag.Error, code, diag.Place{File: r.Lock, Line: 1}, "%s: is in the lock file, but no case of the settings", title)
		case c.Locked == nil:
			found.Add(diag.Error, code, c.Prompt.At, "%s: is not in the lock file", title)
		default:
			for _, cause := range c.Causes {
				found.Add(diag.Error, code, cause.Place, "%s: %s", title, cause.Message)
			}
			if c.Order != "" {
				found.Add(diag.Error, code, c.Prompt.At, "%s: the order of sections: %s", title, c.Order)
			}
			for i := range c.Changes {
				change := &c.Changes[i]
				for _, cause := range change.Causes {
					found.Add(diag.Error, code, cause.Place, "%s", fmt.Sprintf("%s: %s: %s", title, change.ID, cause.Message))
				}
			}
		}
	}
}
