// Package render prints values: requests, steps, and what is found in them, as text for people and as JSON for programs.
//
// It does not know where values came from. Everything that was read from a file goes through [Plain] on its way to a
// screen.
package render
