package history

// pairTally counts, as items are recorded, the calls without an output and the outputs without a call, so that a history
// with neither need not be searched for them.
type pairTally struct {
	ids     [pairings]map[string]*pairCount
	missing int
	orphans int
}

type pairCount struct{ calls, outputs int }

func (t *pairTally) clean() bool { return t.missing == 0 && t.orphans == 0 }

func (t *pairTally) reset(items []*ResponseItem) {
	*t = pairTally{}
	for _, it := range items {
		t.add(it)
	}
}

func (t *pairTally) add(it *ResponseItem) {
	if f, _, ok := calls(it.Type); ok && it.hasCallID() {
		t.call(t.of(f, it))
	}
	if f, ok := outputs(it.Type); ok {
		if !it.hasCallID() || it.Type == ToolSearchOutput {
			t.orphans++ // rules beyond pairing decide: let Normalize look
			return
		}
		t.output(t.of(f, it))
	}
}

func (t *pairTally) of(f pairing, it *ResponseItem) *pairCount {
	if t.ids[f] == nil {
		t.ids[f] = map[string]*pairCount{}
	}
	key := it.CallID()
	n := t.ids[f][key]
	if n == nil {
		n = &pairCount{}
		t.ids[f][key] = n
	}
	return n
}

func (t *pairTally) call(n *pairCount) {
	if n.outputs == 0 {
		t.missing++
	}
	if n.calls == 0 {
		t.orphans -= n.outputs
	}
	n.calls++
}

func (t *pairTally) output(n *pairCount) {
	if n.outputs == 0 {
		t.missing -= n.calls
	}
	if n.calls == 0 {
		t.orphans++
	}
	n.outputs++
}
