package history

import (
	"fmt"
	"math"
	"unicode/utf8"

	"promptctl/internal/codex"
	"promptctl/internal/rawjson"
)

// budget is a truncation limit in its own unit.
type budget struct {
	limit  int
	tokens bool // limit counts tokens of four bytes
}

// recordBudget is what recording allows a tool output under a model's policy.
//
// NOTE(codex): 0.145.0 the policy × 1.2, rounded up: the serialized form may be a little longer than the text.
func recordBudget(p codex.TruncationPolicy) budget {
	return budget{int(math.Ceil(float64(p.Limit) * 1.2)), p.Mode == "tokens"}
}

func (b budget) bytes() int {
	if b.tokens {
		return b.limit * 4
	}
	return b.limit
}

// tokensOf approximates tokens as Codex does: four bytes each, rounded up.
func tokensOf(bytes int) int { return (bytes + 3) / 4 }

// truncateText shortens a text in the middle. The marker stands where text was removed and counts it.
func truncateText(text string, b budget) string {
	limit := b.bytes()
	if text == "" || len(text) <= limit && limit > 0 {
		return text
	}
	prefix, suffix, removed := split(text, limit/2, limit-limit/2)
	return prefix + b.marker(len(text), removed) + suffix
}

// marker says how much was removed from a text of so many bytes.
//
// NOTE(codex): 0.145.0 tokens are counted over the budget, characters as they were removed.
func (b budget) marker(length, removed int) string {
	if b.tokens {
		return fmt.Sprintf("…%d tokens truncated…", tokensOf(length-b.bytes()))
	}
	return fmt.Sprintf("…%d chars truncated…", removed)
}

// split keeps at most left bytes from the start and right bytes from the end, whole characters only, and counts the
// characters between.
func split(text string, left, right int) (prefix, suffix string, removed int) {
	end := 0
	for end < len(text) {
		_, n := utf8.DecodeRuneInString(text[end:])
		if end+n > left {
			break
		}
		end += n
	}
	begin := max(len(text)-right, 0)
	for begin < len(text) && !utf8.RuneStart(text[begin]) {
		begin++
	}
	begin = max(begin, end)
	return text[:end], text[begin:], utf8.RuneCountInString(text[end:begin])
}

// truncated returns the item as recording keeps it: a tool output within the budget. The item itself is returned when it fits.
func truncated(it *ResponseItem, policy codex.TruncationPolicy) *ResponseItem {
	if it.Type != FunctionCallOutput && it.Type != CustomToolCallOutput {
		return it
	}
	b := recordBudget(policy)
	if it.TokenLimit > 0 {
		b = budget{it.TokenLimit, true}
	}
	value := it.Value(FieldOutput)
	if len(value)-2 <= b.bytes() && b.limit > 0 {
		return it // escapes only make JSON longer than the text it holds
	}
	short := truncateParts
	if value[0] == '"' {
		short = truncateString
	}
	cut := short(value, b)
	if cut == nil {
		return it
	}
	copied := it.with(FieldOutput, cut)
	copied.Truncated, copied.cutBy = true, policy
	return copied
}

// truncateString shortens a JSON string; nil when it fits. The text between the ends is counted, not decoded.
func truncateString(value []byte, b budget) []byte {
	limit := b.bytes()
	length, runes := rawjson.Size(value)
	if length == 0 || length <= limit && limit > 0 {
		return nil
	}
	left, right := limit/2, limit-limit/2
	head, tail := rawjson.Ends(value, right)
	prefix, _, _ := split(head, left, 0)
	_, suffix, _ := split(tail, 0, right)
	removed := runes - utf8.RuneCountInString(prefix) - utf8.RuneCountInString(suffix)
	return rawjson.AppendString(nil, prefix+b.marker(length, removed)+suffix)
}

// truncateParts shortens an array of content entries; nil when nothing had to go.
//
// NOTE(codex): 0.145.0 images and encrypted content cost nothing, texts use the budget up in order, and a note at the end
// counts what was left out.
func truncateParts(array []byte, b budget) []byte {
	cut := partCutter{left: b.limit, tokens: b.tokens, out: []byte{'['}}
	for m := rawjson.Walk(array); m.NextElement(); {
		switch string(textOf(rawjson.Field(m.Value, "type"))) {
		case "input_text":
			cut.text(m.Value)
		case "input_audio":
			cut.audio(m.Value)
		default:
			cut.keep(m.Value)
		}
	}
	cut.note(cut.omitted, "text")
	cut.note(cut.omittedAudio, "audio")
	if !cut.changed {
		return nil
	}
	return append(cut.out, ']')
}

type partCutter struct {
	left                  int
	tokens                bool
	omitted, omittedAudio int
	changed               bool
	out                   []byte
}

func (c *partCutter) keep(part []byte) {
	if len(c.out) > 1 {
		c.out = append(c.out, ',')
	}
	c.out = append(c.out, part...)
}

func (c *partCutter) text(part []byte) {
	text := partText(part)
	cost := len(text)
	if c.tokens {
		cost = tokensOf(cost)
	}
	switch {
	case c.left == 0:
		c.omitted++
		c.changed = true
	case cost <= c.left:
		c.left -= cost
		c.keep(part)
	default:
		c.changed = true
		if short := truncateText(text, budget{c.left, c.tokens}); short != "" {
			c.keep(textPart(short))
		} else {
			c.omitted++
		}
		c.left = 0
	}
}

// audio keeps an entry that fits. Its length in seconds is not decoded: a quarter of its URL's bytes stands for it.
func (c *partCutter) audio(part []byte) {
	cost := tokensOf(len(rawjson.String(rawjson.Field(part, "audio_url"))))
	if !c.tokens {
		cost *= 4
	}
	if cost > c.left {
		c.omittedAudio++
		c.changed = true
		return
	}
	c.left -= cost
	c.keep(part)
}

func (c *partCutter) note(n int, kind string) {
	if n > 0 {
		c.keep(textPart(fmt.Sprintf("[omitted %d %s items ...]", n, kind)))
	}
}

func textPart(text string) []byte {
	return append(rawjson.AppendString([]byte(`{"type":"input_text","text":`), text), '}')
}

// with returns a copy of the item in which a member that it has holds another value.
func (it *ResponseItem) with(f Field, value []byte) *ResponseItem {
	s := it.spans[f]
	raw := make([]byte, 0, len(it.Raw)-int(s.end-s.value)+len(value))
	raw = append(raw, it.Raw[:s.value]...)
	raw = append(raw, value...)
	raw = append(raw, it.Raw[s.end:]...)
	copied := *it
	copied.Raw, copied.tokens = raw, 0
	shift := uint32(len(value)) - (s.end - s.value) // wraps, and wraps back when added
	for i := range copied.spans {
		other := &copied.spans[i]
		if other.end == 0 || other.start < s.start {
			continue
		}
		if other.start > s.start {
			other.start += shift
			other.value += shift
		}
		other.end += shift
	}
	return &copied
}
