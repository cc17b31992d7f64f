package conformance

import (
	"os"
	"path/filepath"
)

// Write puts files into the workspace.
type Write struct{ Files map[string]string }

func (s Write) run(d *Driver) error { return writeFiles(d.workspace(), s.Files) }

// Remove deletes a file of the workspace.
type Remove struct{ Name string }

func (s Remove) run(d *Driver) error { return os.Remove(filepath.Join(d.workspace(), s.Name)) }

func writeFiles(dir string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func appendFile(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}
