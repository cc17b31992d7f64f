package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// report prints what the files are, what the jobs took, and the goals.
func (s *suite) report(w io.Writer) {
	fmt.Fprintf(w, "Interleaved runs: %d, of which medians; warm page cache, output to /dev/null. 1 MB is 2^20 bytes.\n\n", s.runs)
	s.printFiles(w)
	s.printJobs(w)
	s.printMissing(w)
	s.printGoals(w)
}

func (s *suite) printFiles(w io.Writer) {
	t := table(w)
	fmt.Fprintln(t, "file   \tMB\tcompacted\ttool output\tother\tlongest line\tbehind the last compaction\tturns\trequests\tlargest request\t")
	for _, f := range []struct {
		name string
		*session
	}{{"big", s.big}, {"resumed", s.resumed}, {"long", s.long}, {"longer", s.longer}} {
		share := func(n int64) float64 { return 100 * float64(n) / float64(f.Bytes) }
		fmt.Fprintf(t, "%-7s\t%.1f\t%.1f %%\t%.1f %%\t%.1f %%\t%.1f MB\t%.1f MB\t%d\t%d\t%.1f MB\t\n", f.name, mb(f.Bytes), share(f.Compacted),
			share(f.ToolOutput), share(f.others()), mb(int64(f.Longest)), mb(f.Tail), f.Turns, f.Requests, mb(f.largest))
	}
	t.Flush()
	fmt.Fprintln(w)
}

func (s *suite) printJobs(w io.Writer) {
	t := table(w)
	fmt.Fprintf(t, "%-30s\t%-7s\ttime\tcpu\tMB/s\t× wc -l\tpeak MB\t\n", "command", "file")
	for _, j := range s.jobs() {
		if len(j.times) == 0 {
			continue
		}
		file, rate := "-", "-"
		if j.over != nil {
			file, rate = s.nameOf(j.over), fmt.Sprintf("%.0f", j.rate())
		}
		fmt.Fprintf(t, "%-30s\t%-7s\t%s\t%s\t%s\t%s\t%.0f\t\n", j.name, file, seconds(j.median()), seconds(median(j.cpu)), rate, s.timesWC(j), mb(j.peak))
	}
	t.Flush()
	fmt.Fprintf(w, "build --all printed %.0f MB for long, %.0f MB for longer: %.0f and %.0f MB/s of output\n\n", mb(s.longOut), mb(s.longerOut),
		mb(s.longOut)/s.all.median().Seconds(), mb(s.longerOut)/s.allLonger.median().Seconds())
}

func (s *suite) nameOf(f *session) string {
	return map[*session]string{s.big: "big", s.resumed: "resumed", s.long: "long", s.longer: "longer"}[f]
}

// timesWC compares with wc -l over the same file, where it was run.
func (s *suite) timesWC(j *job) string {
	for _, wc := range []*job{s.wc, s.resumedWC} {
		if j.over == wc.over && wc.median() > 0 {
			return fmt.Sprintf("%.2f", j.median().Seconds()/wc.median().Seconds())
		}
	}
	return "-"
}

func (s *suite) printMissing(w io.Writer) {
	slices.Sort(s.missing)
	for _, program := range slices.Compact(s.missing) {
		fmt.Fprintf(w, "%s is not installed: what is compared with it was not measured\n", program)
	}
}

func (s *suite) printGoals(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "work\tgoal\tmeasured")
	counts := map[verdict]int{}
	for _, g := range s.goals() {
		counts[g.verdict]++
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", g.work, g.goal, g.measured, g.verdict)
	}
	t.Flush()
	fmt.Fprintf(w, "%d goals met, %d not met, %d not measured\n", counts[met], counts[notMet], counts[notMeasured])
}

// table aligns numbers. It puts names to the right as well, so those come padded.
func table(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
}

func mb(bytes int64) float64 { return float64(bytes) / megabyte }

// seconds is a time in the unit that shows three digits of it.
func seconds(d time.Duration) string {
	if d < time.Second {
		return strings.Replace(fmt.Sprintf("%.1f ms", d.Seconds()*1000), ".0 ms", " ms", 1)
	}
	return fmt.Sprintf("%.2f s", d.Seconds())
}
