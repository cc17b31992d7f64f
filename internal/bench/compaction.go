package main

import (
	"bytes"
	"fmt"
)

// compact writes a compaction by the server, which is a request of its own, and what the client writes behind it. In the
// middle of a turn the new history holds the context again; between turns the context follows with the next input.
func (t *thread) compact(kept [][]byte, sealed int, midTurn bool) {
	items := kept
	if midTurn {
		before := max(len(kept)-1, 0)
		items = append(append(append([][]byte(nil), kept[:before]...), t.facts.items(t.turnID)...), kept[before:]...)
	}
	items = append(items[:len(items):len(items)],
		fmt.Appendf(nil, `{"type":"compaction","id":"%s","encrypted_content":"%s"}`, t.name("cmp"), t.base64(sealed/4*4)))
	history := bytes.Join(items, []byte(","))
	previous := t.window
	t.window = t.newID()
	t.Compactions++
	t.Requests++
	n := t.write("compacted", `{"message":"","replacement_history":[%s],"window_number":%d,"first_window_id":"%s","previous_window_id":"%s","window_id":"%s"}`,
		history, t.Compactions, t.firstWindow, previous, t.window)
	t.Compacted += int64(n)
	t.Tail = 0
	t.context = len(history)
	if midTurn {
		t.worldState()
		t.turnContext()
	}
	// Total as before: the client counts the new history itself and asks nobody.
	t.tokenCount(fmt.Sprintf(`{"input_tokens":0,"cached_input_tokens":0,"cache_write_input_tokens":0,"output_tokens":0,"reasoning_output_tokens":0,"total_tokens":%d}`, t.context/4))
	t.event(`{"type":"context_compacted"}`)
}
