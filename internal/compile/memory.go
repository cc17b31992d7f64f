package compile

import (
	"slices"

	"promptctl/internal/codex"
	"promptctl/internal/history"
)

// Memory is the context that a thread was told along its steps, also where a compaction dropped it since.
type Memory struct {
	told      []Fragment // each once, in the order in which they were told last
	developer []Fragment // developer text of the first context that no section tells
	seen      map[Fragment]bool
	newest    history.Origin // of the last item that was looked at
	world     *history.World // the newest World State there was
}

// See looks at what is new in a step's history.
func (m *Memory) See(s *history.Step) {
	if m.seen == nil {
		m.seen = map[Fragment]bool{}
	}
	if s.World.Known() {
		m.world = s.World
	}
	from := len(s.Items)
	for from > 0 && s.Items[from-1].Origin != m.newest {
		from--
	}
	for _, it := range s.Items[from:] {
		if it.Context() {
			m.take(it)
		}
	}
	if len(s.Items) > 0 {
		m.newest = s.Items[len(s.Items)-1].Origin
	}
}

func (m *Memory) take(it *history.ResponseItem) {
	fragments := fragmentsOf([]*history.ResponseItem{it})
	first := len(m.told) == 0 && it.Role() == codex.RoleDeveloper && it.Origin.Rule == history.Recorded
	for _, f := range fragments {
		if f.Section == "" {
			if _, known := codex.FragmentKindOf(f.Role, f.Text); first && !known {
				m.developer = append(m.developer, f)
			}
			continue
		}
		if m.seen[f] { // told again: the newest once more
			m.told = slices.DeleteFunc(m.told, func(old Fragment) bool { return old == f })
		}
		m.seen[f] = true
		m.told = append(m.told, f)
	}
}

// find is the newest fragment of a section that fits.
func (m *Memory) find(section string, fits func(Fragment) bool) (Fragment, bool) {
	for i := len(m.told) - 1; i >= 0; i-- {
		if f := m.told[i]; f.Section == section && fits(f) {
			return f, true
		}
	}
	return Fragment{}, false
}
