package config

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
)

// Value is what a layer says for a key.
type Value struct {
	Key  string
	From *Layer
	any  any
}

func (v Value) wrong(want string) error {
	return fmt.Errorf("%s: %s is %s, not %s", v.From.Name, v.Key, kindOf(v.any), want)
}

// Size is a number of bytes.
func (v Value) Size() (int64, error) {
	n, ok := v.any.(int64)
	switch {
	case !ok:
		return 0, v.wrong("a whole number")
	case n < 0:
		return 0, fmt.Errorf("%s: %s is %d, below zero", v.From.Name, v.Key, n)
	}
	return n, nil
}

// Text is a string.
func (v Value) Text() (string, error) {
	s, ok := v.any.(string)
	if !ok {
		return "", v.wrong("a string")
	}
	return s, nil
}

// Bool is true or false.
func (v Value) Bool() (bool, error) {
	b, ok := v.any.(bool)
	if !ok {
		return false, v.wrong("true or false")
	}
	return b, nil
}

// Strings is an array of strings.
func (v Value) Strings() ([]string, error) {
	list, ok := v.any.([]any)
	if !ok {
		return nil, v.wrong("an array of strings")
	}
	texts := make([]string, len(list))
	for i, entry := range list {
		if texts[i], ok = entry.(string); !ok {
			return nil, fmt.Errorf("%s: %s holds %s, not only strings", v.From.Name, v.Key, kindOf(entry))
		}
	}
	return texts, nil
}

// String is the value as JSON, for people.
func (v Value) String() string {
	text, err := json.Marshal(v.any, json.Deterministic(true))
	if err != nil {
		return kindOf(v.any)
	}
	return string(text)
}

func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "a string"
	case int64:
		return "a whole number"
	case float64:
		return "a fraction"
	case bool:
		return "a boolean"
	case []any:
		return "an array"
	case map[string]any:
		return "a table"
	}
	return fmt.Sprintf("a %T", v)
}

func dotted(path []string) string { return strings.Join(path, ".") }
