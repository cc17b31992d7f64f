package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// ticks is how many of a process's clock ticks a second has, for every program on Linux.
const ticks = 100

// holderOf finds the newest process that has a file open to write to it, nil for none. known is false where this system does
// not tell.
func holderOf(path string) (h *holder, known bool) {
	want, err := os.Stat(path)
	if err != nil {
		return nil, false
	}
	descriptors, err := filepath.Glob("/proc/[0-9]*/fd/*")
	if err != nil || len(descriptors) == 0 {
		return nil, false
	}
	for _, descriptor := range descriptors {
		name, err := os.Readlink(descriptor)
		if err != nil || filepath.Base(name) != filepath.Base(path) || !writes(descriptor) {
			continue
		}
		if info, err := os.Stat(descriptor); err != nil || !os.SameFile(info, want) {
			continue
		}
		process := filepath.Dir(filepath.Dir(descriptor))
		started, ok := startOf(process)
		if ok && (h == nil || started.After(h.started)) {
			pid, _ := strconv.Atoi(filepath.Base(process))
			h = &holder{pid, started}
		}
	}
	return h, true
}

// writes reports whether a descriptor was opened for writing.
func writes(descriptor string) bool {
	folder, number := filepath.Split(descriptor)
	info, err := os.ReadFile(filepath.Join(filepath.Dir(filepath.Clean(folder)), "fdinfo", number))
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(info)) {
		if flags, ok := strings.CutPrefix(line, "flags:"); ok {
			n, err := strconv.ParseUint(strings.TrimSpace(flags), 8, 64)
			return err == nil && n&unix.O_ACCMODE != unix.O_RDONLY
		}
	}
	return false
}

// startOf is when a process was started.
func startOf(process string) (time.Time, bool) {
	stat, err := os.ReadFile(filepath.Join(process, "stat"))
	if err != nil {
		return time.Time{}, false
	}
	// The name of the program, in parentheses, may hold anything; the start is the 20th field behind it, in ticks since boot.
	_, rest, ok := cutLast(string(stat), ")")
	fields := strings.Fields(rest)
	var sinceBoot unix.Timespec
	if !ok || len(fields) < 20 || unix.ClockGettime(unix.CLOCK_BOOTTIME, &sinceBoot) != nil {
		return time.Time{}, false
	}
	start, err := strconv.ParseInt(fields[19], 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	boot := time.Now().Add(-time.Duration(sinceBoot.Nano()))
	return boot.Add(time.Duration(start) * time.Second / ticks), true
}
