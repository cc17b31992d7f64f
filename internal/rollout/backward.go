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
	start int64 // offset of buf[0]
	buf   []byte
	end   int // of the bytes in buf that are not handed out yet
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
	searched := b.end
	for {
		if i := bytes.LastIndexByte(b.buf[:searched], '\n'); i >= 0 {
			raw = b.buf[i+1 : b.end]
			offset = b.start + int64(i) + 1
			b.end = i
			return raw, offset, true
		}
		more := b.fill()
		if more == 0 {
			raw, offset = b.buf[:b.end], b.start
			ok = b.end > 0 && b.err == nil
			b.end = 0
			return raw, offset, ok
		}
		searched = more
	}
}

// fill reads what stands in front of the buffer, as much again as it holds, and returns how many bytes it read.
func (b *Backward) fill() int {
	want := min(max(readChunk, int64(b.end)), b.start-b.file.Skip)
	if want <= 0 || b.err != nil {
		return 0
	}
	if int64(b.end)+want > maxLine {
		b.err = fmt.Errorf("%s: a line is longer than %d bytes", b.file.Path, maxLine)
		return 0
	}
	grown := make([]byte, int(want)+b.end)
	if n, err := b.file.at.ReadAt(grown[:want], b.start-want); int64(n) < want {
		b.err = errors.Join(err, io.ErrUnexpectedEOF)
		return 0
	}
	copy(grown[want:], b.buf[:b.end])
	b.buf, b.start, b.end = grown, b.start-want, len(grown)
	return int(want)
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
	_, rest, ok = bytes.Cut(rest, []byte(`"type":"`))
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
	return kind, intern(name), ok && closed
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
