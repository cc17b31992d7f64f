package render

import (
	"bufio"
	"fmt"

	"promptctl/internal/compile"
	"promptctl/internal/provenance"
)

// Line prints what a line is for that no item of the request comes from.
func (x *Explain) Line(w *bufio.Writer, l *provenance.Line, r *compile.Request) error {
	if x.JSON {
		return JSON(w, newLineRecord(l, r))
	}
	fmt.Fprintf(w, "%s  %s\n", x.Text.Style.bold(x.Text.line(l.Origin)), Plain(l.Kind))
	x.link(w, "is", lineUse(l))
	if l.What == provenance.LineSent || len(l.Sent) > 0 {
		x.link(w, "sent", sentIn(l.Sent))
		x.link(w, "left", x.left(l.Left))
	} else if l.Left != nil {
		x.link(w, "left", x.leftWhy(l.Left))
	}
	return nil
}

func lineUse(l *provenance.Line) string {
	text := map[provenance.LineUse]string{
		provenance.LineSent:        "history, but not in this request",
		provenance.LineUnsent:      "history that no request was sent with",
		provenance.LineRefused:     "kept out of history by the client",
		provenance.LineOrphan:      "left out of every request: a result whose call is not in history",
		provenance.LineUndecodable: "dropped by the client",
		provenance.LineWorld:       "what the client believes that the model was told; the context in front of it tells it",
		provenance.LineSettings:    "the settings of the requests behind it",
		provenance.LineSession:     "who began the thread, and its base instructions",
		provenance.LineUI:          "for the user's screen only",
		provenance.LineNothing:     "no part of what the model reads",
	}[l.What]
	if l.Why != "" {
		text += ": " + Plain(l.Why)
	}
	return text
}
