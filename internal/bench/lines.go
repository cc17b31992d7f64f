package main

import (
	"bufio"
	"fmt"
	"io"
	"time"
)

// tally counts what a generator wrote. Requests is what a replay of the file must find.
type tally struct {
	Bytes       int64 `json:"bytes"`
	Compacted   int64 `json:"compacted"`   // bytes in compacted lines
	ToolOutput  int64 `json:"tool_output"` // bytes in function_call_output lines
	Tail        int64 `json:"tail"`        // bytes behind the last compaction
	Longest     int   `json:"longest"`     // bytes of the longest line
	Lines       int   `json:"lines"`
	Turns       int   `json:"turns"`
	Requests    int   `json:"requests"`
	Compactions int   `json:"compactions"`
}

// others are the bytes that are neither of the two large kinds.
func (t *tally) others() int64 { return t.Bytes - t.Compacted - t.ToolOutput }

// lines writes rollout lines at the pace of a clock of its own.
type lines struct {
	tally
	out  *bufio.Writer
	line []byte // kept for its capacity
	now  time.Time
	err  error
}

func newLines(w io.Writer) lines {
	return lines{out: bufio.NewWriterSize(w, 1<<20), now: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
}

const lineTime = "2006-01-02T15:04:05.000Z"

// write adds a line whose payload is given as a format, and returns its length with the line end.
func (l *lines) write(kind, payload string, args ...any) int {
	l.line = l.now.AppendFormat(append(l.line[:0], `{"timestamp":"`...), lineTime)
	l.line = fmt.Appendf(l.line, `","type":"%s","payload":`, kind)
	l.line = fmt.Appendf(l.line, payload, args...)
	l.line = append(l.line, "}\n"...)
	n, err := l.out.Write(l.line)
	if l.err == nil {
		l.err = err
	}
	l.Bytes += int64(n)
	l.Tail += int64(n)
	l.Lines++
	l.Longest = max(l.Longest, n-1)
	return n
}

// pass lets time go by.
func (l *lines) pass(d time.Duration) { l.now = l.now.Add(d) }

func (l *lines) close() error {
	if err := l.out.Flush(); l.err == nil {
		l.err = err
	}
	return l.err
}
