package render

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"promptctl/internal/compile"
	"promptctl/internal/history"

	"github.com/go-json-experiment/json/jsontext"
)

// Body writes a request's body as the client sent it, and a line end. pretty indents it.
func Body(w *bufio.Writer, r *compile.Request, pretty bool) error {
	if !pretty {
		if _, err := r.WriteTo(w); err != nil {
			return err
		}
		return w.WriteByte('\n')
	}
	var body bytes.Buffer
	if _, err := r.WriteTo(&body); err != nil {
		return err
	}
	v := jsontext.Value(body.Bytes())
	if err := v.Format(jsontext.Multiline(true), jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true)); err != nil {
		return err
	}
	w.Write(v)
	return w.WriteByte('\n')
}

// Lines that a folded text shows, and the length at which one line is cut.
const (
	foldHead  = 8
	foldTail  = 3
	foldWidth = 400
)

// body prints what an item says.
func (t *Text) body(w *bufio.Writer, it *history.ResponseItem) {
	switch it.Type {
	case history.FunctionCall, history.ToolSearchCall:
		t.lines(w, "      ", value(it, history.FieldArguments))
	case history.CustomToolCall:
		t.lines(w, "      ", it.Text(history.FieldInput))
	case history.LocalShellCall, history.WebSearchCall:
		t.lines(w, "      ", string(it.Value(history.FieldAction)))
	case history.AdditionalTools, history.ToolSearchOutput:
		t.lines(w, "      ", string(it.Value(history.FieldTools)))
	case history.ImageGenerationCall:
		t.lines(w, "      ", counted(len(it.Text(history.FieldResult)), "byte")+" of base64")
	case history.Reasoning:
		t.content(w, it)
		if n := len(it.Text(history.FieldEncryptedContent)); n > 0 {
			t.lines(w, "      ", counted(n, "byte")+" encrypted")
		}
	case history.Compaction, history.ContextCompaction:
		t.lines(w, "      ", counted(len(it.Text(history.FieldEncryptedContent)), "byte")+" encrypted")
	case history.Other:
		t.lines(w, "      ", string(it.Raw))
	default:
		t.content(w, it)
	}
}

func value(it *history.ResponseItem, f history.Field) string {
	if text := it.Text(f); text != "" {
		return text
	}
	return string(it.Value(f))
}

// content prints content entries; context fragments as one line each.
func (t *Text) content(w *bufio.Writer, it *history.ResponseItem) {
	parts := it.Content()
	for i, p := range parts {
		indent := "      "
		if len(parts) > 1 {
			indent = fmt.Sprintf("  [%d] ", i)
		}
		switch {
		case p.Kind == "input_image" || p.Kind == "input_audio":
			t.lines(w, indent, "("+p.Kind+") "+mediaName(p.Text))
		case p.Kind == "encrypted_content":
			t.lines(w, indent, counted(len(p.Text), "byte")+" encrypted")
		case p.Fragment != "" && !t.Full:
			t.lines(w, indent, fragmentLine(p))
		default:
			t.lines(w, indent, p.Text)
		}
	}
}

// fragmentLine folds a context fragment to its first line and its size. AGENTS.md shows its first rule, which people look for.
func fragmentLine(p history.Part) string {
	text := strings.Trim(p.Text, "\n")
	n := strings.Count(text, "\n") + 1
	first, rest, _ := strings.Cut(text, "\n")
	if n == 1 {
		return first
	}
	if p.Fragment == "AGENTS.md" {
		rest = strings.TrimLeft(strings.Replace(rest, "<INSTRUCTIONS>", "", 1), "\n")
		rule, _, _ := strings.Cut(rest, "\n")
		return first + "\n" + rule + fmt.Sprintf("\n… %s in all", counted(n, "line"))
	}
	return fmt.Sprintf("%s … %s", first, counted(n, "line"))
}

// mediaName says what a URL points to without its data.
func mediaName(url string) string {
	if kind, payload, ok := strings.Cut(url, ";base64,"); ok {
		return kind + ", " + counted(len(payload), "byte") + " of base64"
	}
	return url
}

// lines prints a text, indented, escaped, and folded in the middle when it is long.
func (t *Text) lines(w *bufio.Writer, indent, text string) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	blank := strings.Repeat(" ", len(indent))
	fold := !t.Full && len(lines) > foldHead+foldTail+1
	for i, line := range lines {
		if fold && i == foldHead {
			fmt.Fprintf(w, "%s%s\n", blank, t.Style.faint(fmt.Sprintf("… %s", counted(len(lines)-foldHead-foldTail, "more line"))))
		}
		if fold && i >= foldHead && i < len(lines)-foldTail {
			continue
		}
		if !t.Full && len(line) > foldWidth {
			cut := strings.ToValidUTF8(line[:foldWidth], "")
			line = fmt.Sprintf("%s … %s", cut, counted(len(line)-len(cut), "more byte"))
		}
		prefix := blank
		if i == 0 {
			prefix = indent
		}
		fmt.Fprintln(w, strings.TrimRight(prefix+Plain(line), " "))
	}
}
