package agentsmd

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// document is a file's beginning, and how long it is.
type document struct {
	path  string
	head  []byte // as many bytes as can matter
	size  int64
	lines int
	err   error
	gone  bool // there is none, or a symbolic link that leads nowhere
}

// readDocument reads a file through, to count its lines, and keeps its first bytes.
func readDocument(path string, keep int64) *document {
	d := &document{path: path}
	file, err := os.Open(path)
	if err != nil {
		d.gone = errors.Is(err, fs.ErrNotExist)
		d.err = reason(err)
		return d
	}
	defer file.Close()
	chunk := make([]byte, 64<<10)
	open := false
	for {
		n, err := file.Read(chunk)
		read := chunk[:n]
		if room := keep - int64(len(d.head)); room > 0 {
			d.head = append(d.head, read[:min(int64(n), room)]...)
		}
		d.size += int64(n)
		d.lines += bytes.Count(read, []byte("\n"))
		if n > 0 {
			open = read[n-1] != '\n'
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			d.err = reason(err)
			return d
		}
	}
	if open {
		d.lines++
	}
	return d
}

// reason is an error without the path, which stands beside it.
func reason(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// decode is the text of some bytes, each piece that is no UTF-8 replaced, and how many bytes were.
//
// NOTE(codex): 0.145.0 one U+FFFD stands for each longest piece that could have begun a letter (Unicode 3.9, U+FFFD
// substitution of maximal subparts), where Go would write one for a whole run.
func decode(raw []byte) (text string, replaced int64) {
	var out strings.Builder
	for len(raw) > 0 {
		n := validPrefix(raw)
		out.Write(raw[:n])
		raw = raw[n:]
		if len(raw) == 0 {
			break
		}
		bad := subpart(raw)
		out.WriteString("\uFFFD")
		raw = raw[bad:]
		replaced += int64(bad)
	}
	return out.String(), replaced
}

// describeLines sets what the reader of a file can count: its lines, and where it breaks off.
func (d *document) describeLines(f *File) {
	f.Lines = d.lines
	if f.Kept == f.Size {
		f.Last = d.lines
		return
	}
	f.Last = bytes.Count(d.head[:f.Kept], []byte("\n"))
	f.Missing = f.Last + 1
}
