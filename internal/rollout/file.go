package rollout

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"promptctl/internal/diag"
)

// Era is a generation of the file format.
type Era uint8

const (
	Envelope Era = iota // since 0.32: {"timestamp","type","payload"} lines
	Bare                // 0.2 to 0.31: a meta line, then bare response items
	Document            // the TypeScript client: one {"session","items"} document
)

// Errors of Open that a caller may want to explain.
var (
	ErrEmpty   = errors.New("the file is empty")
	ErrUTF16   = errors.New("the file is UTF-16")
	ErrLFS     = errors.New("the file is a Git LFS pointer")
	ErrEvents  = errors.New("the file is the event stream of codex exec --json, not a rollout")
	ErrNoMeta  = errors.New("no session_meta line: this is no Codex rollout, and the client refuses it")
	ErrNotText = errors.New("the file is not JSON lines")
)

// File is one rollout file, open for reading at any offset of its decoded bytes.
type File struct {
	Path     string // as the user knows it
	Era      Era
	Seekable bool // reading from the end is cheap
	Skip     int64
	Found    diag.List // what sniffing noticed

	at     io.ReaderAt
	size   int64 // decoded bytes, -1 when unknown before the end
	closer io.Closer
}

// Open opens a rollout by path. Compression is known by its magic, not by the name.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = &os.PathError{Op: "read", Path: path, Err: errors.New("is a directory")}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	file, err := sniff(path, f, info.Size())
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	file.closer = f
	return file, nil
}

// OpenStream reads a rollout that can be read only once, such as a pipe, into memory.
func OpenStream(name string, r io.Reader) (*File, error) {
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	file, err := sniff(name, bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return file, nil
}

// Close releases the file.
func (f *File) Close() error {
	if f.closer == nil {
		return nil
	}
	return f.closer.Close()
}

const sniffLength = 4096

// sniff decides by the first bytes what the file is.
func sniff(path string, at io.ReaderAt, size int64) (*File, error) {
	head, err := readHead(at)
	if err != nil {
		return nil, err
	}
	f := &File{Path: path, at: at, size: size, Seekable: true}
	if isZstd(head) {
		f.at, f.size, f.Seekable = &zstdAt{src: at, size: size}, -1, false
		if head, err = readHead(f.at); len(head) == 0 && err != nil {
			return nil, fmt.Errorf("nothing in it can be decoded: %w", err)
		}
	}
	if named := strings.HasSuffix(path, ".zst"); named == f.Seekable && strings.Contains(path, ".") {
		f.Found.Add(diag.Warning, "misleading-name", diag.Place{File: path},
			"the name says %s, the bytes say %s; the client goes by the name and cannot read the thread", compression(named), compression(!named))
	}
	if len(bytes.TrimSpace(head)) == 0 && len(head) < sniffLength {
		return nil, ErrEmpty
	}
	if bom := []byte("\xef\xbb\xbf"); bytes.HasPrefix(head, bom) {
		f.Skip = int64(len(bom))
		head = head[len(bom):]
		f.Found.Add(diag.Warning, "byte-order-mark", diag.Place{File: path, Line: 1},
			"a UTF-8 byte order mark stands before line 1; the client cannot read the session_meta behind it and refuses the thread")
	}
	f.Era, err = eraOf(head)
	return f, err
}

func readHead(at io.ReaderAt) ([]byte, error) {
	head := make([]byte, sniffLength)
	n, err := at.ReadAt(head, 0)
	if errors.Is(err, io.EOF) || n > 0 && errors.Is(err, errDamagedZstd) {
		err = nil // damage behind the head is met again by the reader
	}
	return head[:n], err
}

func compression(zstd bool) string {
	if zstd {
		return "zstd"
	}
	return "plain"
}

func eraOf(head []byte) (Era, error) {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")),
		bytes.HasPrefix(head, []byte("{\x00")), bytes.HasPrefix(head, []byte("\x00{")):
		return 0, ErrUTF16
	case bytes.HasPrefix(head, []byte("version https://git-lfs.")):
		return 0, ErrLFS
	}
	first, _, whole := bytes.Cut(bytes.TrimLeft(head, " \t\r\n"), []byte("\n"))
	first = bytes.TrimRight(first, " \t\r")
	has := func(key string) bool { return bytes.Contains(first, []byte(`"`+key+`"`)) }
	switch {
	case len(first) == 0 || first[0] != '{' && first[0] != 0:
		return 0, ErrNotText
	case whole && string(first) == "{", bytes.HasPrefix(first, []byte(`{"session":`)):
		return Document, nil
	case bytes.HasPrefix(first, []byte(`{"type":"thread.`)), bytes.HasPrefix(first, []byte(`{"type":"turn.`)), bytes.HasPrefix(first, []byte(`{"type":"item.`)):
		return 0, ErrEvents
	case !has("payload") && !has("type") && has("id") && has("timestamp"):
		return Bare, nil
	}
	return Envelope, nil
}
