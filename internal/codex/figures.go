package codex

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Figures is what a run of the conformance test found for one release: how many requests of a real client were compared,
// and how they compared.
type Figures struct {
	Release  string `json:"release"`
	Requests int    `json:"requests"`
	Exact    int    `json:"exact"`
	Modulo   int    `json:"modulo"`   // equal but for parts that no rollout holds
	Wrong    int    `json:"wrong"`    // no step is like the request
	Untold   int    `json:"untold"`   // the request got no answer, and the rollout tells nothing of it
	Body     int    `json:"body"`     // of the exact and modulo ones, every other member equal too
	Unplayed int    `json:"unplayed"` // scenarios that the release cannot play
}

// ParseFigures reads a list of figures.
func ParseFigures(text []byte) (all []Figures, err error) {
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("conformance figures: %w", err)
	}
	return all, nil
}

// WithFigures puts the figures of a release into a list, in place of older ones, and returns the list's JSON, oldest first.
func WithFigures(all []Figures, f Figures) ([]byte, error) {
	all = slices.DeleteFunc(slices.Clone(all), func(old Figures) bool { return old.Release == f.Release })
	all = append(all, f)
	slices.SortFunc(all, func(a, b Figures) int {
		v, _ := ParseVersion(a.Release)
		w, _ := ParseVersion(b.Release)
		return v.Compare(w)
	})
	text, err := json.Marshal(all, jsontext.WithIndent("  "), json.Deterministic(true))
	return append(text, '\n'), err
}

// Support says how much of a release's requests can be rebuilt.
type Support struct {
	Releases string   `json:"releases"`
	Level    string   `json:"level"` // exact, exact but…, input only, history only
	But      string   `json:"but,omitzero"`
	Figures  *Figures `json:"figures,omitzero"`
}

// Supported lists what is supported, oldest first: the eras that the profile table implies, and the checked releases with
// their figures.
func Supported(figures []Figures) []Support {
	list := []Support{
		{Releases: fmt.Sprintf("to %s", minor(table()[HasEnvelope].from.Minor-1)), Level: "history only", But: "the lines state no settings and no base instructions"},
		{Releases: fmt.Sprintf("%s to %s", table()[HasEnvelope].from, minor(table()[StatesBaseInstructions].from.Minor-1)), Level: "input only",
			But: "base instructions are not recorded: give --catalog"},
	}
	for _, v := range CheckedReleases() {
		s := Support{Releases: v.String(), Level: "not judged yet"}
		for i, f := range figures {
			if f.Release == v.String() {
				s.Figures = &figures[i]
				s.Level, s.But = f.level()
			}
		}
		list = append(list, s)
	}
	return list
}

func (f *Figures) level() (level, but string) {
	if f.Wrong == 0 {
		return "exact", ""
	}
	return "exact but…", fmt.Sprintf("%d of %d requests cannot be told from the rollout or are not rebuilt yet", f.Wrong, f.Requests)
}
