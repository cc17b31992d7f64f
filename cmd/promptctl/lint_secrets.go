package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// allowedSecrets reads the list of values that are no secrets; "" for none.
func allowedSecrets(path string) (func(string) bool, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var forms []*regexp.Regexp
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		form, err := regexp.Compile(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		}
		forms = append(forms, form)
	}
	return func(value string) bool {
		return slices.ContainsFunc(forms, func(form *regexp.Regexp) bool { return form.MatchString(value) })
	}, nil
}
