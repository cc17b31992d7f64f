package compare

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

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
	next := fromA
	for j := fromB; j < toB; j++ {
		for i := next; i < toA && l.ofB[j] < 0; i++ {
			if l.ofA[i] < 0 && alike(l.a.Items[i], l.b.Items[j]) {
				l.pair(i, j)
				next = i + 1
			}
		}
	}
}

// alike reports whether one item may be another version of the other: context of the same kinds, or much the same words.
func alike(a, b Item) bool {
	if a.Type != b.Type || a.Role() != b.Role() || a.Context() != b.Context() || a.Text(history.FieldName) != b.Text(history.FieldName) {
		return false
	}
	if a.Context() && kinds(a) == kinds(b) {
		return true
	}
	x, y := textOf(a), textOf(b)
	shorter := min(len(x), len(y))
	head := commonBytes(x, y)
	tail := 0
	for tail < shorter-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	if shorter > 0 && 2*(head+tail) >= shorter {
		return true
	}
	before, after := words(x), words(y)
	return 2*common(before, after) >= max(len(before), len(after))
}

func kinds(it Item) string {
	var names []string
	for _, p := range it.Content() {
		names = append(names, p.Fragment)
	}
	return strings.Join(names, ",")
}

// textOf is what an item says, or the item.
func textOf(it Item) []byte {
	if text := said(it.ResponseItem); text != "" {
		return []byte(text)
	}
	return it.Raw
}

// wordsRead bounds how much of a text is read for a comparison of its words.
const wordsRead = 4096

func words(text []byte) map[string]bool {
	set := map[string]bool{}
	for word := range bytes.FieldsSeq(text[:min(len(text), wordsRead)]) {
		set[string(word)] = true
	}
	return set
}

func common(a, b map[string]bool) (n int) {
	for word := range a {
		if b[word] {
			n++
		}
	}
	return n
}
