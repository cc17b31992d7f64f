package rollout

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Backward hands out the lines of a seekable file from the last to the first, without decoding them.
type Backward struct {
	file  *File
	start int64  // offset of the first byte in buf
	buf   []byte // what is not handed out yet, at the end of space
	space []byte
	ends  []int // where in buf newlines stand, oldest first, as far as it was searched
	err   error
}

// ReadBack starts in front of an offset, -1 for the end of the file.
func (f *File) ReadBack(before int64) *Backward {
	if before < 0 {
		before = f.size
	}
	return &Backward{file: f, start: before}
}

// Prev returns the line in front of the last one handed out, blank lines left out, and its offset. The bytes are valid
// until the next call.
func (b *Backward) Prev() (raw []byte, offset int64, ok bool) {
	for {
		line, at, found := b.cut()
		if !found {
			return nil, 0, false
		}
		if line = bytes.TrimSuffix(line, []byte("\r")); firstByte(line) >= 0 {
			return line, at, true
		}
	}
}

func (b *Backward) cut() (raw []byte, offset int64, ok bool) {
	for len(b.ends) == 0 {
		if !b.fill() {
			raw, b.buf = b.buf, nil
			return raw, b.start, len(raw) > 0 && b.err == nil
		}
	}
	end := b.ends[len(b.ends)-1]
	b.ends = b.ends[:len(b.ends)-1]
	raw = b.buf[end+1:]
	b.buf = b.buf[:end]
	return raw, b.start + int64(end) + 1, true
}

// fill reads what stands in front of the buffer, as much again as it holds; false at the start of the file.
func (b *Backward) fill() bool {
	want := int(min(int64(max(readChunk, len(b.buf))), b.start-b.file.Skip))
	if want <= 0 || b.err != nil {
		return false
	}
	if len(b.buf)+want > maxLine {
		b.err = fmt.Errorf("%s: a line is longer than %d bytes", b.file.Path, maxLine)
		return false
	}
	b.makeRoom(want)
	block := b.buf[:want]
	if n, err := b.file.at.ReadAt(block, b.start-int64(want)); n < want {
		b.err = errors.Join(err, io.ErrUnexpectedEOF)
		return false
	}
	b.start -= int64(want)
	// Forward: searching a byte backward is many times slower.
	for at := 0; ; {
		i := bytes.IndexByte(block[at:], '\n')
		if i < 0 {
			return true
		}
		b.ends = append(b.ends, at+i)
		at += i + 1
	}
}

// makeRoom puts n bytes in front of the buffer.
func (b *Backward) makeRoom(n int) {
	need := n + len(b.buf)
	if cap(b.space) < need {
		b.space = make([]byte, need+need/4)
	}
	space := b.space[:cap(b.space)]
	at := len(space) - need
	copy(space[at+n:], b.buf)
	b.buf = space[at:]
}

// Err is the error that ended the reading early.
func (b *Backward) Err() error { return b.err }

// Peek classifies a line by its first bytes, as Codex writes them, and only decodes a line that begins otherwise. The line
// may still be damaged behind them.
func (f *File) Peek(raw []byte) (kind Kind, event string) {
	if kind, event, ok := peek(raw); ok && f.Era == Envelope {
		return kind, event
	}
	r := Reader{file: f}
	if r.decode(raw) != nil {
		return Unknown, ""
	}
	return r.line.Kind, r.line.Event
}

func peek(raw []byte) (kind Kind, event string, ok bool) {
	const window = 160
	head := raw[:min(len(raw), window)]
	rest, ok := bytes.CutPrefix(head, []byte(`{"timestamp":"`))
	if !ok {
		return 0, "", false
	}
	_, rest, ok = bytes.Cut(rest, []byte(`"`))
	if !ok {
		return 0, "", false
	}
	if number, found := bytes.CutPrefix(rest, []byte(`,"ordinal":`)); found {
		rest = bytes.TrimLeft(number, "0123456789")
	}
	rest, ok = bytes.CutPrefix(rest, []byte(`,"type":"`))
	if !ok {
		return 0, "", false
	}
	name, rest, ok := bytes.Cut(rest, []byte(`","payload":{`))
	if !ok {
		return 0, "", false
	}
	kind = kindOf(name)
	if kind != EventMsg {
		return kind, "", kind != Unknown
	}
	rest, ok = bytes.CutPrefix(rest, []byte(`"type":"`))
	name, _, closed := bytes.Cut(rest, []byte(`"`))
	return kind, intern(name), ok && closed && bytes.IndexByte(name, '\\') < 0
}

// Decode decodes a line that was read backward.
func (f *File) Decode(raw []byte, offset int64) (*Line, error) {
	r := Reader{file: f}
	r.line.Offset = offset
	if err := r.decode(raw); err != nil {
		return nil, err
	}
	return &r.line, nil
}
