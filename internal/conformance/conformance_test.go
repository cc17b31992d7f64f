//go:build conformance

package conformance

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"promptctl/internal/codex"
)

// TestConformance plays the scenarios against a real client. Its settings are environment variables:
//
//	CODEX      the release, such as 0.145.0; the newest that npm serves if unset
//	CODEX_DIR  a folder to keep installed releases in; a temporary one if unset
//	SCENARIOS  names separated by commas, or short; all if unset
//	FIGURES    a file to put the release's figures into; none if unset
//	KEEP       a folder for the rollouts and bodies of scenarios that do not conform
func TestConformance(t *testing.T) {
	release := install(t)
	t.Logf("client %s at %s", release.Version, release.Binary)
	var rows []Row
	for _, s := range selected(t, os.Getenv("SCENARIOS")) {
		t.Run(s.Name, func(t *testing.T) {
			row := conform(t, release, s)
			rows = append(rows, row)
			if row.Score == nil {
				t.Skipf("SKIP: the release cannot play this: %v", row.Err)
			}
		})
	}
	var table strings.Builder
	if err := WriteTable(&table, rows); err != nil {
		t.Fatal(err)
	}
	t.Logf("codex %s\n%s", release.Version, table.String())
	if path := os.Getenv("FIGURES"); path != "" {
		if err := keepFigures(path, FiguresOf(release.Version, rows)); err != nil {
			t.Error(err)
		}
	}
}

// keepFigures puts the figures of a release into a file that holds those of others.
func keepFigures(path string, f codex.Figures) error {
	var all []codex.Figures
	text, err := os.ReadFile(path)
	if err == nil {
		if all, err = codex.ParseFigures(text); err != nil {
			return err
		}
	}
	if text, err = codex.WithFigures(all, f); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

func install(t *testing.T) Release {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	version, dir := os.Getenv("CODEX"), os.Getenv("CODEX_DIR")
	if dir == "" {
		dir = t.TempDir()
	}
	var err error
	if version == "" {
		version, err = Newest(ctx)
	}
	var release Release
	if err == nil {
		release, err = Install(ctx, version, dir)
	}
	if errors.Is(err, ErrNoRegistry) {
		t.Skipf("SKIP: there is no client to compare with: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return release
}

func selected(t *testing.T, names string) []Scenario {
	var chosen []Scenario
	wanted := strings.Split(names, ",")
	for _, s := range Scenarios() {
		if names == "" || names == "short" && s.Short || slices.Contains(wanted, s.Name) {
			chosen = append(chosen, s)
			wanted = slices.DeleteFunc(wanted, func(name string) bool { return name == s.Name })
		}
	}
	if names != "" && names != "short" && len(wanted) > 0 {
		t.Fatalf("SCENARIOS: no scenario %s", strings.Join(wanted, ", "))
	}
	return chosen
}

// conform plays one scenario and scores it.
func conform(t *testing.T, release Release, s Scenario) Row {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	capture, err := Run(ctx, release, s, t.TempDir())
	row := Row{Capture: capture, Err: err}
	var refused *RefusedError
	if errors.As(err, &refused) {
		return row
	}
	if err != nil {
		t.Error(err)
	}
	if row.Score, err = Compare(capture); err != nil {
		t.Error(err)
		row.Err = errors.Join(row.Err, err)
	}
	for _, remark := range row.Score.Remarks {
		t.Log(remark)
	}
	for _, mismatch := range row.Score.Mismatches {
		if capture.Unknowable != "" {
			t.Log(mismatch)
			continue
		}
		t.Error(mismatch)
	}
	if keep := os.Getenv("KEEP"); keep != "" && t.Failed() {
		if err := capture.Save(filepath.Join(keep, release.Version+"-"+s.Name)); err != nil {
			t.Error(err)
		}
	}
	return row
}
