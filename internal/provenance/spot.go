package provenance

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"promptctl/internal/compile"
	"promptctl/internal/history"
)

// Spot is a place in a request.
type Spot struct {
	Index int // in the input; -1 for the base instructions
	Part  int // the content entry; -1 for the item as a whole
	Rest  string
	From  int // where in the entry's text a match begins and ends, in bytes; both 0 for all of it
	To    int
}

// Path is how a person writes the place.
func (s Spot) Path() string {
	if s.Index < 0 {
		return "instructions"
	}
	path := fmt.Sprintf("input[%d]", s.Index)
	if s.Part >= 0 {
		path += fmt.Sprintf(".content[%d]", s.Part)
	}
	return path + s.Rest
}

var pathForm = regexp.MustCompile(`^input\[(\d{1,9})\](?:\.(content|output|summary)\[(\d{1,9})\])?((?:\.\w+|\[\d+\])*)$`)

// ErrNoPath says that a text is no path into a request.
var ErrNoPath = errors.New("no path such as input[3], input[3].content[0] or instructions")

// ParsePath reads a place in a request.
func ParsePath(text string) (Spot, error) {
	if text == "instructions" {
		return Spot{Index: -1, Part: -1}, nil
	}
	m := pathForm.FindStringSubmatch(text)
	if m == nil {
		return Spot{}, fmt.Errorf("%q: %w", text, ErrNoPath)
	}
	s := Spot{Part: -1}
	s.Index, _ = strconv.Atoi(m[1])
	if m[3] != "" {
		s.Part, _ = strconv.Atoi(m[3])
	}
	s.Rest = m[4]
	return s, nil
}

// In says why a request has no such place, nil when it has.
func (s Spot) In(r *compile.Request) error {
	switch {
	case s.Index >= len(r.Input):
		return fmt.Errorf("the request has %s", counted(len(r.Input), "item"))
	case s.Index >= 0 && s.Part >= len(r.Input[s.Index].Content()):
		return fmt.Errorf("input[%d] has %s", s.Index, countedEntries(r.Input[s.Index]))
	case s.Index < 0 && r.Prompt.Instructions == "":
		return errors.New("the request has no base instructions that are known here")
	}
	return nil
}

func countedEntries(it *history.ResponseItem) string {
	n := len(it.Content())
	if n == 1 {
		return "1 content entry"
	}
	return fmt.Sprintf("%d content entries", n)
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Match lists the places of a request that hold a text, each entry once, at the first place in it.
func Match(r *compile.Request, text string) (spots []Spot) {
	if from := strings.Index(r.Prompt.Instructions, text); from >= 0 {
		spots = append(spots, Spot{Index: -1, Part: -1, From: from, To: from + len(text)})
	}
	for i, it := range r.Input {
		if it.Origin.Rule == history.LitePrefix || it.Origin.Rule == history.BaseMessage {
			continue // the base instructions, met above
		}
		for part, said := range texts(it) {
			if from := strings.Index(said.text, text); from >= 0 {
				spots = append(spots, Spot{Index: i, Part: part - said.whole, From: from, To: from + len(text)})
			}
		}
	}
	return spots
}

// Holds reports whether an item says a text.
func Holds(it *history.ResponseItem, text string) bool {
	for _, said := range texts(it) {
		if strings.Contains(said.text, text) {
			return true
		}
	}
	return false
}

// saying is a text of an item. whole is 1 where it is no content entry.
type saying struct {
	text  string
	whole int
}

// texts are what an item says, entry by entry.
func texts(it *history.ResponseItem) (list []saying) {
	for _, p := range it.Content() {
		list = append(list, saying{text: p.Text})
	}
	if len(list) > 0 {
		return list
	}
	for _, f := range []history.Field{history.FieldArguments, history.FieldInput, history.FieldAction, history.FieldTools} {
		if !it.Has(f) {
			continue
		}
		text := it.Text(f)
		if text == "" {
			text = string(it.Value(f))
		}
		return []saying{{text, 1}}
	}
	return nil
}

// OfLine lists the items of a request that a line of the thread's own file holds.
func OfLine(r *compile.Request, segment, line int) (spots []Spot) {
	for i, it := range r.Input {
		if it.Origin.Segment == segment && it.Origin.Line == line && it.Origin.Rule != history.MissingOutput &&
			it.Origin.Rule != history.CompactionPrompt && it.Origin.Rule != history.Trigger {
			spots = append(spots, Spot{Index: i, Part: -1})
		}
	}
	return spots
}
