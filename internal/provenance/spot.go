package provenance

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// Spot is a place in a request.
type Spot struct {
	Path  string // as a person writes it
	Index int    // in the input; -1 for the base instructions
	Part  int    // the content entry; -1 for the item as a whole
	From  int    // where in the entry's text a match begins and ends, in bytes; both 0 for all of it
	To    int
}

// itemSpot is an item as a whole.
func itemSpot(index int) Spot {
	return Spot{Path: fmt.Sprintf("input[%d]", index), Index: index, Part: -1}
}

// partSpot is a content entry, or the text that an item has in its place.
func partSpot(it *history.ResponseItem, index, part int) Spot {
	s := itemSpot(index)
	s.Part = part
	switch member := it.PartMember(); {
	case it.Has(member) && it.Value(member)[0] == '[':
		s.Path += fmt.Sprintf(".%s[%d]", member, part)
	default:
		s.Path += "." + member.String()
	}
	return s
}

var pathForm = regexp.MustCompile(`^input\[(\d{1,9})\](?:\.(content|output|summary)\[(\d{1,9})\])?(?:\.\w+|\[\d+\])*$`)

// ErrNoPath says that a text is no path into a request.
var ErrNoPath = errors.New("no path such as input[3], input[3].content[0] or instructions")

// ParsePath reads a place in a request.
func ParsePath(text string) (Spot, error) {
	if text == "instructions" {
		return instructionsSpot(), nil
	}
	m := pathForm.FindStringSubmatch(text)
	if m == nil {
		return Spot{}, fmt.Errorf("%q: %w", text, ErrNoPath)
	}
	s := Spot{Path: text, Part: -1}
	s.Index, _ = strconv.Atoi(m[1])
	if m[3] != "" {
		s.Part, _ = strconv.Atoi(m[3])
	}
	return s, nil
}

func instructionsSpot() Spot { return Spot{Path: "instructions", Index: -1, Part: -1} }

// In says why a request has no such place, nil when it has.
func (s Spot) In(r *compile.Request) error {
	switch {
	case s.Index >= len(r.Input):
		return fmt.Errorf("the request has %s", counted(len(r.Input), "item"))
	case s.Index >= 0 && s.Part >= len(r.Input[s.Index].Content()):
		return fmt.Errorf("input[%d] has %s of content", s.Index, entries(len(r.Input[s.Index].Content())))
	case s.Index < 0 && r.Prompt.Instructions == "":
		return errors.New("the request has no base instructions that are known here")
	case s.Index >= 0:
		return s.inItem(r.Item(s.Index))
	}
	return nil
}

// inItem says what an item has in place of what is not there, as it is sent.
func (s Spot) inItem(sent []byte) error {
	item := itemSpot(s.Index).Path
	path := strings.TrimPrefix(s.Path, item)
	for path != "" && valueAt(sent, path) == nil {
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
		if value := valueAt(sent, path); value != nil {
			return fmt.Errorf("%s is sent as %s", item+path, outline(value))
		}
	}
	return nil
}

// outline says what a value has, without what that says.
func outline(value []byte) string {
	if value[0] != '{' {
		return kindOf(value)
	}
	var names []string
	for m := rawjson.Walk(value); m.Next(); {
		names = append(names, string(m.Name))
	}
	return "an object of " + strings.Join(names, ", ")
}

// kindOf is what a value is, and how large.
func kindOf(value []byte) string {
	switch value[0] {
	case '[':
		n := 0
		for m := rawjson.Walk(value); m.NextElement(); {
			n++
		}
		return "an array with " + entries(n)
	case '{':
		return "an object of " + counted(len(value), "byte")
	case '"':
		return "a text of " + counted(len(rawjson.String(value)), "byte")
	}
	return string(value)
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
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
		spot := instructionsSpot()
		spot.From, spot.To = from, from+len(text)
		spots = append(spots, spot)
	}
	for i, it := range r.Input {
		if it.Origin.Rule == history.LitePrefix || it.Origin.Rule == history.BaseMessage {
			continue // the base instructions, met above
		}
		for part, said := range texts(it) {
			if from := strings.Index(said.text, text); from >= 0 {
				spot := itemSpot(i)
				if !said.whole {
					spot = partSpot(it, i, part)
				}
				spot.From, spot.To = from, from+len(text)
				spots = append(spots, spot)
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

// Text is what stands at a place: an entry's text, or what an item without entries says.
func Text(it *history.ResponseItem, at Spot) string {
	list := texts(it)
	if i := max(at.Part, 0); i < len(list) {
		return list[i].text
	}
	return ""
}

// saying is a text of an item. whole is set where it is no content entry.
type saying struct {
	text  string
	whole bool
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
		return []saying{{text, true}}
	}
	return nil
}

// LastRule is the newest place that tells a line of a file of rules.
func LastRule(r *compile.Request, line RuleLine) (Spot, bool) {
	for i := len(r.Input) - 1; i >= 0; i-- {
		parts := r.Input[i].Content()
		for part := len(parts) - 1; part >= 0; part-- {
			if from, to, ok := line.in(parts[part].Text); ok {
				spot := partSpot(r.Input[i], i, part)
				spot.From, spot.To = from, to
				return spot, true
			}
		}
	}
	return Spot{}, false
}

// OfLine lists the items of a request that a line of the thread's own file holds.
func OfLine(r *compile.Request, segment, line int) (spots []Spot) {
	for i, it := range r.Input {
		if it.Origin.Segment == segment && it.Origin.Line == line && it.Origin.Rule != history.MissingOutput &&
			it.Origin.Rule != history.CompactionPrompt && it.Origin.Rule != history.Trigger {
			spots = append(spots, itemSpot(i))
		}
	}
	return spots
}
