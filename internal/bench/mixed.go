package main

import "io"

// The shares of a large real rollout, in percent of its bytes. The rest is messages, reasoning and events.
const (
	compactedShare  = 62
	toolOutputShare = 24
	otherShare      = 100 - compactedShare - toolOutputShare
)

const (
	megabyte    = 1 << 20
	longestLine = 20 * megabyte
	perRequest  = 4000 // bytes of the small lines around a request, nearly
	longestSeal = megabyte
)

// mixedPlan is a long session that was compacted many times: windows of turns, each closed by a compaction, and a tail
// without any. What the user says fills up the share of the small lines. A compaction is as long as the share of its kind
// still lacks, as far as there are messages that it can keep.
type mixedPlan struct {
	*thread
	bare      bool  // the history lacks its context
	head      int64 // bytes in front of the last compaction, compacted lines not counted
	compacted int64 // bytes of compacted lines, at the end
	longest   int   // of a compacted line
	largest   int   // of a tool output
	kept      [][]byte
	keptBytes int
}

// moment is when in a turn a compaction falls.
type moment uint8

const (
	never moment = iota
	before
	within
)

// writeMixed writes a session of about size bytes, with its last compaction about tail bytes from the end.
func writeMixed(w io.Writer, seed uint64, size, tail int64) (tally, error) {
	p := &mixedPlan{
		thread: newThread(w, seed), bare: true,
		compacted: size * compactedShare / 100,
		longest:   int(min(longestLine, size/4)),
		largest:   int(min(megabyte, size/100)),
	}
	p.head = size - p.compacted - tail
	mean := max(p.head/240, 40_000)
	for n := 1; p.written() < p.head; n++ {
		end := min(p.written()+p.windowLength(n, mean), p.head)
		for p.written() < end {
			p.turn(never)
		}
		p.turn([]moment{before, within}[n%2])
	}
	for p.Bytes < size {
		p.turn(never)
	}
	return p.tally, p.close()
}

// written are the bytes so far, compacted lines not counted.
func (p *mixedPlan) written() int64 { return p.Bytes - p.tally.Compacted }

// windowLength is that of the nth window: mostly short, now and then one that leads to a compaction of the longest kind.
func (p *mixedPlan) windowLength(n int, mean int64) int64 {
	if n%16 == 0 {
		return mean * 7
	}
	return mean * int64(p.between(30, 90)) / 100
}

func (p *mixedPlan) turn(compaction moment) {
	p.beginTurn()
	if compaction == before {
		p.compact(false)
	}
	if p.bare {
		p.orient()
		p.bare = false
	}
	p.turnContext()
	requests := p.requests()
	p.say(requests)
	for i, outputs := range requests {
		if compaction == within && i == len(requests)/2 {
			p.compact(true)
		}
		p.work(outputs)
	}
	p.answer()
	p.endTurn()
}

// requests plans the tool outputs of a turn, by request.
func (p *mixedPlan) requests() [][]int {
	requests := make([][]int, p.between(1, 6))
	for i := range requests {
		requests[i] = []int{p.outputSize()}
		if p.percent(20) {
			requests[i] = append(requests[i], p.outputSize())
		}
	}
	return requests
}

// outputSize is short for most, and above what a client keeps in history for many.
func (p *mixedPlan) outputSize() int {
	size := 0
	switch n := p.below(100); {
	case n < 50:
		size = p.between(200, 4_000)
	case n < 85:
		size = p.between(4_000, 40_000)
	case n < 97:
		size = p.between(40_000, 120_000)
	default:
		size = p.between(120_000, megabyte)
	}
	return min(size, p.largest)
}

// say writes the user's message of a turn, long enough for the share of the small lines: a word, a paste, or screenshots.
func (p *mixedPlan) say(requests [][]int) {
	outputs := p.ToolOutput
	for _, sizes := range requests {
		for _, size := range sizes {
			outputs += int64(size)
		}
	}
	lacking := int(outputs*otherShare/toolOutputShare-p.others()) - perRequest*len(requests)
	paste := p.between(40, 200)
	if lacking > paste {
		paste = min(lacking, p.between(500, 60_000))
	}
	// A paste is in the item and in the event.
	text := p.text(paste / 2)
	var images [][]byte
	for lacking -= paste; lacking > 30_000; lacking -= len(images[len(images)-1]) {
		images = append(images, p.image(min(lacking, p.between(100_000, 1_200_000))))
	}
	p.keep(p.ask(text, images...))
}

// keep remembers a message for the compactions to come, and forgets the oldest that none has room for.
func (p *mixedPlan) keep(item []byte) {
	p.kept = append(p.kept, item)
	p.keptBytes += len(item)
	for p.keptBytes > p.longest {
		p.keptBytes -= len(p.kept[0])
		p.kept = p.kept[1:]
	}
}

func (p *mixedPlan) compact(midTurn bool) {
	share := float64(p.compacted) / float64(p.head)
	room := min(int(float64(min(p.written(), p.head))*share)-int(p.tally.Compacted), p.longest)
	sealed := p.between(8_000, 40_000)
	from, taken := len(p.kept), sealed
	for from > 0 && taken+len(p.kept[from-1]) < room {
		from--
		taken += len(p.kept[from])
	}
	if taken < room {
		sealed += min(room-taken, longestSeal-sealed)
	}
	p.thread.compact(p.kept[from:], sealed, midTurn)
	p.bare = !midTurn
}
