package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/pelletier/go-toml/v2"
)

// Kind says where a layer comes from. A later kind is stronger.
type Kind int

const (
	System Kind = iota
	User
	Profile
	Project
	Flag
	Managed
)

// Layer is one source of settings.
type Layer struct {
	Kind   Kind
	Name   string // the file's path, or the flag as it was given
	Unused string // why it does not count, "" when it does

	values map[string]any
}

// maxFile is the size up to which a config.toml is read.
const maxFile = 16 << 20

// readLayer reads a config.toml. A file that is not there gives no layer.
func readLayer(kind Kind, path string) (*Layer, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR): // its folder may be a file
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a regular file", path)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s: %d bytes: more than a config.toml may have (%d)", path, info.Size(), maxFile)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	layer := &Layer{Kind: kind, Name: path}
	if err := toml.Unmarshal(text, &layer.values); err != nil {
		return nil, fmt.Errorf("%s%s", path, describe(err))
	}
	return layer, nil
}

// describe is a TOML error with its line.
func describe(err error) string {
	var at *toml.DecodeError
	if errors.As(err, &at) {
		line, column := at.Position()
		return fmt.Sprintf(":%d:%d: %v", line, column, err)
	}
	return ": " + err.Error()
}

// lookup finds a value by its path of keys. hidden says that the layer puts something else where the path leads through, so
// that weaker layers do not count either.
func (l *Layer) lookup(path []string) (value any, found, hidden bool) {
	var at any = l.values
	for _, key := range path {
		table, ok := at.(map[string]any)
		if !ok {
			return nil, false, true
		}
		if at, ok = table[key]; !ok {
			return nil, false, false
		}
	}
	return at, true, false
}
