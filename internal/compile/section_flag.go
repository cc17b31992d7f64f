package compile

import "github.com/go-json-experiment/json/jsontext"

// Flag is a section that is on or off, and told once it is on: apps, plugins, several environments.
type Flag struct {
	Name     string
	On       bool
	Fragment Fragment
}

// ID is the flag's.
func (f Flag) ID() string { return f.Name }

// Snapshot is true or false.
func (f Flag) Snapshot() jsontext.Value { return boolean(f.On) }

// Render tells what was not on before. What goes off is not told.
func (f Flag) Render(before Previous) []Fragment {
	on := before.Knowledge == Unknown || before.Knowledge == Known && string(before.Value) == "true"
	if !f.On || on {
		return nil
	}
	return []Fragment{f.Fragment}
}
