package render

import (
	"bufio"

	"promptctl/internal/compare"
	"promptctl/internal/rollout"
)

type compactionsRecord struct {
	SchemaVersion int                `json:"schema_version"`
	ThreadID      string             `json:"thread_id"`
	Requests      int                `json:"requests"`
	Compactions   []compactionRecord `json:"compactions"`
}

type compactionRecord struct {
	Number      int                    `json:"number"`
	At          entryLine              `json:"at"`
	Timestamp   string                 `json:"timestamp"`
	Kind        compare.CompactionKind `json:"kind"`
	Stated      bool                   `json:"stated"`
	AskedBy     int                    `json:"asked_by,omitzero"` // the step
	Before      compare.Size           `json:"before"`
	After       compare.Size           `json:"after"`
	Kept        compare.Size           `json:"kept"`
	Shortened   []shortenedRecord      `json:"shortened"`
	Dropped     []compare.Dropped      `json:"dropped"`
	Summary     *summaryRecord         `json:"summary"`
	PutIn       []string               `json:"put_in"` // context in what is left that was not there before
	NextStep    int                    `json:"next_step,omitzero"`
	ToldAgain   []toldFragment         `json:"told_again"`
	StandsTwice []twiceRecord          `json:"stands_twice"`
	Items       []entryRecord          `json:"items,omitzero"` // with a number: what became of each
}

type shortenedRecord struct {
	At       entryLine `json:"at"`
	WasBytes int       `json:"was_bytes"`
	NowBytes int       `json:"now_bytes"`
}

type summaryRecord struct {
	Text           string `json:"text,omitzero"`
	EncryptedBytes int    `json:"encrypted_bytes,omitzero"`
}

type toldFragment struct {
	Name    string `json:"name"`
	Section string `json:"section,omitzero"`
	Place   string `json:"place"`
}

type twiceRecord struct {
	Name   string   `json:"name"`
	Equal  bool     `json:"equal"`
	Places []string `json:"places"`
	Bytes  int      `json:"bytes"` // of all but the last
}

// CompactionsJSON prints the same as one object.
func CompactionsJSON(w *bufio.Writer, list []*compare.Left, requests int, items bool, thread *rollout.Thread) error {
	record := compactionsRecord{SchemaVersion: SchemaVersion, ThreadID: thread.Meta.ID, Requests: requests, Compactions: []compactionRecord{}}
	for _, l := range list {
		record.Compactions = append(record.Compactions, newCompactionRecord(l, items, thread))
	}
	return JSONLine(w, record)
}

func newCompactionRecord(l *compare.Left, items bool, thread *rollout.Thread) compactionRecord {
	at := func(segment, line int) entryLine { return entryLine{fileName(thread, segment), line} }
	r := compactionRecord{
		Number: l.Number, At: at(l.Origin.Segment, l.Origin.Line), Timestamp: l.Origin.Time, Kind: l.Kind, Stated: l.Stated,
		Before: l.Before, After: l.After, Kept: l.Kept, Dropped: l.Dropped, NextStep: l.Next,
	}
	if l.Asked != nil {
		r.AskedBy = l.Asked.Number
	}
	for _, s := range l.Shortened {
		r.Shortened = append(r.Shortened, shortenedRecord{at(s.Origin.Segment, s.Origin.Line), s.Was, s.Now})
	}
	if l.Summary != nil {
		r.Summary = &summaryRecord{l.Summary.Text, l.Summary.Encrypted}
	}
	for _, f := range l.Context {
		r.PutIn = append(r.PutIn, f.Name)
	}
	for _, f := range l.Told {
		r.ToldAgain = append(r.ToldAgain, toldFragment{f.Name, f.Section, placeName(&f.Place)})
	}
	for _, t := range l.Twice {
		twice := twiceRecord{Name: t.Name, Equal: t.Equal, Bytes: t.Bytes}
		for _, p := range t.Places {
			twice.Places = append(twice.Places, placeName(&p))
		}
		r.StandsTwice = append(r.StandsTwice, twice)
	}
	if !items {
		return r
	}
	for _, e := range l.Items.Entries {
		r.Items = append(r.Items, newEntryRecord(l.Items, e))
	}
	return r
}
