package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/rollout"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Steps prints the requests of a session as they come by.
type Steps struct {
	out    *bufio.Writer
	format string
	style  Style
	thread *rollout.Thread

	columns columns
	meter   compile.Meter
	steps   int
	turns   int
	rows    []string
	records []StepRecord
	first   *compile.Request
	ran     []string // the releases that sent the requests, in order
}

// NewSteps prints in one of the formats text, json, jsonl. A text table waits for its end, since its first line answers.
func NewSteps(out *bufio.Writer, format string, style Style, thread *rollout.Thread) *Steps {
	return &Steps{out: out, format: format, style: style, thread: thread, columns: columnsFor(style.Width)}
}

// Step takes the next request.
func (p *Steps) Step(r *compile.Request) error {
	p.steps++
	p.turns = max(p.turns, r.Step.Turn)
	size := p.meter.Measure(r)
	if p.first == nil {
		p.first = r
	}
	if version := r.Step.Version.Version.String(); len(p.ran) == 0 || p.ran[len(p.ran)-1] != version {
		p.ran = append(p.ran, version)
	}
	if p.format == "text" {
		p.rows = append(p.rows, p.row(r, size))
		return nil
	}
	record := NewStepRecord(r)
	items, added := len(r.Input), len(r.Input)-size.Shared
	record.Items, record.Bytes, record.Tokens, record.Added, record.Cause = &items, &size.Bytes, &size.Tokens, &added, r.Step.Cause()
	if p.format == "jsonl" {
		return JSONLine(p.out, record)
	}
	p.records = append(p.records, record)
	return nil
}

func (p *Steps) row(r *compile.Request, size compile.Measure) string {
	s := r.Step
	prefix := "stable"
	switch {
	case p.steps == 1:
		prefix = "first"
	case !size.Stable:
		prefix = fmt.Sprintf("input[%d]", size.Shared)
	}
	in, cached := "-", "-"
	if s.Reported != nil {
		in, cached = count(s.Reported.InputTokens), count(s.Reported.CachedInputTokens)
	}
	mark := ""
	switch {
	case s.Inherited:
		mark = "  inherited"
	case !s.Answered:
		mark = "  no answer"
	}
	return p.columns.line(stepRow{
		step: fmt.Sprint(s.Number), turn: fmt.Sprintf("%d.%d", s.Turn, s.TurnStep),
		time: Plain(strings.TrimSuffix(clock(s.Sent.Time), "Z")), cause: Plain(s.Cause()),
		items: count(len(r.Input)), added: fmt.Sprintf("+%d", len(r.Input)-size.Shared), tokens: count(size.Tokens),
		reported: in, cached: cached, prefix: prefix + mark,
	})
}

// Close ends the list.
func (p *Steps) Close(profile *codex.Profile) error {
	switch p.format {
	case "json":
		return p.closeJSON()
	case "text":
		p.closeText(profile)
	}
	return nil
}

func (p *Steps) closeJSON() error {
	list := struct {
		SchemaVersion int          `json:"schema_version"`
		Steps         []StepRecord `json:"steps"`
	}{SchemaVersion, p.records}
	text, err := json.Marshal(list, jsontext.WithIndent("  "), json.Deterministic(true))
	if err != nil {
		return err
	}
	p.out.Write(text)
	return p.out.WriteByte('\n')
}

func (p *Steps) closeText(profile *codex.Profile) {
	meta := p.thread.Meta
	if len(p.ran) == 0 {
		p.ran = []string{profile.Version.String()}
	}
	head := []string{shortID(meta.ID), "codex " + strings.Join(p.ran, ", then ")}
	if p.first != nil {
		head = append(head, p.first.Step.Model.Slug, string(p.first.Encoding))
	}
	head = append(head, meta.CWD)
	fmt.Fprintf(p.out, "%s        %s, %s, %s\n", p.style.bold(Plain(strings.Join(head, "  "))),
		counted(p.turns, "turn"), counted(p.steps, "request"), counted(len(p.thread.Segments), "rollout file"))
	if p.steps == 0 {
		fmt.Fprintln(p.out, "\nthis session sent no request")
		return
	}
	fmt.Fprintf(p.out, "\n%s\n", p.style.faint(p.columns.line(stepRow{
		"step", "turn", "time", "because", "items", "new", "~tokens", "reported", "cached", "prefix",
	})))
	for _, row := range p.rows {
		fmt.Fprintln(p.out, row)
	}
}
