package history

import (
	"bytes"
	"slices"
	"strings"

	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// World is the World State that a client compares the next one with: what it believes that the model was told. It is not
// changed after it was made.
type World struct {
	known    bool
	sections []WorldSection
	why      WorldRule // what left it as it is
	origin   Origin    // of the line that did
}

// WorldSection is one section's part of a snapshot.
type WorldSection struct {
	ID    string
	Value jsontext.Value
	Since Origin // the line that gave it this value
}

// Known reports whether there is a baseline. Without one, the next turn tells everything.
func (w *World) Known() bool { return w.known }

// Why says what made the state what it is, and where: "" for a thread that never had one.
func (w *World) Why() (WorldRule, Origin) { return w.why, w.origin }

// Sections lists the sections by id.
func (w *World) Sections() []WorldSection { return w.sections }

// Section is the raw value of a section, with the line that gave it this value.
func (w *World) Section(id string) (value jsontext.Value, since Origin, ok bool) {
	i, ok := w.find(id)
	if !ok {
		return nil, Origin{}, false
	}
	return w.sections[i].Value, w.sections[i].Since, true
}

func (w *World) find(id string) (int, bool) {
	return slices.BinarySearchFunc(w.sections, id, func(s WorldSection, id string) int { return strings.Compare(s.ID, id) })
}

// Snapshot is the whole state as one object, the ids in alphabetical order; nil without a baseline.
func (w *World) Snapshot() jsontext.Value {
	if !w.known {
		return nil
	}
	o := []byte{'{'}
	for i, s := range w.sections {
		if i > 0 {
			o = append(o, ',')
		}
		o = append(rawjson.AppendString(o, s.ID), ':')
		o = append(o, s.Value...)
	}
	return append(o, '}')
}

// stated is the state that a full snapshot gives. Sections that did not change keep the line that told them.
func (w *World) stated(snapshot []byte, origin Origin) *World {
	next := &World{known: true, why: WorldFull, origin: origin}
	for m := rawjson.Walk(snapshot); m.Next(); {
		next.put(WorldSection{string(m.Name), bytes.Clone(m.Value), origin})
	}
	for i := range next.sections {
		s := &next.sections[i]
		if old, since, ok := w.Section(s.ID); ok && rawjson.Equal(old, s.Value) {
			s.Since = since
		}
	}
	return next
}

// put sets a section; of two with one id the later one counts.
func (w *World) put(s WorldSection) {
	i, known := w.find(s.ID)
	if known {
		w.sections[i] = s
		return
	}
	w.sections = slices.Insert(w.sections, i, s)
}

// patched is the state that a merge patch gives.
func (w *World) patched(patch []byte, origin Origin) *World {
	next := w.stated(rawjson.Merge(w.Snapshot(), patch), origin)
	next.why = WorldPatch
	return next
}

// cleared is the state after something took the baseline away.
func cleared(why WorldRule, origin Origin) *World { return &World{why: why, origin: origin} }
