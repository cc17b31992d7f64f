package history

// reverseScan is what a resume finds when it walks the marks from the newest to the oldest: what is left of the thread once
// the rolled-back turns are passed over.
type reverseScan struct {
	base    int   // the compaction that history begins with, -1 for the start of the thread
	suffix  int   // the one behind which the lines are replayed
	told    []int // marks of World State, of compactions and of settings in the turns that are left, newest first
	pending int   // rolled-back turns that were not met yet
	turn    *scannedTurn
}

// from is where the history begins, and behind what the lines are replayed.
func (s *reverseScan) from() (base, suffix int) { return s.base, s.suffix }

// scan walks the marks of the lines so far.
//
// NOTE(codex): 0.145.0 the place to replay from is taken from every compaction met while none is found, even in a turn
// that turns out to be rolled back.
func (r *Replay) scan() *reverseScan {
	s := &reverseScan{base: -1, suffix: -1}
	for i := len(r.index) - 1; i >= 0; i-- {
		s.meet(i, &r.index[i])
	}
	if s.turn != nil {
		s.finish()
	}
	return s
}

// meet takes the next older mark.
func (s *reverseScan) meet(i int, m *mark) {
	switch m.kind {
	case markRolledBack:
		s.pending += m.turns
		return
	case markTurnAborted:
		if s.turn == nil && m.turnID == "" {
			return
		}
	case markTaskStarted:
		if s.turn != nil && s.turn.fits(m.turnID) {
			s.finish()
		}
		return
	}
	if s.turn == nil {
		s.turn = &scannedTurn{base: -1}
	}
	switch m.kind {
	case markInput:
		s.turn.user = true
	case markTaskComplete, markTurnAborted, markTurnContext:
		if s.turn.id == "" {
			s.turn.id = m.turnID
		}
	case markCompacted:
		if m.replaced && s.turn.base < 0 && s.base < 0 {
			s.turn.base, s.suffix = i, i
		}
	}
	switch m.kind {
	case markCompacted, markWorldState, markTurnContext:
		s.turn.told = append(s.turn.told, i)
	}
}

// scannedTurn is one turn of the reverse scan.
type scannedTurn struct {
	id   string
	user bool
	base int
	told []int
}

func (t *scannedTurn) fits(turnID string) bool { return t.id == "" || turnID == "" || t.id == turnID }

// finish closes a turn: a rolled-back one counts for nothing, and only turns with input use a rollback up.
func (s *reverseScan) finish() {
	turn := s.turn
	s.turn = nil
	if s.pending > 0 {
		if turn.user {
			s.pending--
		}
		return
	}
	if s.base < 0 {
		s.base = turn.base
	}
	s.told = append(s.told, turn.told...)
}
