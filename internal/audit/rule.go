package audit

import (
	"slices"
	"strings"

	"promptctl/internal/diag"
)

// Rule is one thing that lint looks for.
type Rule struct {
	ID       Code
	Severity diag.Severity
	Title    string // what it finds, as words that "no" can stand in front of
	Explain  string // what it is, what a client makes of it, and why it matters
	Fix      string // what to do about it
}

// Rules lists every rule, family by family.
func Rules() []Rule {
	return slices.Concat(fileRules, lineRules, pairRules, itemRules, imageRules, reasoningRules, toolRules, contextRules,
		agentsRules, worldRules, sizeRules, cacheRules, secretRules)
}

// RuleOf finds a rule by its id.
func RuleOf(id Code) (Rule, bool) {
	all := Rules()
	i := slices.IndexFunc(all, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return Rule{}, false
	}
	return all[i], true
}

// Selection says which rules count.
type Selection struct {
	Select []string // ids, or beginnings of ids; none: every rule
	Ignore []string
}

// Has reports whether a rule counts.
func (s Selection) Has(id Code) bool {
	return (len(s.Select) == 0 || fits(s.Select, id)) && !fits(s.Ignore, id)
}

// Unknown is the first word of the selection that no rule's id begins with, "" when there is none.
func (s Selection) Unknown() string {
	all := Rules()
	for _, word := range slices.Concat(s.Select, s.Ignore) {
		if !slices.ContainsFunc(all, func(r Rule) bool { return fits([]string{word}, r.ID) }) {
			return word
		}
	}
	return ""
}

func fits(words []string, id Code) bool {
	return slices.ContainsFunc(words, func(word string) bool { return word != "" && strings.HasPrefix(string(id), word) })
}
