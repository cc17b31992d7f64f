// Package agentsmd finds the AGENTS.md files that apply in a folder, as the client does: which files, in what order, how many
// bytes of each reach the model, why the others do not, and the text that is made of them.
//
// It knows nothing of sessions. What a release does otherwise is asked of its profile.
package agentsmd
