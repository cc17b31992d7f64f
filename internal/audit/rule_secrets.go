package audit

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"promptctl/internal/diag"
	"promptctl/internal/history"
)

const (
	Secret       Code = "secret"
	SecretLikely Code = "secret-likely"
)

// secretRules look for what nobody should share.
var secretRules = []Rule{
	{Secret, diag.Error, "secret in the prompt",
		"The prompt holds a key or token of a form that only such have. It was sent to the provider, and it stands in the rollout as plain text, also after a compaction. The message shows its kind and beginning, its length, and a mark that is the same for the same secret in one thread.",
		"Revoke the secret. Delete the session before you share CODEX_HOME. A test value goes on the list of --allow-secrets."},
	{SecretLikely, diag.Warning, "value that is called a secret and looks like one",
		"A value that looks random stands behind a name such as password, token or API key, or in an Authorization header.",
		"Revoke the secret, if it is one. Other values go on the list of --allow-secrets."},
}

// secrets judges the texts of an item. Those of a compaction were judged where they were recorded.
func (l *lint) secrets(p *pass, it *history.ResponseItem) {
	if it.Origin.Index >= 0 && !l.thread.Incomplete() {
		return
	}
	sure := map[string]bool{}
	for _, field := range []history.Field{history.FieldContent, history.FieldArguments, history.FieldInput, history.FieldOutput, history.FieldAction, history.FieldSummary} {
		secretsIn(it.Value(field), func(s foundSecret) {
			if !s.kind.named || !sure[s.value] {
				l.secret(p, it, s)
			}
			sure[s.value] = true
		})
	}
}

func (l *lint) secret(p *pass, it *history.ResponseItem, s foundSecret) {
	if l.options.Allowed != nil && l.options.Allowed(s.value) {
		return
	}
	code := Secret
	if s.kind.named {
		code = SecretLikely
	}
	mark := l.mark(s.value)
	f := Finding{Code: code, Subject: mark, Origin: it.Origin, Step: p.step.Number}
	f.Message = fmt.Sprintf("%s %s", s.kind.name, masked(s, mark))
	l.find(f)
}

// masked shows of a secret what does not give it away.
func masked(s foundSecret, mark string) string {
	shown := ""
	if !s.kind.named {
		shown = s.kind.anchor + "… "
	}
	return fmt.Sprintf("%s(%d characters, mark %s)", shown, len(s.value), mark)
}

// mark is the same for a secret wherever it stands in the thread, and tells nothing of it without the thread.
func (l *lint) mark(value string) string {
	h := hmac.New(sha256.New, []byte(l.thread.Meta.ID))
	h.Write([]byte(value))
	return hex.EncodeToString(h.Sum(nil)[:4])
}
