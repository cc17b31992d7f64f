package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// suite is one run of the bench: the files, the jobs over them, and what is missing.
type suite struct {
	dir       string
	promptctl string
	runs      int
	seed      uint64
	progress  io.Writer
	missing   []string

	size, tail, resumedSize, requests int64
	big, resumed, long, longer        *session
	longOut, longerOut                int64 // bytes that build --all prints

	wc, jq, loop, steps, stepsJSONL, last, end *job // over big
	resumedWC, endResumed                      *job
	all, allLonger                             *job
	version                                    *job
}

func runSuite(args []string, out, progress io.Writer) error {
	s := &suite{progress: progress}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.Int64Var(&s.size, "size", 1024, "`MB` of the large session")
	flags.Int64Var(&s.tail, "tail", -1, "`MB` behind its last compaction (a tenth of -size, at most 100)")
	flags.Int64Var(&s.resumedSize, "resumed-size", 300, "`MB` of the session that is compared with the client's own resume")
	flags.Int64Var(&s.requests, "requests", 400, "requests of the session without compaction; another has twice as many")
	flags.IntVar(&s.runs, "n", 5, "runs of each command, of which the median counts")
	flags.Uint64Var(&s.seed, "seed", 1, "of the generated sessions")
	flags.StringVar(&s.dir, "dir", "", "keep the generated sessions in `DIR` (a temporary folder, removed at the end)")
	flags.StringVar(&s.promptctl, "promptctl", "", "measure this `PROGRAM` (one built from the module)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q is neither a flag nor generate nor loop", flags.Arg(0))
	}
	if s.tail < 0 {
		s.tail = min(s.size/10, 100)
	}
	if s.runs < 1 || s.size < 16 || s.resumedSize < 16 || s.tail*3 > s.size || s.requests < 2 {
		return errors.New("needs -n 1, -size and -resumed-size 16, -tail a third of -size at most, -requests 2")
	}
	if s.dir == "" {
		dir, err := os.MkdirTemp("", "promptctl-bench-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		s.dir = dir
	}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	if err := s.prepare(); err != nil {
		return err
	}
	if err := s.measure(); err != nil {
		return err
	}
	s.report(out)
	return nil
}

// jobs are in the order of the table.
func (s *suite) jobs() []*job {
	return []*job{s.wc, s.jq, s.loop, s.steps, s.stepsJSONL, s.last, s.end, s.resumedWC, s.endResumed, s.all, s.allLonger, s.version}
}

// measure runs all jobs in turn, round by round, so that what disturbs the machine for a while disturbs all alike.
func (s *suite) measure() error {
	for _, f := range []*session{s.big, s.resumed, s.long, s.longer} {
		if err := warm(f.path); err != nil {
			return err
		}
	}
	for round := range s.runs {
		s.say("round %d of %d", round+1, s.runs)
		for _, j := range s.jobs() {
			if j.once && round > 0 {
				continue
			}
			err := j.run()
			if errors.Is(err, exec.ErrNotFound) {
				if round == 0 {
					s.missing = append(s.missing, j.args[0])
				}
				continue
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// warm reads a file into the page cache.
func warm(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(io.Discard, file)
	return err
}
