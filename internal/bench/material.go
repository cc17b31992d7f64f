package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
)

const (
	textStock   = 2 << 20
	binaryStock = 3 << 20
)

// material is what sessions are made of: terminal output and source as they stand escaped in a JSON string, and base64. Both
// are cut out of a stock, which is as good as new for a reader and far quicker to write.
type material struct {
	random
	stock  []byte // whole lines, escaped
	starts []int  // of the lines in stock
	binary []byte // base64
}

func newMaterial(seed uint64) *material {
	m := &material{random: random(seed)}
	for len(m.stock) < textStock {
		m.starts = append(m.starts, len(m.stock))
		m.stock = append(m.stock, escaped(m.terminalLine())...)
	}
	raw := make([]byte, binaryStock/4*3)
	for i := range raw {
		raw[i] = byte(m.next())
	}
	m.binary = base64.StdEncoding.AppendEncode(nil, raw)
	return m
}

// terminalLine is one line of what a terminal shows. The kinds differ in how much of them must be escaped and how much is not ASCII.
func (m *material) terminalLine() string {
	n, word := m.below(100_000), words[m.below(len(words))]
	switch m.below(10) {
	case 0, 1, 2:
		return fmt.Sprintf("\tif err := %s.Close(ctx, %d); err != nil {\n", word, n)
	case 3:
		return fmt.Sprintf("\t\treturn fmt.Errorf(\"%s %%d: %%w\", n, err)\n", word)
	case 4:
		return fmt.Sprintf("{\"level\":\"info\",\"path\":\"/srv/%s/%d\",\"status\":200}\n", word, n)
	case 5:
		return fmt.Sprintf("\x1b[32m✓\x1b[0m %s › handles the case when %s is empty (%d ms)\n", word, word, n)
	case 6:
		return fmt.Sprintf("2026-01-05T09:%02d:%02d WARN %s: größer als erwartet — 値 %d\n", n%60, n/60%60, word, n)
	case 7:
		return "\n"
	default:
		return fmt.Sprintf("%s/%s_test.go:%d: the %s that was sent does not match the %s in the record\n", word, word, n, word, word)
	}
}

var words = []string{"session", "rollout", "history", "request", "window", "turn", "parser", "scheduler", "cache", "button"}

// escaped is a text as Codex writes it inside a JSON string.
func escaped(text string) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // a string always encodes
	}
	return out.Bytes()[1 : out.Len()-2]
}

// text returns text of about n bytes, in whole lines.
func (m *material) text(n int) []byte {
	out := make([]byte, 0, n+256)
	for len(out) < n {
		first := m.below(len(m.starts))
		out = append(out, m.slice(first, n-len(out))...)
	}
	return out
}

// slice is n bytes of the stock or a little more, from a line on, as far as the stock goes.
func (m *material) slice(first, n int) []byte {
	from := m.starts[first]
	mean := len(m.stock) / len(m.starts)
	for last := first + 1 + n/(mean*2); last < len(m.starts); last++ {
		if m.starts[last]-from >= n {
			return m.stock[from:m.starts[last]]
		}
	}
	return m.stock[from:]
}

// base64 returns n bytes of it.
func (m *material) base64(n int) []byte {
	out := make([]byte, 0, n)
	for len(out) < n {
		from := m.below(len(m.binary) / 2)
		out = append(out, m.binary[from:min(len(m.binary), from+n-len(out))]...)
	}
	return out
}

// pngHead is the base64 of the signature and header chunk of a 1280×800 image.
const pngHead = "iVBORw0KGgoAAAANSUhEUgAABQAAAAMgCAYAAADz"

// image is a data URL of about n bytes. Behind its head there are no pixels: nobody here looks at them.
func (m *material) image(n int) []byte {
	return append([]byte("data:image/png;base64,"+pngHead), m.base64(max(n-len(pngHead), 4)/4*4)...)
}

// uuid is a version 7 one, whose time the thread sets.
func (m *material) uuid(milliseconds int64) string {
	a, b := m.next(), m.next()
	return fmt.Sprintf("%08x-%04x-7%03x-%04x-%012x", milliseconds>>16, milliseconds&0xffff, a&0xfff, b>>48&0x3fff|0x8000, b&0xffffffffffff)
}
