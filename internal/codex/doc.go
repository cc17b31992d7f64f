// Package codex knows what differs between Codex releases, as data: the named behaviours of a release ([Profile]), the
// facts of a model ([Model]) and the markers by which a release recognises its own context fragments.
//
// It is a leaf with no logic of its own. Code elsewhere asks profile.Has(behaviour) and never compares versions.
package codex
