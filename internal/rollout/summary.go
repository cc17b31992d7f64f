package rollout

import (
	"bytes"
	"io"
	"os"
	"strings"
)

// Summary is what the first and the last line of a session's file tell.
type Summary struct {
	Session
	Meta       *Meta  // without its texts
	Size       int64  // of the file, in bytes
	Compressed bool   // Updated is not known: only all of the file tells
	Updated    string // time of the last line, "" for unknown
}

const (
	summaryHead = 64 << 10 // a session_meta line with base instructions is shorter
	summaryTail = 4 << 10  // of the lines that end a session, most are
)

// Summarize reads the two lines. The buffer is used again for other files; nil for one of its own.
func (s Session) Summarize(buffer []byte) (*Summary, error) {
	f, err := os.Open(s.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if len(buffer) < summaryHead {
		buffer = make([]byte, summaryHead)
	}
	n, err := f.ReadAt(buffer[:summaryHead], 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	sum := &Summary{Session: s, Size: info.Size(), Compressed: isZstd(buffer[:n])}
	if sum.Meta = metaIn(buffer[:n]); sum.Meta == nil {
		if sum.Meta, err = ReadMeta(s.Path); err != nil {
			return sum, err
		}
	}
	sum.Meta.BaseInstructions, sum.Meta.DynamicTools = nil, nil
	if !sum.Compressed {
		sum.Updated, err = lastTime(f, info.Size(), buffer[:summaryTail])
	}
	return sum, err
}

// metaIn reads a session_meta line at the start of a file, nil where the usual one is not there.
func metaIn(head []byte) *Meta {
	raw, _, whole := bytes.Cut(head, []byte("\n"))
	var line Line
	if !whole || parseEnvelope(raw, &line) != nil || line.Kind != SessionMeta {
		return nil
	}
	meta, err := ParseMeta(line.Payload)
	if err != nil {
		return nil
	}
	return meta
}

// lastTime is the time of the last line that states one.
func lastTime(f *os.File, size int64, buffer []byte) (string, error) {
	n, err := f.ReadAt(buffer[:min(int64(len(buffer)), size)], max(0, size-int64(len(buffer))))
	if err != nil && err != io.EOF {
		return "", err
	}
	tail := buffer[:n]
	for tail = bytes.TrimRight(tail, "\r\n \x00"); len(tail) > 0; tail = bytes.TrimRight(tail, "\r\n ") {
		start := bytes.LastIndexByte(tail, '\n') + 1
		if start == 0 && int64(n) < size {
			break // the line begins further in front
		}
		if t := timeOf(tail[start:]); t != "" {
			return t, nil
		}
		tail = tail[:start]
	}
	back := (&File{at: f, size: size}).ReadBack(-1)
	for raw, _, ok := back.Prev(); ok; raw, _, ok = back.Prev() {
		if t := timeOf(raw); t != "" {
			return t, nil
		}
	}
	return "", back.Err()
}

// timeOf is the time that a line begins with, as Codex writes it.
func timeOf(raw []byte) string {
	rest, ok := bytes.CutPrefix(raw, []byte(`{"timestamp":"`))
	end := bytes.IndexByte(rest, '"')
	if !ok || end < 0 || end > len("2026-11-30T18:34:05.123456789+00:00") {
		return ""
	}
	return strings.Clone(string(rest[:end]))
}
