package render

import (
	"fmt"
	"slices"
	"strings"

	"promptctl/internal/diag"
	"promptctl/internal/drift"
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

const driftCode = "prompt-drift"

// drift adds each cause once, with the prompts that it changed.
func (r *CheckReport) drift(found *diag.List) {
	d := driftFindings{prompts: map[diag.Diagnostic][]string{}}
	for _, c := range r.Comparisons {
		title := caseTitle(c.Name, c.Step)
		switch {
		case !c.Differs():
		case c.Prompt == nil:
			d.add(diag.Place{File: r.Lock, Line: 1}, "in the lock file, but no case of the settings", title)
		case c.Locked == nil:
			d.add(c.Prompt.Case.At(), "not in the lock file", title)
		default:
			d.comparison(c, title)
		}
	}
	for _, key := range d.order {
		one := key
		one.Message = fmt.Sprintf("%s (%s)", key.Message, strings.Join(d.prompts[key], "; "))
		*found = append(*found, one)
	}
}

type driftFindings struct {
	order   []diag.Diagnostic
	prompts map[diag.Diagnostic][]string
}

func (d *driftFindings) comparison(c *drift.Comparison, title string) {
	for _, cause := range c.Causes {
		d.add(cause.Place, cause.Message, title)
	}
	if c.Order != "" {
		d.add(c.Prompt.Case.At(), "another order of sections: "+c.Order, title)
	}
	for _, change := range c.Changes {
		for _, cause := range change.Causes {
			if !slices.Contains(c.Causes, cause) {
				d.add(cause.Place, cause.Message, change.ID+" of "+title)
			}
		}
	}
}

func (d *driftFindings) add(place diag.Place, message, prompt string) {
	key := diag.Diagnostic{Severity: diag.Error, Code: driftCode, Message: message, Place: place}
	if d.prompts[key] == nil {
		d.order = append(d.order, key)
	}
	d.prompts[key] = append(d.prompts[key], prompt)
}
