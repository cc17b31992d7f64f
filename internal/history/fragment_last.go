package history

// Fragment is a context fragment where it stands in a step's history.
type Fragment struct {
	Text   string
	Item   int // index in the step's Items
	Part   int // index of its content entry
	Origin Origin
}

// LastFragment is the newest context fragment with that name, as [codex.FragmentName] gives it. Before there was a World
// State, it alone tells what is in force.
func (s *Step) LastFragment(name string) (Fragment, bool) {
	for i := len(s.Items) - 1; i >= 0; i-- {
		it := s.Items[i]
		if !it.Context() {
			continue
		}
		parts := it.Content()
		for part := len(parts) - 1; part >= 0; part-- {
			if p := parts[part]; p.Kind == "input_text" && p.Fragment == name {
				return Fragment{p.Text, i, part, it.Origin}, true
			}
		}
	}
	return Fragment{}, false
}

// fragmentAgentsMD is how [codex.FragmentName] calls the AGENTS.md instructions.
const fragmentAgentsMD = "AGENTS.md"

// AgentsMD is the newest AGENTS.md fragment of the step's history.
func (s *Step) AgentsMD() (Fragment, bool) { return s.LastFragment(fragmentAgentsMD) }
