package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"
	"github.com/sergi/go-diff/diffmatchpatch"
)

// lineContext is how many equal lines stand around a change.
const lineContext = 3

// lineDiff prints what changed between two texts, line by line, with the lines around it.
func lineDiff(w io.Writer, style Style, was, now string) { foldedDiff(w, style, was, now, 0) }

// foldedDiff does so with the middle left out of runs of more than fold lines that are new or gone, 0 for none.
func foldedDiff(w io.Writer, style Style, was, now string, fold int) {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // a result must not depend on how fast the machine is
	a, b, lines := d.DiffLinesToChars(was, now)
	diffs := d.DiffCharsToLines(d.DiffMain(a, b, false), lines)
	for i, part := range diffs {
		text := strings.Split(strings.TrimSuffix(part.Text, "\n"), "\n")
		switch part.Type {
		case diffmatchpatch.DiffDelete:
			printRun(w, "- ", text, fold, func(s string) string { return style.paint(s, color.FgRed) })
		case diffmatchpatch.DiffInsert:
			printRun(w, "+ ", text, fold, func(s string) string { return style.paint(s, color.FgGreen) })
		default:
			printEqual(w, style, text, i > 0, i < len(diffs)-1)
		}
	}
}

// printRun prints lines that are new or gone.
func printRun(w io.Writer, mark string, lines []string, fold int, paint func(string) string) {
	if fold == 0 || len(lines) <= fold {
		printLines(w, mark, lines, paint)
		return
	}
	head := fold / 2
	printLines(w, mark, lines[:head], paint)
	fmt.Fprintln(w, paint(fmt.Sprintf("%s… %s more", mark, counted(len(lines)-fold, "line"))))
	printLines(w, mark, lines[len(lines)-(fold-head):], paint)
}

func printLines(w io.Writer, mark string, lines []string, paint func(string) string) {
	for _, line := range lines {
		fmt.Fprintln(w, paint(strings.TrimRight(mark+Plain(line), " ")))
	}
}

// printEqual prints the equal lines next to a change, and how many are left out.
func printEqual(w io.Writer, style Style, lines []string, behind, before bool) {
	head, tail := 0, 0
	if behind {
		head = lineContext
	}
	if before {
		tail = lineContext
	}
	if len(lines) <= head+tail+1 {
		head, tail = len(lines), 0
	}
	printLines(w, "  ", lines[:head], style.faint)
	if left := len(lines) - head - tail; left > 0 {
		fmt.Fprintln(w, style.faint(fmt.Sprintf("  … %s", counted(left, "equal line"))))
	}
	printLines(w, "  ", lines[len(lines)-tail:], style.faint)
}
