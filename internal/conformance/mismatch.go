package conformance

import (
	"bytes"
	"fmt"
)

// nearest describes where the most similar step departs from a request.
func nearest(sent *body, steps []compiled) string {
	best, at := -1, -1
	for j := range steps {
		if n := commonItems(sent.items, steps[j].items); n > at {
			best, at = j, n
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
	if at == len(sent.items) && at == len(step.items) {
		return where
	}
	a, b := itemAt(sent.items, at), itemAt(step.items, at)
	from := max(0, commonPrefix(a, b)-40)
	return fmt.Sprintf("%s; input[%d] differs at byte %d\n\tsent     %s\n\tcompiled %s", where, at, commonPrefix(a, b), shown(a[min(from, len(a)):]), shown(b[min(from, len(b)):]))
}

func itemAt(items [][]byte, i int) []byte {
	if i < len(items) {
		return items[i]
	}
	return []byte("(no such item)")
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
