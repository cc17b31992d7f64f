// Package views puts the four views of a step side by side: the request that the model was sent, the history that the client
// held, the lines of the rollout, and what the user's screen showed.
//
// The stages: the lines up to the step are read once ([lines]); what screens were told is put to the items that it is of; and
// [New] lines all of it up by item, each difference with its reason. It knows nothing of how anything is shown.
package views
