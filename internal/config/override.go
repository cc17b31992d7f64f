package config

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// parseOverride makes a layer of one -c key=value: a dotted path of keys, and a TOML value or, where it is none, a plain
// string.
//
// NOTE(codex): 0.145.0 the path is split at every dot, quoted or not, and a plain string loses the quotes around it.
func parseOverride(text string) (*Layer, error) {
	key, raw, ok := strings.Cut(text, "=")
	key, raw = strings.TrimSpace(key), strings.TrimSpace(raw)
	if !ok || key == "" {
		return nil, fmt.Errorf("-c %s: not key=value", text)
	}
	layer := &Layer{Kind: Flag, Name: "-c " + text}
	path := strings.Split(key, ".")
	var at any = tomlValue(raw)
	for i := len(path) - 1; i >= 0; i-- {
		at = map[string]any{path[i]: at}
	}
	layer.values = at.(map[string]any)
	return layer, nil
}

func tomlValue(raw string) any {
	var document map[string]any
	if err := toml.Unmarshal([]byte("value = "+raw), &document); err == nil && len(document) == 1 {
		return document["value"]
	}
	return strings.Trim(raw, `"'`)
}
