package drift

import (
	"fmt"
	"slices"
	"strings"

	"promptctl/internal/diag"
)

// Comparison is how a prompt stands to what is locked of it.
type Comparison struct {
	Name, Step string
	Prompt     *Prompt // nil for one that is only in the lock
	Locked     *Locked // nil for one that is not in it
	Causes     []Cause // of another release or model, whether a section shows it or not
	Changes    []Change
	Order      string // how the order of sections changed, "" when it did not
}

// Change is a section that is not as it was.
type Change struct {
	ID, Role string
	Was, Now *LockedSection // nil where there was, or is, none
	Before   string         // the text, as far as it is known
	After    string
	Causes   []Cause
}

// Cause is what made a section another one.
type Cause struct {
	Message string
	Place   diag.Place // zero where there is none
}

// Differs reports whether the prompt is not what is locked.
func (c *Comparison) Differs() bool {
	return c.Prompt == nil || c.Locked == nil || len(c.Changes) > 0 || len(c.Causes) > 0 || c.Order != ""
}

// Compare compares a prompt with what a lock has of it, nil for nothing.
func Compare(l *Locked, p *Prompt) *Comparison {
	c := &Comparison{Name: p.Name, Step: p.Step, Prompt: p, Locked: l}
	if l == nil {
		return c
	}
	c.Causes = slices.Concat(c.release(), c.model())
	for i := range p.Sections {
		now := p.Sections[i].lock()
		was := l.section(now.ID)
		if was != nil && same(was, &now) {
			continue
		}
		c.Changes = append(c.Changes, c.change(was, &now, &p.Sections[i]))
	}
	for i := range l.Sections {
		if was := &l.Sections[i]; p.section(was.ID) == nil {
			c.Changes = append(c.Changes, c.change(was, nil, &Section{ID: was.ID, Role: was.Role}))
		}
	}
	c.Order = c.order()
	return c
}

// ComparePrompts compares two prompts of one case.
func ComparePrompts(was, now *Prompt) *Comparison { return Compare(was.whole(), now) }

// Gone is a prompt that only the lock has.
func Gone(l *Locked) *Comparison { return &Comparison{Name: l.Name, Step: l.Step, Locked: l} }

func same(a, b *LockedSection) bool {
	return a.SHA256 == b.SHA256 && a.Role == b.Role && a.Unresolved == b.Unresolved
}

func (l *Locked) section(id string) *LockedSection {
	for i := range l.Sections {
		if l.Sections[i].ID == id {
			return &l.Sections[i]
		}
	}
	return nil
}

func (c *Comparison) change(was, now *LockedSection, s *Section) Change {
	change := Change{ID: s.ID, Role: s.Role, Was: was, Now: now, After: s.Text}
	if was != nil {
		change.Before = string(was.Text)
		if was.Lines != nil {
			change.Before = restore(was.Lines, s.Text)
		}
	}
	change.Before, change.After = endedAlike(change.Before, change.After)
	change.Causes = c.causes(&change, s)
	return change
}

// endedAlike ends both texts with a line's end, so that a last line is the same with and without one; unless that is all that
// differs.
func endedAlike(before, after string) (string, string) {
	a, b := ended(before), ended(after)
	if a == b {
		return before, after
	}
	return a, b
}

func ended(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

// order compares the order of the sections that are in both.
func (c *Comparison) order() string {
	var was, now []string
	for _, s := range c.Locked.Sections {
		if c.Prompt.section(s.ID) != nil {
			was = append(was, s.ID)
		}
	}
	for _, s := range c.Prompt.Sections {
		if c.Locked.section(s.ID) != nil {
			now = append(now, s.ID)
		}
	}
	if slices.Equal(was, now) {
		return ""
	}
	return fmt.Sprintf("%s → %s", strings.Join(was, ", "), strings.Join(now, ", "))
}
