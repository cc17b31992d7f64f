package conformance

import "testing"

func TestScenarios(t *testing.T) {
	seen := map[string]bool{}
	short := 0
	for _, s := range Scenarios() {
		if s.Name == "" || seen[s.Name] {
			t.Errorf("name %q is empty or used twice", s.Name)
		}
		seen[s.Name] = true
		if len(s.Steps) == 0 {
			t.Errorf("%s has no steps", s.Name)
		} else if _, starts := s.Steps[0].(Start); !starts {
			t.Errorf("%s does not begin with a Start", s.Name)
		}
		if s.Short {
			short++
		}
	}
	if short == 0 || short > 40 {
		t.Errorf("%d scenarios are in the short list", short)
	}
}

func TestAlign(t *testing.T) {
	for _, tt := range []struct {
		name            string
		requests, steps string
		pairs           int
	}{
		{"equal", "abc", "abc", 3},
		{"a step is missing", "abc", "ac", 2},
		{"a step too many", "ac", "abc", 2},
		{"order counts", "ab", "ba", 1},
		{"nothing in common", "ab", "cd", 0},
		{"none", "", "a", 0},
	} {
		pairs := align(len(tt.requests), len(tt.steps), func(i, j int) int {
			if tt.requests[i] == tt.steps[j] {
				return 1
			}
			return 0
		})
		if len(pairs) != tt.pairs {
			t.Errorf("%s: pairs %v", tt.name, pairs)
		}
	}
}
