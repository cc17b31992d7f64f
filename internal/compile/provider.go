package compile

import (
	"fmt"
	"strings"

	"promptctl/internal/history"
)

// Provider is the kind of endpoint a request goes to, as far as the body depends on it.
type Provider string

const (
	OpenAI        Provider = "openai"
	Azure         Provider = "azure"
	OtherProvider Provider = "other"
)

// ParseProvider reads a provider's name as the user gives it.
func ParseProvider(name string) (Provider, error) {
	switch p := Provider(strings.ToLower(name)); p {
	case "", OpenAI, Azure, OtherProvider:
		return p, nil
	}
	return "", fmt.Errorf("provider %q: one of openai, azure, other", name)
}

// providerOf guesses the provider from the key the thread states: Codex decides by the configured name and URL, which no
// rollout holds.
//
// NOTE(codex): 0.145.0 the name "OpenAI", or "azure" in any case.
func providerOf(step *history.Step) Provider {
	key := ""
	if step.Thread != nil {
		key = step.Thread.ModelProvider
	}
	if step.Settings != nil && step.Settings.ModelProviderID != "" {
		key = step.Settings.ModelProviderID
	}
	switch {
	case strings.EqualFold(key, "azure"):
		return Azure
	case key == "openai":
		return OpenAI
	}
	return OtherProvider
}
