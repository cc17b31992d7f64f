package render

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"regexp"
	"strings"
	"testing"
)

// TestPagePolicy: the hashes in a page's policy are those of the style and the script that stand in it.
func TestPagePolicy(t *testing.T) {
	var page bytes.Buffer
	w := bufio.NewWriter(&page)
	if err := Page(w, `a <b> & "c"`, func(io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	for _, element := range []string{"style", "script"} {
		inside := regexp.MustCompile(`(?s)<` + element + `>(.*?)</` + element + `>`).FindStringSubmatch(page.String())
		if inside == nil {
			t.Fatalf("no %s", element)
		}
		sum := sha256.Sum256([]byte(inside[1]))
		want := element + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		if !strings.Contains(page.String(), want) {
			t.Errorf("the policy does not say %s", want)
		}
	}
	if !strings.Contains(page.String(), "<h1>a &lt;b&gt; &amp; &#34;c&#34;</h1>") {
		t.Error("the heading is not escaped")
	}
}

func TestInlineImage(t *testing.T) {
	for url, want := range map[string]bool{
		"data:image/png;base64,iVBORw0KGgo=":            true,
		"data:image/jpeg;base64,/9j/4AAQ":               true,
		"data:image/png;base64,":                        false,
		"data:image/svg+xml;base64,PHN2Zz4=":            false,
		`data:image/png;base64,AA" onerror="x`:          false,
		"data:image/png;base64,AA\njavascript:x":        false,
		"data:text/html;base64,PGI+":                    false,
		"DATA:image/png;base64,AA":                      false,
		"https://example.invalid/data:image/png;base64": false,
		"javascript:x":                                  false,
		"":                                              false,
	} {
		if got := inlineImage(url); got != want {
			t.Errorf("%q: got %v", url, got)
		}
	}
}
