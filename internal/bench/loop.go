package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// runLoop reads the lines of a rollout as a first script would, and counts those of each type.
func runLoop(args []string, out io.Writer) error {
	if len(args) != 1 {
		return errors.New("loop needs a file")
	}
	file, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer file.Close()
	types := map[string]int{}
	for lines := bufio.NewReader(file); ; {
		raw, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		var line struct {
			Type    string          `json:"type"`
			Payload json.RawMessage `json:"payload"`
		}
		if err := json.Unmarshal(raw, &line); err != nil {
			return err
		}
		types[line.Type]++
	}
	_, err = fmt.Fprintln(out, types)
	return err
}
