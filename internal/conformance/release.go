package conformance

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const npmPackage = "@openai/codex"

// ErrNoRegistry means that npm is not there or does not reach its registry.
var ErrNoRegistry = errors.New("npm does not serve " + npmPackage)

var errNoRelease = errors.New("no such release of " + npmPackage)

// Release is an installed release of the client.
type Release struct {
	Version string
	Binary  string
}

// Newest asks npm for the newest release.
func Newest(ctx context.Context) (string, error) {
	out, err := npm(ctx, "view", npmPackage, "version")
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(out)), nil
}

// Install puts a release under dir, unless it is there already.
func Install(ctx context.Context, version, dir string) (Release, error) {
	prefix := filepath.Join(dir, version)
	if binary, err := findBinary(prefix); err == nil {
		return Release{version, binary}, nil
	}
	if _, err := npm(ctx, "install", "--no-audit", "--no-fund", "--prefix", prefix, npmPackage+"@"+version); err != nil {
		return Release{}, err
	}
	binary, err := findBinary(prefix)
	return Release{version, binary}, err
}

// npm runs npm. An answer of the registry, such as that there is no such release, is an error of its own.
func npm(ctx context.Context, args ...string) ([]byte, error) {
	args = append(args, "--fetch-retries=1", "--fetch-retry-mintimeout=1000")
	out, err := exec.CommandContext(ctx, "npm", args...).Output()
	if err == nil {
		return out, nil
	}
	said := err.Error()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		said = string(exit.Stderr)
	}
	why := ErrNoRegistry
	if strings.Contains(said, "E404") || strings.Contains(said, "ETARGET") {
		why = errNoRelease
	}
	first, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
	return nil, fmt.Errorf("%w: npm %s: %s", why, strings.Join(args[:2], " "), first)
}

// findBinary finds the native client. The npm package starts it from a Node script, which a signal would reach instead.
func findBinary(prefix string) (string, error) {
	found := ""
	err := filepath.WalkDir(filepath.Join(prefix, "node_modules", "@openai"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := entry.Name(); (name == "codex" || name == "codex.exe") && isProgram(path) {
			found = path
			return fs.SkipAll
		}
		return nil
	})
	if err == nil && found == "" {
		err = fmt.Errorf("%s: no client binary for this machine", prefix)
	}
	return found, err
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Size() > 1<<20
}
