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
	switch key := ProviderKey(step); {
	case strings.EqualFold(key, "azure"):
		return Azure
	case key == "openai":
		return OpenAI
	}
	return OtherProvider
}

// ProviderKey is the provider that the step's request went to, by its name in the settings; "" when nothing states it.
func ProviderKey(step *history.Step) string {
	if step.Settings != nil && step.Settings.ModelProviderID != "" {
		return step.Settings.ModelProviderID
	}
	if step.Thread != nil {
		return step.Thread.ModelProvider
	}
	return ""
}
