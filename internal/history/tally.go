package history

import "promptctl/internal/codex"

// tally counts, as items are recorded, what normalization would have to repair: calls without an output, outputs without a
// call, media. A history with nothing to repair need not be searched.
type tally struct {
	ids     [pairings]map[string]*pairCount
	missing int
	orphans int
	media   media
	bare    bool
}

type pairCount struct{ calls, outputs int }

// repairs is what a tally says at one moment.
type repairs struct {
	pairs bool
	media media
	bare  bool // reasoning without content, which another process would send otherwise
}

func (t *tally) repairs() repairs { return repairs{t.missing != 0 || t.orphans != 0, t.media, t.bare} }

// needed reports whether a request to a model has to be repaired.
func (r repairs) needed(m *codex.Model) bool {
	return r.pairs || r.media&hasImage != 0 && !m.Accepts("image") || r.media&hasAudio != 0 && !m.Accepts("audio")
}

func (t *tally) reset(items []*ResponseItem) {
	*t = tally{}
	for _, it := range items {
		t.add(it)
	}
}

func (t *tally) add(it *ResponseItem) {
	t.media |= it.media
	t.bare = t.bare || it.bare()
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

func (t *tally) of(f pairing, it *ResponseItem) *pairCount {
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

func (t *tally) call(n *pairCount) {
	if n.outputs == 0 {
		t.missing++
	}
	if n.calls == 0 {
		t.orphans -= n.outputs
	}
	n.calls++
}

func (t *tally) output(n *pairCount) {
	if n.outputs == 0 {
		t.missing -= n.calls
	}
	if n.calls == 0 {
		t.orphans++
	}
	n.outputs++
}
