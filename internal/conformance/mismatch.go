package conformance

import (
	"bytes"
	"fmt"
)

// nearest describes where the step that shares most items with a request departs from it.
func nearest(sent *body, steps []compiled) string {
	best, most := -1, -1
	for j := range steps {
		a, b, _ := told(sent.items, &steps[j])
		if n := sharedItems(a, b); n > most {
			best, most = j, n
		}
	}
	if best < 0 {
		return "no step was compiled"
	}
	step := &steps[best]
	where := fmt.Sprintf("%d items, nearest is step %d (%s, %d items)", len(sent.items), step.step, step.kind, len(step.items))
	if !bytes.Equal(sent.instructions, step.instructions) {
		where += fmt.Sprintf("; instructions sent %s, compiled %s", shown(sent.instructions), shown(step.instructions))
	}
	return where + departure(sent, step)
}

// departure shows the first item that differs.
func departure(sent *body, step *compiled) string {
	a, b, before := told(sent.items, step)
	at := commonItems(a, b)
	if at == len(a) && at == len(b) {
		return ""
	}
	x, y := itemAt(a, at), itemAt(b, at)
	same := commonPrefix(x, y)
	from := max(0, same-40)
	return fmt.Sprintf("; input[%d] differs at byte %d\n\tsent     %s\n\tcompiled %s", before+at, same, shown(x[from:]), shown(y[from:]))
}

func itemAt(items [][]byte, i int) []byte {
	if i < len(items) {
		return items[i]
	}
	return []byte("(no such item)")
}

// sharedItems counts the items that are equal and at the same place.
func sharedItems(a, b [][]byte) int {
	n := 0
	for i := range min(len(a), len(b)) {
		if bytes.Equal(a[i], b[i]) {
			n++
		}
	}
	return n
}

func commonItems(a, b [][]byte) int {
	n := 0
	for n < len(a) && n < len(b) && bytes.Equal(a[n], b[n]) {
		n++
	}
	return n
}

func commonPrefix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// shown is the beginning of a JSON text for a report.
func shown(text []byte) string {
	const enough = 220
	switch {
	case text == nil:
		return "(absent)"
	case len(text) > enough:
		return fmt.Sprintf("%s… (%d bytes)", bytes.ToValidUTF8(text[:enough], nil), len(text))
	}
	return string(text)
}
