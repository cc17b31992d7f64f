package audit

import (
	"strings"
	"testing"
	"time"
)

// TestSecretsOfAnchors: a text of nothing but the beginnings of secrets is searched in one pass.
func TestSecretsOfAnchors(t *testing.T) {
	beginnings := []string{"-----BEGIN PRIVATE KEY-----", "token: ", "authorization: bearer ", "api_key=", `"password": "`, "eyJaaaaaaaaaaa.", "sk-proj-"}
	for i := range secretKinds {
		beginnings = append(beginnings, secretKinds[i].anchor)
	}
	for _, beginning := range beginnings {
		text := []byte(strings.Repeat(beginning, 1<<18/len(beginning)))
		began := time.Now()
		secretsIn(text, func(foundSecret) {})
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s: %d bytes took %v", beginning, len(text), took)
		}
	}
}
