package main

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// job is a command over one of the generated files, and what its runs took. Its output goes nowhere.
type job struct {
	name string
	args []string
	over *session
	once bool // too slow for more than one run

	times []time.Duration
	cpu   []time.Duration // of the processor, which other programs disturb less
	peak  int64           // bytes of memory, the most of any run
}

// session is a generated file.
type session struct {
	tally
	path    string
	largest int64 // bytes of its largest request
}

// run starts the program once. Peak memory is what the kernel says of the child, and that is never below this program's own:
// so whatever is large here runs as a child too.
func (j *job) run() error {
	cmd := exec.Command(j.args[0], j.args[1:]...)
	var said bytes.Buffer
	cmd.Stderr = &said
	begin := time.Now()
	err := cmd.Run()
	took := time.Since(begin)
	if err != nil {
		return fmt.Errorf("%s: %w: %s", j.name, err, strings.TrimSpace(said.String()))
	}
	j.times = append(j.times, took)
	j.cpu = append(j.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	if used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		j.peak = max(j.peak, used.Maxrss<<10)
	}
	return nil
}

// median is the middle time, 0 for a job that did not run.
func (j *job) median() time.Duration { return median(j.times) }

func median(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}

// rate is in MB of the file each second.
func (j *job) rate() float64 { return float64(j.over.Bytes) / megabyte / j.median().Seconds() }

// output runs a program outside the measuring and hands what it prints to read.
func output(read func(io.Reader) error, program string, args ...string) error {
	cmd := exec.Command(program, args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := read(out); err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		return fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%s %s: %w: %s", program, strings.Join(args, " "), err, strings.TrimSpace(said.String()))
	}
	return nil
}
