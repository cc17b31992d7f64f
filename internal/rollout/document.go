package rollout

import (
	"bytes"
	"fmt"
	"io"

	"promptctl/internal/rawjson"
)

// maxDocument bounds the one-document files, which must be held whole.
const maxDocument = 256 << 20

// unfold turns a document of the TypeScript client into the bare lines that the next client wrote, so that one reader
// serves both. Line numbers then count items, not lines of the document.
func (f *File) unfold() (*File, error) {
	content, err := io.ReadAll(io.NewSectionReader(f.at, f.Skip, maxDocument+1))
	if err != nil && len(content) == 0 {
		return nil, err
	}
	if len(content) > maxDocument {
		return nil, fmt.Errorf("a one-document session above %d bytes", maxDocument)
	}
	if err := rawjson.Check(content); err != nil {
		return nil, fmt.Errorf("one-document session: %w", err)
	}
	content = rawjson.Canonical(content)
	var lines bytes.Buffer
	lines.Write(rawjson.Field(content, "session"))
	lines.WriteByte('\n')
	if items := rawjson.Field(content, "items"); items != nil {
		for m := rawjson.Walk(items); m.NextElement(); {
			lines.Write(m.Value)
			lines.WriteByte('\n')
		}
	}
	return &File{
		Path: f.Path, Era: Bare, Seekable: true, Found: f.Found,
		at: bytes.NewReader(lines.Bytes()), size: int64(lines.Len()), closer: f.closer,
	}, nil
}
