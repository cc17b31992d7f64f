package render

import (
	"bufio"
	"crypto/sha256"
	_ "embed" // the page's style, script and templates
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
)

//go:embed page/page.css
var pageStyle string

//go:embed page/page.js
var pageScript string

//go:embed page/parts.html
var pageParts string

// Page writes a document of its own: one file that loads nothing. Its policy lets only its own style and script apply, each
// by its hash, and images from data: URLs; whatever a session holds is text in it. lead is the heading, body writes what
// stands below.
func Page(w *bufio.Writer, lead string, body func(w io.Writer) error) error {
	fmt.Fprintf(w, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '%s'; script-src '%s'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%[3]s</title>
<style>%[4]s</style>
</head>
<body>
<header>
<h1>%[3]s</h1>
<output id="found" for="search"></output>
<input id="search" type="search" placeholder="/ to search" aria-label="Search" autocomplete="off">
</header>
<main>
`, sourceHash(pageStyle), sourceHash(pageScript), template.HTMLEscapeString(lead), pageStyle)
	if err := body(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "</main>\n<script>%s</script>\n</body>\n</html>\n", pageScript)
	return err
}

// sourceHash is how a policy names an inline style or script.
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// parts are the templates that a page's body is made of. They escape every value for its place.
func parts() *template.Template { return template.Must(template.New("parts").Parse(pageParts)) }
