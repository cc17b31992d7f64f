package render

import (
	"bufio"
	"fmt"
	"strings"

	"promptctl/internal/compare"
	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rollout"
)

// Markdown prints a request as a document: a heading per item, texts in fences that nothing in them can close.
func Markdown(w *bufio.Writer, r *compile.Request, thread *rollout.Thread) error {
	t := Text{Thread: thread, Full: true}
	fmt.Fprintf(w, "# %s\n\n", inline(headline(r)))
	for _, f := range facts(r, thread) {
		fmt.Fprintf(w, "- **%s** %s\n", f.name, inline(f.text))
	}
	if r.Prompt.Instructions != "" && r.Encoding == compile.Responses {
		w.WriteString("\n## instructions\n\n")
		fence(w, r.Prompt.Instructions)
	}
	for i, it := range r.Input {
		what, detail := title(it)
		heading := strings.TrimRight(fmt.Sprintf("input[%d] %s %s", i, inline(what), inline(Plain(detail))), " ")
		fmt.Fprintf(w, "\n## %s\n\n%s\n", heading, inline(t.origin(it)))
		for _, note := range t.changes(r, i) {
			fmt.Fprintf(w, "\n> %s\n", inline(note))
		}
		markdownBody(w, it)
	}
	return nil
}

func markdownBody(w *bufio.Writer, it *history.ResponseItem) {
	parts := it.Content()
	if len(parts) == 0 {
		var body strings.Builder
		out := bufio.NewWriter(&body)
		(&Text{Full: true}).body(out, it)
		out.Flush()
		if body.Len() > 0 {
			w.WriteString("\n")
			fence(w, unindent(body.String()))
		}
		return
	}
	for _, p := range parts {
		w.WriteString("\n")
		switch p.Kind {
		case "input_image", "input_audio":
			fmt.Fprintf(w, "%s: %s\n", p.Kind, inline(Plain(mediaName(p.Text))))
		case "encrypted_content":
			fmt.Fprintf(w, "%s encrypted\n", counted(len(p.Text), "byte"))
		default:
			fence(w, p.Text)
		}
	}
}

func unindent(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "      ")
	}
	return strings.Join(lines, "\n")
}

// fence writes a text as a code block whose fence is longer than any run of backticks in it.
func fence(w *bufio.Writer, text string) { fencedAs(w, "", text) }

func fencedAs(w *bufio.Writer, language, text string) {
	longest, run := 0, 0
	for _, c := range text {
		run++
		if c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	mark := strings.Repeat("`", max(3, longest+1))
	fmt.Fprintln(w, mark+language)
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		fmt.Fprintln(w, Plain(line))
	}
	fmt.Fprintln(w, mark)
}

// inline escapes what Markdown or HTML would read as markup.
func inline(text string) string {
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", ">", "&gt;", "[", `\[`, "]", `\]`, "#", `\#`, "|", `\|`, "&", "&amp;").Replace(text)
}

// DiffMarkdown prints what differs as a heading and a block that is coloured as a diff.
func DiffMarkdown(w *bufio.Writer, p *Diff, d *compare.Diff) {
	var text strings.Builder
	out := bufio.NewWriter(&text)
	p.Style = Style{}
	p.Print(out, d)
	out.Flush()
	head, rest, _ := strings.Cut(text.String(), "\n")
	fmt.Fprintf(w, "## %s\n", inline(head))
	if rest != "" {
		w.WriteString("\n")
		fencedAs(w, "diff", rest)
	}
}
