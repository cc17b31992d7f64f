package main

import "io"

// writeLong writes a session of so many requests that was never compacted: each one holds all before it, and the bytes of
// all of them together grow with the square of their number.
func writeLong(w io.Writer, seed uint64, requests int) (tally, error) {
	t := newThread(w, seed)
	for t.Requests < requests {
		t.beginTurn()
		if t.Turns == 1 {
			t.orient()
		}
		t.turnContext()
		t.ask(t.text(t.between(40, 2000)))
		for n := min(t.between(2, 12), requests-t.Requests-1); n > 0; n-- {
			t.work([]int{t.between(200, 9_000)})
		}
		t.answer()
		t.endTurn()
	}
	return t.tally, t.close()
}
