package agentsmd

import "strings"

// purse is the budget that project files share, and what is left of it.
type purse struct {
	size, left int64
}

func newPurse(size int64) *purse { return &purse{size, size} }

// take spends the budget on a file and says what of it arrives.
//
// NOTE(codex): 0.145.0 the bytes are cut where the budget ends, in the middle of a letter too, and nothing marks the place. A
// file of white space costs nothing.
func (p *purse) take(d *document) File {
	f := File{Path: d.path, Size: d.size, Spent: p.size - p.left}
	if d.gone {
		f.Status, f.Reason = NotRegular, leadsNowhere
		return f
	}
	if d.err != nil {
		f.Status, f.Reason = Unreadable, d.err.Error()
		return f
	}
	raw := d.head[:min(int64(len(d.head)), p.left)]
	text, replaced := decode(raw)
	blank := strings.TrimSpace(text) == ""
	whole := int64(len(raw)) == d.size
	switch {
	case blank && whole:
		f.Status = Empty
		return f
	case blank && p.left == 0:
		f.Status = OverBudget
	case blank:
		f.Status, f.Reason = Cut, "the part that fits the budget is white space, and is left out"
	default:
		f.raw, f.text, f.Kept, f.Replaced = raw, text, int64(len(raw)), replaced
		f.Status = loadedAs(whole, replaced)
		p.left -= f.Kept
	}
	f.Spent = p.size - p.left
	d.describeLines(&f)
	return f
}

func loadedAs(whole bool, replaced int64) Status {
	switch {
	case !whole:
		return Cut
	case replaced > 0:
		return BadUTF8
	}
	return Loaded
}
