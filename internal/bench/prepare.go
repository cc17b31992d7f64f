package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// prepare builds the program, generates the files, checks what the program finds in them, and lays out the jobs.
func (s *suite) prepare() (err error) {
	if s.promptctl == "" {
		s.promptctl = filepath.Join(s.dir, "promptctl")
		s.say("building promptctl")
		if said, err := exec.Command("go", "build", "-o", s.promptctl, "promptctl/cmd/promptctl").CombinedOutput(); err != nil {
			return fmt.Errorf("building promptctl: %w: %s", err, said)
		}
	}
	mixed := func(size, tail int64) []string {
		return []string{"-size", strconv.FormatInt(size, 10), "-tail", strconv.FormatInt(tail, 10), "mixed"}
	}
	long := func(requests int64) []string { return []string{"-requests", strconv.FormatInt(requests, 10), "long"} }
	for _, f := range []struct {
		to   **session
		name string
		args []string
	}{
		{&s.big, "big", mixed(s.size, s.tail)},
		{&s.resumed, "resumed", mixed(s.resumedSize, s.resumedSize/10)},
		{&s.long, "long", long(s.requests)},
		{&s.longer, "longer", long(2 * s.requests)},
	} {
		if *f.to, err = s.generate(f.name, f.args); err != nil {
			return err
		}
		if err := s.inspect(*f.to); err != nil {
			return err
		}
	}
	if s.longOut, err = s.printed(s.long); err != nil {
		return err
	}
	if s.longerOut, err = s.printed(s.longer); err != nil {
		return err
	}
	return s.layOut()
}

func (s *suite) say(format string, args ...any) {
	fmt.Fprintf(s.progress, "bench: "+format+"\n", args...)
}

func (s *suite) generate(name string, args []string) (*session, error) {
	f := &session{path: filepath.Join(s.dir, name+".jsonl")}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	s.say("generating %s.jsonl", name)
	args = append(append([]string{"generate", "-seed", strconv.FormatUint(s.seed, 10)}, args...), f.path)
	err = output(func(r io.Reader) error { return json.NewDecoder(r).Decode(&f.tally) }, self, args...)
	return f, err
}

// inspect takes from promptctl how large requests are, and makes sure that it found those that were generated: a fast
// answer that is wrong is no result.
func (s *suite) inspect(f *session) error {
	found := 0
	err := output(func(r io.Reader) error {
		for decoder := json.NewDecoder(r); ; found++ {
			var step struct{ Bytes int64 }
			if err := decoder.Decode(&step); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
			f.largest = max(f.largest, step.Bytes)
		}
	}, s.promptctl, "steps", f.path, "--format", "jsonl")
	if err == nil && found != f.Requests {
		err = fmt.Errorf("%s: promptctl steps found %d requests, %d were generated", f.path, found, f.Requests)
	}
	return err
}

// printed is the number of bytes that build --all prints.
func (s *suite) printed(f *session) (n int64, err error) {
	err = output(func(r io.Reader) (err error) {
		n, err = io.Copy(io.Discard, r)
		return err
	}, s.promptctl, "build", f.path, "--all", "--format", "jsonl")
	return n, err
}

func (s *suite) layOut() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	build := func(f *session, step string) []string {
		return []string{s.promptctl, "build", f.path, "--step", step, "--format", "json"}
	}
	all := func(f *session) []string { return []string{s.promptctl, "build", f.path, "--all", "--format", "jsonl"} }
	s.wc = &job{name: "wc -l", args: []string{"wc", "-l", s.big.path}, over: s.big}
	s.jq = &job{name: "jq -c .type", args: []string{"jq", "-c", ".type", s.big.path}, over: s.big, once: true}
	s.loop = &job{name: "encoding/json loop", args: []string{self, "loop", s.big.path}, over: s.big}
	s.steps = &job{name: "promptctl steps", args: []string{s.promptctl, "steps", s.big.path}, over: s.big}
	s.stepsJSONL = &job{name: "promptctl steps --format jsonl", args: []string{s.promptctl, "steps", s.big.path, "--format", "jsonl"}, over: s.big}
	s.last = &job{name: "promptctl build --step last", args: build(s.big, "last"), over: s.big}
	s.end = &job{name: "promptctl build --step end", args: build(s.big, "end"), over: s.big}
	s.resumedWC = &job{name: "wc -l", args: []string{"wc", "-l", s.resumed.path}, over: s.resumed}
	s.endResumed = &job{name: "promptctl build --step end", args: build(s.resumed, "end"), over: s.resumed}
	s.all = &job{name: "promptctl build --all", args: all(s.long), over: s.long}
	s.allLonger = &job{name: "promptctl build --all", args: all(s.longer), over: s.longer}
	s.version = &job{name: "promptctl --version", args: []string{s.promptctl, "--version"}}
	return nil
}
