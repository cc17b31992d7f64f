package main

import (
	"fmt"

	"promptctl/internal/compile"
)

// unresolved collects the parts of requests that are not known.
type unresolved map[string]bool

func (u unresolved) add(r *compile.Request) {
	for _, part := range r.Unresolved {
		if part != compile.ClientMetadata { // no file could give it
			u[part] = true
		}
	}
}

// strictness is the error of a --strict run in which something was not known.
func (u unresolved) strictness(a *app) error {
	if a.settings.Strict && len(u) > 0 {
		return fmt.Errorf("%w: %s", errUnresolved, join(u))
	}
	return nil
}
