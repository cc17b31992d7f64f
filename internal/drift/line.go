package drift

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// lines are those of a text, without their ends. A last one that is empty does not count.
func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// Lines of a long text are locked as short hashes, a row for each paragraph, so that a change shows where it is without the
// text being there twice.
const (
	lineHashBytes = 3 // four letters of base64
	maxRow        = 24
)

func lineHash(line string) string {
	sum := sha256.Sum256([]byte(line))
	return base64.RawURLEncoding.EncodeToString(sum[:lineHashBytes])
}

// lineRows are the hashes of a text's lines.
func lineRows(text string) (rows []string) {
	var row []string
	flush := func() {
		if len(row) > 0 {
			rows = append(rows, strings.Join(row, " "))
			row = nil
		}
	}
	for _, line := range lines(text) {
		row = append(row, lineHash(line))
		if len(row) == maxRow || strings.TrimSpace(line) == "" {
			flush()
		}
	}
	flush()
	return rows
}

// LostLine stands for a line whose text is not known any more.
const LostLine = "(a line that is gone; the lock has no text of it)"

// restore makes the text that rows of hashes stand for, as far as its lines are those of another text. It ends as that does.
func restore(rows []string, other string) string {
	known := map[string]string{}
	for _, line := range lines(other) {
		known[lineHash(line)] = line
	}
	var text strings.Builder
	for _, row := range rows {
		for h := range strings.FieldsSeq(row) {
			line, ok := known[h]
			if !ok {
				line = LostLine
			}
			text.WriteString(line + "\n")
		}
	}
	if !strings.HasSuffix(other, "\n") {
		return strings.TrimSuffix(text.String(), "\n")
	}
	return text.String()
}
