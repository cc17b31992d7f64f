package main

import (
	"fmt"
	"time"
)

// verdict says how a goal came out.
type verdict string

const (
	met         verdict = "met"
	notMet      verdict = "NOT MET"
	notMeasured verdict = "not measured"
)

// goal is what promptctl promises, and what was found.
type goal struct {
	work, goal, measured string
	verdict              verdict
}

// What the client itself takes to resume a session of 300 MB.
const (
	clientTime = 1300 * time.Millisecond
	clientPeak = 450 * megabyte
)

// linear is how much dearer a byte of output may be at twice the length, noise included.
const linear = 1.25

func (s *suite) goals() []goal {
	steps := slower(s.steps, s.stepsJSONL)
	return []goal{
		atMost("steps, the slower format", "3 × wc -l", ratio(steps.median(), s.wc.median()), 3, "%.2f ×"),
		atLeast("steps, the slower format", "20 × faster than jq -c .type", ratio(s.jq.median(), steps.median()), 20, "%.1f ×"),
		atMost(fmt.Sprintf("build --step last, %.0f MB behind the last compaction", mb(s.big.Tail)), "1/5 of the time of steps",
			ratio(s.last.median(), min(s.steps.median(), s.stepsJSONL.median())), 0.2, "%.3f"),
		s.resume("build --step end, time", "1/10 of the client's 1.3 s", ratio(s.endResumed.median(), clientTime), 0.1),
		s.resume("build --step end, memory", "1/4 of the client's 450 MB", float64(s.endResumed.peak)/clientPeak, 0.25),
		atMost(fmt.Sprintf("build --all, %d and %d requests", s.long.Requests, s.longer.Requests), "linear: time per byte grows by 1.25 at most",
			s.growth(), linear, "%.2f ×"),
		s.memory(),
		atMost("--version", "20 ms", s.version.median().Seconds()*1000, 20, "%.1f ms"),
	}
}

func slower(a, b *job) *job {
	if a.median() > b.median() {
		return a
	}
	return b
}

// ratio is 0 where one of the two was not measured.
func ratio(a, b time.Duration) float64 {
	if b == 0 {
		return 0
	}
	return a.Seconds() / b.Seconds()
}

func atMost(work, text string, measured, limit float64, format string) goal {
	return judged(work, text, measured, format, measured <= limit)
}

func atLeast(work, text string, measured, limit float64, format string) goal {
	return judged(work, text, measured, format, measured >= limit)
}

func judged(work, text string, measured float64, format string, ok bool) goal {
	switch {
	case measured == 0:
		return goal{work, text, "-", notMeasured}
	case ok:
		return goal{work, text, fmt.Sprintf(format, measured), met}
	}
	return goal{work, text, fmt.Sprintf(format, measured), notMet}
}

// resume compares with the client, which was measured on a session of one size only.
func (s *suite) resume(work, text string, measured, limit float64) goal {
	if s.resumedSize != 300 {
		return goal{work, text, "- (the client's numbers are for 300 MB)", notMeasured}
	}
	return atMost(work, text, measured, limit, "%.3f")
}

// growth is how many times dearer a byte of build --all is in a session twice as long.
func (s *suite) growth() float64 {
	short, long := s.all.median().Seconds()/float64(s.longOut), s.allLonger.median().Seconds()/float64(s.longerOut)
	return long / short
}

// memory finds the command that comes closest to its limit, or furthest beyond.
func (s *suite) memory() goal {
	var worst *job
	share := 0.0
	for _, j := range s.jobs() {
		if j.args[0] != s.promptctl || j.over == nil {
			continue
		}
		if used := float64(j.peak) / float64(j.over.limit()); used > share {
			worst, share = j, used
		}
	}
	g := atMost("peak memory of any", "2 × the largest request + 64 MB", share, 1, "%.2f of it")
	g.measured += fmt.Sprintf(": %s over %s, %.0f of %.0f MB", worst.name, s.nameOf(worst.over), mb(worst.peak), mb(worst.over.limit()))
	return g
}

// limit is the memory that any command over the file may take.
func (f *session) limit() int64 { return 2*f.largest + 64*megabyte }
