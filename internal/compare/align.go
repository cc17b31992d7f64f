package compare

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"

	"promptctl/internal/history"
)

// alignment pairs the items of two inputs.
type alignment struct {
	a, b *Body
	ofA  []int // the partner of each item of a, -1 for none
	ofB  []int
	kept []bool // of b: the pair keeps its order among the others
}

// align pairs items behind a common prefix: by where they come from first, by what they say next.
func align(a, b *Body, prefix int) *alignment {
	l := &alignment{a: a, b: b, ofA: make([]int, len(a.Items)), ofB: make([]int, len(b.Items)), kept: make([]bool, len(b.Items))}
	for i := range l.ofA {
		l.ofA[i] = -1
	}
	for j := range l.ofB {
		l.ofB[j] = -1
	}
	for i := range prefix {
		l.pair(i, i)
	}
	l.match(prefix, originKey)
	l.match(prefix, idKey)
	l.match(prefix, func(b *Body, i int) string { sum := sha256.Sum256(b.Sent(i)); return string(sum[:]) })
	l.match(prefix, textKey)
	l.order()
	l.fillGaps(prefix)
	l.order()
	return l
}

func (l *alignment) pair(i, j int) { l.ofA[i], l.ofB[j] = j, i }

// match pairs items that have no partner and the same key, in order. An empty key is none.
func (l *alignment) match(prefix int, key func(b *Body, i int) string) {
	waiting := map[string][]int{}
	for i := prefix; i < len(l.ofA); i++ {
		if l.ofA[i] >= 0 {
			continue
		}
		if k := key(l.a, i); k != "" {
			waiting[k] = append(waiting[k], i)
		}
	}
	for j := prefix; j < len(l.ofB) && len(waiting) > 0; j++ {
		if l.ofB[j] >= 0 {
			continue
		}
		k := key(l.b, j)
		if list := waiting[k]; k != "" && len(list) > 0 {
			l.pair(list[0], j)
			waiting[k] = list[1:]
		}
	}
}

// originKey is the place in the files that an item comes from.
func originKey(b *Body, i int) string {
	o := b.Items[i].Origin
	switch {
	case b.Thread == nil:
		return ""
	case o.Rule == history.LitePrefix, o.Rule == history.BaseMessage, o.Rule == history.Trigger, o.Rule == history.CompactionPrompt:
		return fmt.Sprint(o.Rule, b.Items[i].Type)
	}
	return fmt.Sprint(b.Thread.Segments[o.Segment].File.Path, o.Offset, o.Index, o.Rule)
}

// idKey is the id that an item has, or that of the call it belongs to.
func idKey(b *Body, i int) string {
	it := b.Items[i]
	if id := it.CallID(); id != "" {
		return fmt.Sprint(it.Type, " ", id)
	}
	if id := it.Text(history.FieldID); id != "" {
		return fmt.Sprint(it.Type, "#", id)
	}
	return ""
}

// textKey is what a message says and who says it, whatever ids it goes by.
func textKey(b *Body, i int) string {
	it := b.Items[i]
	if it.Type != history.Message || it.Has(history.FieldPhase) {
		return ""
	}
	sum := sha256.Sum256(it.Value(history.FieldContent))
	return it.Role() + string(sum[:])
}

// order finds the pairs that keep their order: the longest run of them, so that the fewest items have moved.
func (l *alignment) order() {
	var pairs []int // items of b that have a partner
	for j, i := range l.ofB {
		l.kept[j] = false
		if i >= 0 {
			pairs = append(pairs, j)
		}
	}
	var ends []int // ends[n] closes the run of n+1 pairs that ends with the smallest partner
	before := make([]int, len(l.ofB))
	for _, j := range pairs {
		at, _ := slices.BinarySearchFunc(ends, l.ofB[j], func(end, i int) int { return l.ofB[end] - i })
		before[j] = -1
		if at > 0 {
			before[j] = ends[at-1]
		}
		if at == len(ends) {
			ends = append(ends, j)
		}
		ends[at] = j
	}
	if len(ends) == 0 {
		return
	}
	for j := ends[len(ends)-1]; j >= 0; j = before[j] {
		l.kept[j] = true
	}
}

// fillGaps pairs what is left between two pairs if it is of one kind and much alike.
func (l *alignment) fillGaps(prefix int) {
	from, start := prefix, prefix
	for j := prefix; j <= len(l.ofB); j++ {
		if j < len(l.ofB) && !l.kept[j] {
			continue
		}
		to := len(l.ofA)
		if j < len(l.ofB) {
			to = l.ofB[j]
		}
		l.fillGap(from, to, start, j)
		from, start = to+1, j+1
	}
}

// gapLimit bounds how many items of a gap are compared with each other.
const gapLimit = 200

func (l *alignment) fillGap(fromA, toA, fromB, toB int) {
	if toA-fromA > gapLimit || toB-fromB > gapLimit {
		return
	}
	looks := make([]*look, toA-fromA)
	for i := range looks {
		if l.ofA[fromA+i] < 0 {
			looks[i] = lookAt(l.a.Items[fromA+i])
		}
	}
	next := 0
	for j := fromB; j < toB; j++ {
		if l.ofB[j] >= 0 {
			continue
		}
		now := lookAt(l.b.Items[j])
		for i := next; i < len(looks); i++ {
			if looks[i] != nil && looks[i].alike(now) {
				l.pair(fromA+i, j)
				next = i + 1
				break
			}
		}
	}
}

// look is what of an item tells whether it may be another version of another one.
type look struct {
	kind      string
	context   bool
	fragments string
	text      []byte // its beginning and its end
	words     map[string]bool
}

// lookEnd bounds how much of a text is looked at, at each of its ends.
const lookEnd = 4096

func lookAt(it Item) *look {
	l := &look{kind: fmt.Sprint(it.Type, " ", it.Role(), " ", it.Text(history.FieldName)), context: it.Context(), text: []byte(said(it.ResponseItem))}
	if l.context {
		for _, p := range it.Content() {
			l.fragments += p.Fragment + ","
		}
	}
	if len(l.text) == 0 {
		l.text = it.Raw
	}
	if n := len(l.text); n > 2*lookEnd {
		l.text = slices.Concat(l.text[:lookEnd], l.text[n-lookEnd:])
	}
	l.words = map[string]bool{}
	for word := range bytes.FieldsSeq(l.text) {
		l.words[string(word)] = true
	}
	return l
}

// alike reports whether one may be another version of the other: context of the same kinds, a text that begins and ends as
// the other does, or much the same words.
func (l *look) alike(other *look) bool {
	if l.kind != other.kind || l.context != other.context {
		return false
	}
	x, y := l.text, other.text
	shorter := min(len(x), len(y))
	same := commonBytes(x, y)
	for tail := 1; tail <= shorter-same && x[len(x)-tail] == y[len(y)-tail]; tail++ {
		same++
	}
	return l.context && l.fragments == other.fragments || shorter > 0 && 2*same >= shorter ||
		2*common(l.words, other.words) >= max(len(l.words), len(other.words))
}

func common(a, b map[string]bool) (n int) {
	for word := range a {
		if b[word] {
			n++
		}
	}
	return n
}
