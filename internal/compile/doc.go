// Package compile makes the request of a step: history at that step and the settings in force become a [Prompt], and the
// Prompt becomes a [Request] in one of the two encodings, Responses and Responses Lite, adapted to the provider.
//
// What no rollout holds is named in [Request.Unresolved] and never guessed. It knows nothing of how anything is shown.
package compile
