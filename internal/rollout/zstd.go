package rollout

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// isZstd knows a zstd frame or skippable frame by its magic number.
func isZstd(head []byte) bool {
	return bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) ||
		len(head) >= 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:4], []byte{0x2a, 0x4d, 0x18})
}

// zstdAt reads decoded bytes at any offset with the memory of one decoder: forward by decoding on, backward by starting
// over. A damaged or cut frame ends the file where decoding stops; the error is reported once, with what was decoded.
type zstdAt struct {
	src  io.ReaderAt
	size int64

	dec *zstd.Decoder
	pos int64
}

// zstdMaxMemory bounds what a frame may ask for; Codex writes level 3, whose window is 8 MiB at most.
const zstdMaxMemory = 128 << 20

func (z *zstdAt) ReadAt(p []byte, off int64) (int, error) {
	if z.dec == nil || off < z.pos {
		if err := z.restart(); err != nil {
			return 0, err
		}
	}
	if n, err := io.CopyN(io.Discard, z.dec, off-z.pos); err != nil {
		z.pos += n
		return 0, z.explain(err)
	}
	z.pos = off
	n, err := io.ReadFull(z.dec, p)
	z.pos += int64(n)
	return n, z.explain(err)
}

func (z *zstdAt) restart() error {
	if z.dec != nil {
		z.dec.Close()
	}
	dec, err := zstd.NewReader(io.NewSectionReader(z.src, 0, z.size),
		zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(zstdMaxMemory))
	z.dec, z.pos = dec, 0
	return err
}

// errDamagedZstd wraps what the decoder said of a frame that could not be decoded to its end.
var errDamagedZstd = errors.New("damaged zstd data")

func (z *zstdAt) explain(err error) error {
	switch {
	case err == nil, errors.Is(err, io.EOF):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		// ReadFull says so at the end of good data too; only the decoder knows whether the frame was whole.
		if _, more := z.dec.Read(make([]byte, 1)); errors.Is(more, io.EOF) {
			return io.EOF
		}
	}
	return fmt.Errorf("%w: %w", errDamagedZstd, err)
}
