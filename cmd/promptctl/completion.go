package main

import (
	"os"
	"strings"

	"promptctl/internal/drift"
	"promptctl/internal/render"
	"promptctl/internal/rollout"

	"github.com/spf13/cobra"
)

// maxCompletions is how many sessions a shell is offered: the newest.
const maxCompletions = 100

// addCompletions lets shells complete what an argument or a flag of a command can be.
func (a *app) addCompletions(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		if strings.Contains(cmd.Use, "SESSION") && cmd.ValidArgsFunction == nil {
			cmd.ValidArgsFunction = a.completeSessions
		}
		if flag := cmd.Flags().Lookup("format"); flag != nil {
			must(cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatsIn(flag.Usage), cobra.ShellCompDirectiveNoFileComp)))
		}
		if cmd.Flags().Lookup("session") != nil {
			must(cmd.RegisterFlagCompletionFunc("session", a.completeSessions))
		}
	}
	completeFlags(root, map[string][]string{"color": {"auto", "always", "never"}, "provider": {"openai", "azure", "other"}})
}

// completeFlags says which values flags of a command can have.
func completeFlags(cmd *cobra.Command, flags map[string][]string) {
	for name, values := range flags {
		must(cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)))
	}
}

// must stops at a mistake in this program: a completion for a flag that is not there, or a second one.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// formatsIn reads the formats out of a flag's help.
func formatsIn(usage string) []string {
	_, list, _ := strings.Cut(usage, ": ")
	list, _, _ = strings.Cut(list, ";")
	return strings.Split(list, ", ")
}

// completeSessions offers thread ids, with when and where the sessions were started. Where none fits, the shell offers files.
func (a *app) completeSessions(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	home := rollout.Home{Dir: a.codexHome()}
	if len(args) > 0 || home.Dir == "" {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var list []string
	seen := map[string]bool{}
	for _, s := range home.Sessions() {
		if len(list) == maxCompletions {
			break
		}
		if seen[s.ThreadID] || !strings.HasPrefix(s.ThreadID, typed) {
			continue
		}
		seen[s.ThreadID] = true
		about := started(s)
		if meta, err := rollout.ReadMeta(s.Path); err == nil {
			about += "  " + meta.CWD
		}
		list = append(list, cobra.CompletionWithDesc(render.Plain(s.ThreadID), render.Plain(about)))
	}
	return list, cobra.ShellCompDirectiveKeepOrder
}

// started is when a session began, by its file's name: 2026-11-30 18:34.
func started(s rollout.Session) string {
	day, clock, _ := strings.Cut(s.Started, "T")
	return day + " " + strings.Replace(clock[:min(len(clock), len("18-34"))], "-", ":", 1)
}

// completeCases offers the cases of the settings file.
func (a *app) completeCases(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
	path := settingsPath(a.cwd)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	suite, err := drift.ParseSuite(path, text)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, c := range suite.Cases {
		names = append(names, c.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
