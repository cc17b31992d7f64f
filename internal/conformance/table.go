package conformance

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"promptctl/internal/codex"
)

// Row is one scenario's line in the table of a run.
type Row struct {
	Capture *Capture
	Score   *Score // nil when the scenario could not be played
	Err     error
}

// WriteTable prints what a run found, a scenario a line, and the sums.
func WriteTable(w io.Writer, rows []Row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "scenario\texact\tmodulo\twrong\textra\tuntold\twhole body\t")
	var sum Score
	for _, row := range rows {
		if row.Score == nil {
			fmt.Fprintf(t, "%s\t-\t\t\t\t\t\t%s\n", row.Capture.Scenario, row.remarks())
			continue
		}
		writeRow(t, row.Capture.Scenario, row.Score, row.remarks())
		sum.add(row.Score)
	}
	writeRow(t, "total", &sum, "")
	return t.Flush()
}

// FiguresOf sums the rows of a run up.
func FiguresOf(release string, rows []Row) codex.Figures {
	f := codex.Figures{Release: release}
	for _, row := range rows {
		if row.Score == nil {
			f.Unplayed++
			continue
		}
		f.Requests += row.Score.Requests
		f.Exact += row.Score.Exact
		f.Modulo += row.Score.Modulo
		f.Wrong += row.Score.Wrong
		f.Untold += row.Score.Untold
		f.Body += row.Score.Body
	}
	return f
}

func writeRow(w io.Writer, name string, s *Score, remarks string) {
	fmt.Fprintf(w, "%s\t%d/%d\t%d\t%d\t%d\t%d\t%d/%d\t%s\n", name, s.Exact, s.Requests, s.Modulo, s.Wrong, s.Extra, s.Untold, s.Body, s.Exact+s.Modulo, remarks)
}

func (s *Score) add(more *Score) {
	s.Requests += more.Requests
	s.Exact += more.Exact
	s.Modulo += more.Modulo
	s.Body += more.Body
	s.Wrong += more.Wrong
	s.Extra += more.Extra
	s.Untold += more.Untold
	s.Unrecorded += more.Unrecorded
}

// remarks are what a reader of the row should know.
func (r Row) remarks() string {
	remarks := append([]string(nil), r.Capture.Notes...)
	if r.Score != nil && r.Score.Unrecorded > 0 {
		remarks = append(remarks, fmt.Sprintf("%d without a rollout or to another endpoint", r.Score.Unrecorded))
	}
	for _, refused := range r.Capture.Refused {
		remarks = append(remarks, "mock refused "+refused)
	}
	if r.Capture.Unknowable != "" {
		remarks = append(remarks, "cannot be known: "+r.Capture.Unknowable)
	}
	if r.Err != nil {
		remarks = append(remarks, r.Err.Error())
	}
	return strings.Join(remarks, "; ")
}
