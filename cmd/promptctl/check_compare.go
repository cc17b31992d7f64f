package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"

	"promptctl/internal/drift"
	"promptctl/internal/render"
)

// cases are those to look at.
func (c *check) cases() []*drift.Case {
	if len(c.only) == 0 {
		return c.suite.Cases
	}
	return slices.DeleteFunc(slices.Clone(c.suite.Cases), func(k *drift.Case) bool { return !slices.Contains(c.only, k.Name) })
}

// compareLock compares each case with the lock file, or writes that, and tries the assertions.
func (c *check) compareLock(update bool, report *render.CheckReport) error {
	if c.lockPath() == "" && update {
		return usageError{fmt.Errorf("%s: lock is none: there is no lock file to write", c.suite.File)}
	}
	if err := c.readLock(update); err != nil {
		return err
	}
	fresh := map[string][]*drift.Prompt{}
	for _, k := range c.cases() {
		compiled, err := c.compile(k, c.releaseOf(k, update))
		if err != nil {
			return err
		}
		fresh[k.Name] = compiled.Prompts
		for _, p := range compiled.Prompts {
			report.Prompts++
			if c.lockPath() != "" {
				report.Comparisons = append(report.Comparisons, drift.Compare(c.lock.Find(p.Name, p.Step), p))
			}
		}
		results, err := compiled.Evaluate(c.dir)
		if err != nil {
			return err
		}
		report.Results = append(report.Results, results...)
	}
	c.gone(fresh, report)
	if update {
		return c.write(fresh, report)
	}
	return nil
}

// gone adds what only the lock has.
func (c *check) gone(fresh map[string][]*drift.Prompt, report *render.CheckReport) {
	for _, l := range c.lock.Prompts {
		prompts, compiled := fresh[l.Name]
		known := slices.ContainsFunc(c.suite.Cases, func(k *drift.Case) bool { return k.Name == l.Name })
		has := slices.ContainsFunc(prompts, func(p *drift.Prompt) bool { return p.Step == l.Step })
		if compiled && !has || !known && len(c.only) == 0 {
			report.Comparisons = append(report.Comparisons, drift.Gone(l))
		}
	}
}

// write writes the lock file, whole or not at all. One that would be the same stays as it is.
func (c *check) write(fresh map[string][]*drift.Prompt, report *render.CheckReport) error {
	var text bytes.Buffer
	if _, err := c.lock.With(c.suite, fresh).WriteTo(&text); err != nil {
		return err
	}
	report.Updated = true
	if old, err := os.ReadFile(c.lockPath()); err == nil && bytes.Equal(old, text.Bytes()) {
		report.Unchanged = true
		return nil
	}
	temporary := c.lockPath() + ".new"
	if err := os.WriteFile(temporary, text.Bytes(), 0o644); err != nil {
		return err
	}
	if err := os.Rename(temporary, c.lockPath()); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}

// compareReleases compares what the first release makes of each case with what the others do.
func (c *check) compareReleases(versions []string, report *render.CheckReport) error {
	report.Lock, report.Releases = "", versions
	for _, k := range c.cases() {
		var first []*drift.Prompt
		for i, version := range versions {
			compiled, err := c.compile(k, version)
			if err != nil {
				return err
			}
			if i == 0 {
				first = compiled.Prompts
				continue
			}
			for n, p := range compiled.Prompts {
				report.Prompts++
				comparison := drift.ComparePrompts(first[n], p)
				comparison.Causes = nil // that is what was asked for
				report.Comparisons = append(report.Comparisons, comparison)
			}
		}
	}
	return nil
}

// releaseOf is the release that a case is compiled for: the one that was asked for, or else the one that is locked, so that a
// newer promptctl alone changes nothing. "" is the newest known, and for a session the one that recorded it.
func (c *check) releaseOf(k *drift.Case, update bool) string {
	switch {
	case c.release != "":
		return c.release
	case k.Release != "":
		return k.Release
	case c.app.settings.Version != "" || update || k.Session != "":
		return c.app.settings.Version
	}
	if l := c.lock.Find(k.Name, ""); l != nil {
		return l.Codex
	}
	return ""
}
