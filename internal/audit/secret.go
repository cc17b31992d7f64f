package audit

import (
	"bytes"
	"math"
	"regexp"
	"strings"
)

// secretKind is one kind of secret: a text that each one of its kind holds, and its form. Texts are searched as they stand in
// JSON, where quotes and line ends may be escaped, more than once.
type secretKind struct {
	name   string
	anchor string // in lower case for a name
	form   *regexp.Regexp
	value  int     // the group that holds the secret itself
	named  bool    // the anchor is the end of what it is called, in any case
	bits   float64 // of entropy that each of its characters has to have
}

// Entropy above which a text may be random. Names have less than a value behind a name has to have.
const (
	keyBits   = 3.0
	namedBits = 3.4
)

// assigned is what stands between a name and its value.
const assigned = `\\*["']?\s*[:=]\s*\\*["']?`

func namedForm(name, charset string) *regexp.Regexp {
	return regexp.MustCompile(`^(?i:` + name + `)` + assigned + charset)
}

// secretKinds are those of the services whose keys have a form of their own, and what is called a secret where it stands.
var secretKinds = []secretKind{
	{name: "OpenAI key", anchor: "sk-", bits: keyBits, form: regexp.MustCompile(`^sk-(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,}|[A-Za-z0-9]{32,})`)},
	{name: "Anthropic key", anchor: "sk-ant-", bits: keyBits, form: regexp.MustCompile(`^sk-ant-[A-Za-z0-9_-]{20,}`)},
	{name: "GitHub token", anchor: "gh", bits: keyBits, form: regexp.MustCompile(`^gh[pousr]_[A-Za-z0-9]{36,}`)},
	{name: "GitHub token", anchor: "github_pat_", bits: keyBits, form: regexp.MustCompile(`^github_pat_[A-Za-z0-9_]{22,}`)},
	{name: "AWS access key", anchor: "AKIA", form: regexp.MustCompile(`^AKIA[0-9A-Z]{16}\b`)},
	{name: "AWS access key", anchor: "ASIA", form: regexp.MustCompile(`^ASIA[0-9A-Z]{16}\b`)},
	{name: "Google key", anchor: "AIza", bits: keyBits, form: regexp.MustCompile(`^AIza[0-9A-Za-z_-]{35}`)},
	{name: "Slack token", anchor: "xox", bits: keyBits, form: regexp.MustCompile(`^xox[abeoprs]-[A-Za-z0-9-]{10,}`)},
	{name: "Supabase token", anchor: "sbp_", bits: keyBits, form: regexp.MustCompile(`^sbp_[a-f0-9]{40}`)},
	{name: "webhook secret", anchor: "whsec_", bits: keyBits, form: regexp.MustCompile(`^whsec_[A-Za-z0-9+/=]{24,}`)},
	{name: "JSON web token", anchor: "eyJ", bits: keyBits, form: regexp.MustCompile(`^eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`)},
	{name: "private key", anchor: "-----BEGIN ", form: regexp.MustCompile(`^-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----(?:[A-Za-z0-9+/=:,-]|\s|\\+[nr]){40,}`)},
	{name: "authorization header", anchor: "authorization", named: true, value: 1, bits: namedBits,
		form: namedForm("authorization", `(?i:bearer|basic|token)\s+([A-Za-z0-9._~+/=-]{16,})`)},
	{name: "value named as a key", anchor: "key", named: true, value: 1, bits: namedBits, form: namedForm("key", `([A-Za-z0-9_+/=.~-]{16,})`)},
	{name: "value named as a secret", anchor: "secret", named: true, value: 1, bits: namedBits, form: namedForm("secret", `([A-Za-z0-9_+/=.~-]{16,})`)},
	{name: "value named as a token", anchor: "token", named: true, value: 1, bits: namedBits, form: namedForm("token", `([A-Za-z0-9_+/=.~-]{16,})`)},
	{name: "value named as a password", anchor: "passw", named: true, value: 1, bits: namedBits,
		form: namedForm("passw(?:or)?d", `([A-Za-z0-9_+/=.~!@#%-]{12,})`)},
}

// foundSecret is a secret in a text.
type foundSecret struct {
	kind  *secretKind
	value string
}

// secretsIn finds the secrets of a text, those with a form of their own first.
func secretsIn(text []byte, visit func(foundSecret)) {
	var folded []byte
	for i := range secretKinds {
		kind := &secretKinds[i]
		searched := text
		if kind.named {
			if folded == nil {
				folded = lower(text)
			}
			searched = folded
		}
		for at := 0; ; at++ {
			next := bytes.Index(searched[at:], []byte(kind.anchor))
			if next < 0 {
				break
			}
			at += next
			value, length := kind.at(text, at)
			if value != "" {
				visit(foundSecret{kind, value})
			}
			at += max(length-1, 0) // a text that is all anchors is followed once
		}
	}
}

// lower folds the case of ASCII letters: the length stays.
func lower(text []byte) []byte {
	out := bytes.Clone(text)
	for i, c := range out {
		if c >= 'A' && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return out
}

// maxSecret bounds how far a form is followed.
const maxSecret = 8 << 10

// at is the secret that begins at an anchor, "" for none, and how long what has its form is.
func (k *secretKind) at(text []byte, at int) (value string, length int) {
	if at > 0 && !k.begins(text[:at]) {
		return "", 0
	}
	m := k.form.FindSubmatch(text[at:min(len(text), at+maxSecret)])
	if m == nil {
		return "", 0
	}
	value, length = string(m[k.value]), len(m[0])
	if k.bits > 0 && (placeholder(value) || !looksRandom(value, k.bits)) || strings.Contains(value, "EXAMPLE") {
		return "", length
	}
	return value, length
}

// begins reports whether a secret can begin behind a text. A key of a form of its own begins a word; behind a name, what is
// called a secret may be a longer one (API_KEY, accessToken).
func (k *secretKind) begins(before []byte) bool {
	c := before[len(before)-1]
	escaped := len(before) > 1 && before[len(before)-2] == '\\' // the n of a line end is no letter
	word := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	switch {
	case k.anchor == "key":
		return namesKey(before)
	case k.named || escaped:
		return true
	}
	return !word && c != '_' && c != '-' && c != '/' && c != '+'
}

// namesKey reports whether the name that ends in "key" is one of a secret.
func namesKey(before []byte) bool {
	name := strings.TrimRight(string(lower(before[max(0, len(before)-12):])), "_- ")
	for _, end := range []string{"api", "secret", "access", "private", "auth", "encryption", "signing"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// placeholder knows values that stand for a secret in documentation and tests.
func placeholder(value string) bool {
	folded := strings.ToLower(value)
	for _, word := range []string{
		"example", "xxxx", "....", "your", "placeholder", "changeme", "redacted", "dummy", "sample", "abcdef", "123456", "fake",
	} {
		if strings.Contains(folded, word) {
			return true
		}
	}
	return distinct(value) < 6
}

func distinct(s string) (n int) {
	var seen [256]bool
	for i := range len(s) {
		if !seen[s[i]] {
			seen[s[i]] = true
			n++
		}
	}
	return n
}

// looksRandom reports whether a value is more like a key than like code: letters and digits, in no order that words have.
func looksRandom(value string, bits float64) bool {
	var letters, digits bool
	for _, c := range value {
		letters = letters || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		digits = digits || c >= '0' && c <= '9'
	}
	return letters && digits && entropy(value) >= bits
}

// entropy is the bits that a character of the text carries.
func entropy(s string) (bits float64) {
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(s))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
