package provenance

import (
	"cmp"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// place is a fragment that tells a section, where it was sent first.
type place struct {
	section string
	step    int // 0 behind the last request
	index   int // in that request's input
	part    int
	origin  history.Origin
}

// told is what one world_state line says of a section.
type told struct {
	section string
	change  SectionChange
	fields  []string
	line    history.Origin
	step    int
}

// SectionChange says what a line made of a section.
type SectionChange string

const (
	SectionFirst   SectionChange = "first"   // nothing was recorded of it before
	SectionChanged SectionChange = "changed" // it has another value than before
	SectionSame    SectionChange = "same"    // it has the value it had
	SectionAnew    SectionChange = "anew"    // something took away what was recorded of it
)

// Section is what a context fragment tells, and what it did to what was told before.
type Section struct {
	ID       string
	Part     int           // the content entry that tells it
	Change   SectionChange // "" where no world_state line records it
	Fields   []string      // of the section, those that changed
	Line     history.Origin
	Replaces *FragmentPlace // the newest fragment of the section in front of it, in the same request
	Replaced *FragmentPlace // the next one behind it
}

// FragmentPlace is where another fragment of the section stands.
type FragmentPlace struct {
	Step   int // the request that first held it; 0 for none yet
	Index  int // in that request's input
	Part   int
	Origin history.Origin
}

// tellAll remembers what the lines in front of a request say of the sections.
func (t *Trail) tellAll(s *history.Step) {
	for _, c := range s.WorldChanges {
		if c.Rule != history.WorldFull && c.Rule != history.WorldPatch {
			continue
		}
		for _, section := range c.After.Sections() {
			record := told{section: section.ID, change: SectionFirst, line: c.Origin, step: s.Number}
			if t.knew[section.ID] {
				record.change = SectionAnew
			}
			t.knew[section.ID] = true
			if old, _, ok := c.Before.Section(section.ID); ok {
				record.change, record.fields = SectionSame, changedFields("", old, section.Value)
				if len(record.fields) > 0 {
					record.change = SectionChanged
				}
			}
			if record.change != SectionSame || c.Rule == history.WorldFull {
				t.told = append(t.told, record)
			}
		}
	}
}

// changedFields names the members, at any depth, that differ between two values; the value itself where it is no object.
func changedFields(path string, before, after jsontext.Value) (fields []string) {
	if rawjson.Equal(before, after) {
		return nil
	}
	if !rawjson.IsObject(before) || !rawjson.IsObject(after) {
		return []string{cmp.Or(path, "its value")}
	}
	left := map[string][]byte{} // of after
	var added []string
	for m := rawjson.Walk(after); m.Next(); {
		if name := string(m.Name); left[name] == nil {
			left[name] = m.Value
			added = append(added, name)
		}
	}
	for m := rawjson.Walk(before); m.Next(); {
		name := string(m.Name)
		now := left[name]
		delete(left, name)
		if now == nil {
			fields = append(fields, member(path, name))
			continue
		}
		fields = append(fields, changedFields(member(path, name), m.Value, now)...)
	}
	for _, name := range added {
		if left[name] != nil {
			fields = append(fields, member(path, name))
		}
	}
	return fields
}

func member(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// sections are what an item tells, or one content entry of it.
func (t *Trail) sections(r *compile.Request, at Spot) (list []*Section) {
	it := r.Input[at.Index]
	for _, f := range compile.PlacedFragments(it) {
		if at.Part >= 0 && f.Part != at.Part {
			continue
		}
		s := &Section{ID: f.Section, Part: f.Part}
		t.record(s, it.Identity())
		s.Replaces = fragmentBefore(r, f.Section, at.Index, f.Part)
		if s.Replaced = fragmentAfter(r, f.Section, at.Index, f.Part); s.Replaced == nil {
			s.Replaced = t.fragmentLater(r, f.Section)
		}
		list = append(list, s)
	}
	return list
}

// record finds the line that a fragment belongs to: the first one behind it that speaks of its section, in front of the
// same request.
func (t *Trail) record(s *Section, id history.Identity) {
	spans := t.Sent(id)
	first := 0
	if len(spans) > 0 {
		first = spans[0].From
	}
	for _, record := range t.told {
		if record.section == s.ID && record.step == first && behind(record.line, t.stays[id].origin) {
			s.Change, s.Fields, s.Line = record.change, record.fields, record.line
			return
		}
	}
}

// behind reports whether a line stands behind another one.
func behind(a, b history.Origin) bool {
	return cmp.Or(cmp.Compare(a.Segment, b.Segment), cmp.Compare(a.Offset, b.Offset)) > 0
}

// fragmentBefore is the newest fragment of a section in front of a place, nil for none.
func fragmentBefore(r *compile.Request, section string, index, part int) *FragmentPlace {
	for i := index; i >= 0; i-- {
		list := compile.PlacedFragments(r.Input[i])
		for j := len(list) - 1; j >= 0; j-- {
			f := list[j]
			if f.Section == section && (i < index || f.Part < part) {
				return &FragmentPlace{r.Step.Number, i, f.Part, f.Item.Origin}
			}
		}
	}
	return nil
}

// fragmentAfter is the next fragment of a section behind a place, nil for none.
func fragmentAfter(r *compile.Request, section string, index, part int) *FragmentPlace {
	for i := index; i < len(r.Input); i++ {
		for _, f := range compile.PlacedFragments(r.Input[i]) {
			if f.Section == section && (i > index || f.Part > part) {
				return &FragmentPlace{r.Step.Number, i, f.Part, f.Item.Origin}
			}
		}
	}
	return nil
}

// fragmentLater is the fragment of a section that came first in a later request, nil for none.
func (t *Trail) fragmentLater(r *compile.Request, section string) *FragmentPlace {
	for _, p := range t.places {
		if p.section == section && r.Step.Number > 0 && (p.step > r.Step.Number || p.step == 0) {
			return &FragmentPlace{p.step, p.index, p.part, p.origin}
		}
	}
	return nil
}
