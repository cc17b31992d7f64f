package provenance

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"promptctl/internal/compile"
	"promptctl/internal/history"
)

// Located is what an API's error is about in a request.
type Located struct {
	Complaint Complaint
	Request   *compile.Request
	Items     []*Explanation // the likeliest first; none: nothing in the request fits
	More      int            // others that fit as well
	Shows     string         // what the request shows of the rule
	Sound     bool           // as it is rebuilt here, the request does not break the rule
	Elsewhere int            // the newest request that has the place, where this one has not
	Lines     []*Line        // those that name it, where the request does not
}

// mostItems is how many items are listed where an error names none.
const mostItems = 5

// Locate finds what an error is about, once the trail has seen all requests.
func (t *Trail) Locate(r *compile.Request, c Complaint) (*Located, error) {
	l := &Located{Complaint: c, Request: r}
	switch {
	case c.Spot.Path != "":
		t.locatePath(l)
	case c.Call != "":
		return l, t.locateCall(l)
	case c.ItemID[0] != "":
		return l, t.locateID(l)
	case c.Rule == BadCipher:
		t.locateCipher(l)
	case c.Rule == ContextTooLong:
		t.locateBiggest(l)
	case c.Rule == BadImage:
		t.locateImages(l)
	default:
		l.Shows = "the error names no place in the input"
	}
	return l, nil
}

func (l *Located) add(t *Trail, indexes ...int) {
	for i, index := range indexes {
		if i == mostItems {
			l.More = len(indexes) - mostItems
			return
		}
		l.Items = append(l.Items, t.Explain(l.Request, itemSpot(index)))
	}
}

func (t *Trail) locatePath(l *Located) {
	r, spot := l.Request, l.Complaint.Spot
	if spot.Index >= len(r.Input) {
		l.Shows = "the request has " + counted(len(r.Input), "item")
		l.Elsewhere = t.stepWith(spot.Index)
		return
	}
	e := t.Explain(r, itemSpot(spot.Index))
	e.Spot.Path = spot.Path
	l.Items = []*Explanation{e}
	l.Shows, l.Sound = shows(l.Complaint, r.Input[spot.Index], r.Item(spot.Index))
}

// stepWith is the newest request with an item of that index, 0 for none.
func (t *Trail) stepWith(index int) int {
	for i := len(t.lengths) - 1; i >= 0; i-- {
		if t.lengths[i] > index {
			return i + 1
		}
	}
	return 0
}

// locateCall finds a call and its results.
func (t *Trail) locateCall(l *Located) error {
	var calls, results []int
	for i, it := range l.Request.Input {
		switch {
		case !it.Call() && !it.Output() || it.CallID() != l.Complaint.Call:
		case it.Call():
			calls = append(calls, i)
		default:
			results = append(results, i)
		}
	}
	about := slices.Concat(calls, results)
	if l.Complaint.Rule == OutputWithoutCall {
		about = slices.Concat(results, calls)
	}
	if l.Shows = pairing(calls, results); len(about) > 0 {
		if len(results) > 0 && l.Request.Input[results[0]].Origin.Rule == history.MissingOutput {
			l.Shows += "; the client made the result up when it sent the request"
		}
		l.Sound = len(calls) == 1 && len(results) == 1 && calls[0] < results[0]
		l.add(t, about...)
		return nil
	}
	return t.mentioned(l, `"`+l.Complaint.Call+`"`)
}

// pairing says how calls and results of one id stand to each other.
func pairing(calls, results []int) string {
	switch {
	case len(calls) == 0 && len(results) == 0:
		return "the request has neither a call nor a result with this id"
	case len(results) == 0:
		return fmt.Sprintf("input[%d] calls, and nothing in the request answers", calls[0])
	case len(calls) == 0:
		return fmt.Sprintf("input[%d] answers, and nothing in the request calls", results[0])
	case len(calls) > 1 || len(results) > 1:
		return fmt.Sprintf("%s and %s share the id", counted(len(calls), "call"), counted(len(results), "result"))
	case results[0] < calls[0]:
		return fmt.Sprintf("input[%d] answers before input[%d] calls", results[0], calls[0])
	}
	return fmt.Sprintf("input[%d] calls and input[%d] answers, as it should be", calls[0], results[0])
}

func (t *Trail) locateID(l *Located) error {
	var found []int
	begin, end := l.Complaint.ItemID[0], l.Complaint.ItemID[1]
	for i, it := range l.Request.Input {
		if id := it.Text(history.FieldID); id != "" && strings.HasPrefix(id, begin) && strings.HasSuffix(id, end) {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		l.Shows = "no item of the request has this id"
		if begin == end {
			return t.mentioned(l, `"`+begin+`"`)
		}
		return t.mentioned(l, `"`+begin)
	}
	l.Shows = counted(len(found), "item") + " with this id"
	l.add(t, found...)
	return nil
}

// locateCipher finds what is encrypted, by its first and last letters where the error has them.
func (t *Trail) locateCipher(l *Located) {
	var all, exact []int
	for i, it := range l.Request.Input {
		text := it.Text(history.FieldEncryptedContent)
		if text == "" {
			continue
		}
		all = append(all, i)
		if c := l.Complaint.Cipher; c[0] != "" && strings.HasPrefix(text, c[0]) && strings.HasSuffix(text, c[1]) {
			exact = append(exact, i)
		}
	}
	l.Shows = counted(len(all), "item") + " with encrypted content in the request"
	if len(exact) > 0 {
		l.Shows += fmt.Sprintf(", %d of them with these letters", len(exact))
		all = exact
	}
	l.add(t, all...)
}

func (t *Trail) locateBiggest(l *Located) {
	var all []int
	for i := range l.Request.Input {
		all = append(all, i)
	}
	size := func(i int) int { return history.EstimateTokens(l.Request.Input[i]) }
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	l.Shows = counted(len(all), "item") + " in the request"
	l.add(t, all...)
}

func (t *Trail) locateImages(l *Located) {
	var all []int
	for i, it := range l.Request.Input {
		if slices.ContainsFunc(it.Content(), func(p history.Part) bool { return p.Kind == "input_image" }) {
			all = append(all, i)
		}
	}
	l.Shows = counted(len(all), "item") + " with images in the request"
	l.add(t, all...)
}

// mentioned lists the lines that hold an id, as JSON has it, which nothing in the request has.
func (t *Trail) mentioned(l *Located, id string) error {
	segment := t.thread.Own()
	lines := t.thread.Segments[segment].File.Read(0, 0, -1)
	for line := lines.Next(); line != nil; line = lines.Next() {
		if len(l.Lines) < mostItems && bytes.Contains(line.Payload, []byte(id)) {
			line.Segment = segment
			l.Lines = append(l.Lines, t.lineUse(line))
		}
	}
	return lines.Err()
}
