package agentsmd

import (
	"slices"

	"promptctl/internal/codex"
	"promptctl/internal/config"
)

// usualBudget is how many bytes project files share when nothing says otherwise.
const usualBudget = 32 << 10

// Configure takes what the settings say: the budget, the names, the roots and the trust of the environments. A setting that
// the client itself refuses is an error.
func (o *Options) Configure(c *config.Config) (err error) {
	o.Budget = usualBudget
	if v, ok := c.Get("project_doc_max_bytes"); ok {
		if o.Budget, err = v.Size(); err != nil {
			return err
		}
	}
	if v, ok := c.Get("project_doc_fallback_filenames"); ok {
		if o.Fallbacks, err = v.Strings(); err != nil {
			return err
		}
	}
	if o.Markers, err = c.RootMarkers(); err != nil {
		return err
	}
	for _, feature := range []string{nestedFeature, replFeature} {
		if v, ok := c.Get("features", feature); ok {
			on, err := v.Bool()
			if err != nil {
				return err
			}
			if on {
				o.Features = append(o.Features, feature)
			}
		}
	}
	for i := range o.Environments {
		env := &o.Environments[i]
		if trust, entry := c.TrustOf(env.CWD); trust == config.Untrusted {
			env.Untrusted = entry
		}
	}
	return nil
}

const (
	nestedFeature = "child_agents_md"
	replFeature   = "js_repl"
)

// appended names what the client adds to the text that no file holds.
func (o *Options) appended() (list []string) {
	if o.Release.Has(codex.AppendsREPL) && slices.Contains(o.Features, replFeature) {
		list = append(list, "the instructions of its JavaScript REPL")
	}
	if o.Release.Has(codex.AppendsSkills) {
		list = append(list, "its list of skills")
	}
	if o.Release.Has(codex.AppendsNestedNote) && slices.Contains(o.Features, nestedFeature) {
		list = append(list, "its note on nested files")
	}
	return list
}
