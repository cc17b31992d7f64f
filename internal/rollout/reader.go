package rollout

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"promptctl/internal/diag"
	"promptctl/internal/rawjson"
)

const (
	readChunk = 1 << 20
	// maxLine bounds one line. Real ones reach 20 MB (inline images, compactions).
	maxLine = 1 << 30
)

// rawLines cuts a byte range of a file into lines without looking into them.
type rawLines struct {
	file  *File
	next  int64 // where in the file the next read begins
	limit int64 // do not read beyond; -1 for the end of the file
	buf   []byte
	start int // of the unread bytes in buf
	done  bool
	err   error
}

// line is the next line without its end, where it begins, and whether a newline ended it.
func (r *rawLines) line() (raw []byte, offset int64, ended, ok bool) {
	from := r.start
	for {
		if i := bytes.IndexByte(r.buf[from:], '\n'); i >= 0 {
			raw = r.buf[r.start : from+i]
			offset = r.next - int64(len(r.buf)-r.start)
			r.start = from + i + 1
			return raw, offset, true, true
		}
		from = len(r.buf)
		if r.done {
			raw = r.buf[r.start:]
			offset = r.next - int64(len(raw))
			r.start = len(r.buf)
			return raw, offset, false, len(raw) > 0
		}
		from -= r.fill()
	}
}

// fill reads on, and returns by how much the unread bytes moved towards the front of the buffer.
func (r *rawLines) fill() (moved int) {
	moved = r.start
	kept := len(r.buf) - r.start
	want := max(readChunk, kept)
	if cap(r.buf) < kept+want {
		grown := make([]byte, kept, kept+want)
		copy(grown, r.buf[r.start:])
		r.buf = grown
	} else {
		copy(r.buf[:kept], r.buf[r.start:])
		r.buf = r.buf[:kept]
	}
	r.start = 0
	if r.limit >= 0 {
		want = int(min(int64(want), r.limit-r.next))
	}
	if want <= 0 || kept > maxLine {
		r.done = true
		if kept > maxLine {
			r.err = fmt.Errorf("a line is longer than %d bytes", maxLine)
		}
		return moved
	}
	n, err := r.file.at.ReadAt(r.buf[kept:kept+want], r.next)
	r.buf = r.buf[:kept+n]
	r.next += int64(n)
	if err != nil {
		r.done = true
		if !errors.Is(err, io.EOF) {
			r.err = err
		}
	}
	return moved
}

// Reader hands out the decodable lines of a file, or of the first part of one. What it skips is in Found.
type Reader struct {
	Found diag.List

	file    *File
	raw     rawLines
	number  int
	ordinal int64 // of the newest line that has one, -1 before
	lacking bool  // the newest line had none, and that was said
	line    Line
	err     error
}

// Read starts a reader at a byte offset of the decoded file, where line number+1 begins; -1 leaves lines without numbers.
// limit is the offset at which to stop, -1 for the end.
func (f *File) Read(offset int64, number int, limit int64) *Reader {
	return &Reader{file: f, number: number, ordinal: -1, raw: rawLines{file: f, next: max(offset, f.Skip), limit: limit}}
}

// Next returns the next line that decodes, nil at the end. The line is valid until the next call.
func (r *Reader) Next() *Line {
	for {
		raw, offset, ended, ok := r.raw.line()
		if !ok {
			r.finish()
			return nil
		}
		if r.number >= 0 {
			r.number++
		}
		raw = bytes.TrimSuffix(raw, []byte("\r"))
		if firstByte(raw) < 0 {
			continue
		}
		r.line.Offset, r.line.Number = offset, max(r.number, 0)
		if err := r.decode(raw); err != nil {
			code, message := damage(raw, err, !ended)
			r.note(diag.Error, code, offset, message)
			if !r.salvage(raw, offset, err) {
				continue
			}
		}
		r.checkOrdinal()
		return &r.line
	}
}

func (r *Reader) decode(raw []byte) error {
	if r.file.Era == Bare {
		return parseBare(raw, &r.line)
	}
	return parseEnvelope(raw, &r.line)
}

// salvage finds a whole line behind the stump of a torn one. Writers before 0.145 put no line end in front of what they
// appended, so the process that wrote it had it, and every process that reads the file again has not.
func (r *Reader) salvage(raw []byte, offset int64, err error) bool {
	at := bytes.LastIndex(raw, []byte(`{"timestamp":"`))
	if at <= 0 || errors.Is(err, rawjson.ErrTrailing) {
		return false
	}
	r.line.Offset = offset + int64(at)
	if r.decode(raw[at:]) != nil {
		return false
	}
	r.line.Salvaged = true
	r.note(diag.Warning, "behind-a-stump", r.line.Offset, "a whole line stands behind the torn one: the process that wrote it had it, a client that reads the file again has not")
	return true
}

// checkOrdinal notes where the numbering of a paginated file breaks. Lines stay in the order of the file.
func (r *Reader) checkOrdinal() {
	got, before := r.line.Ordinal, r.ordinal
	if got < 0 {
		if before >= 0 && !r.lacking {
			r.note(diag.Warning, "ordinal-missing", r.line.Offset, "no ordinal, in a file whose lines have them")
			r.lacking = true
		}
		return
	}
	r.lacking = false
	switch {
	case before < 0 || got == before+1:
	case got <= before:
		r.note(diag.Warning, "ordinal-repeated", r.line.Offset, fmt.Sprintf("ordinal %d after %d: two writers, or a line written twice; kept in file order", got, before))
	default:
		r.note(diag.Warning, "ordinal-gap", r.line.Offset, fmt.Sprintf("ordinal %d after %d: lines are missing", got, before))
	}
	r.ordinal = got
}

func (r *Reader) note(severity diag.Severity, code string, offset int64, message string) {
	r.Found.Add(severity, code, diag.Place{File: r.file.Path, Line: max(r.number, 0), Offset: offset}, "%s", message)
}

func (r *Reader) finish() {
	if r.raw.err == nil || r.err != nil {
		return
	}
	if errors.Is(r.raw.err, errDamagedZstd) {
		r.err = errDamagedZstd // said once, not fatal
		r.note(diag.Error, "zstd-damaged", r.raw.next, r.raw.err.Error()+"; what was decoded before is read")
		return
	}
	r.err = fmt.Errorf("%s:%d: %w", r.file.Path, r.number+1, r.raw.err)
}

// Err is the error that ended the reading early, nil at a normal end. Damaged lines are no error: see Found.
func (r *Reader) Err() error {
	if errors.Is(r.err, errDamagedZstd) {
		return nil
	}
	return r.err
}

// ReadLine reads one line again by its place. The result does not share memory with other lines.
func (f *File) ReadLine(offset int64, length int) (*Line, error) {
	raw := make([]byte, length)
	if n, err := f.at.ReadAt(raw, offset); n < length {
		return nil, fmt.Errorf("%s: byte %d: %w", f.Path, offset, err)
	}
	line, err := f.Decode(raw, offset)
	if err != nil {
		return nil, fmt.Errorf("%s: byte %d: %w", f.Path, offset, err)
	}
	return line, nil
}
