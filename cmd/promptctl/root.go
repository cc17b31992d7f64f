package main

import (
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/viper"
)

func newRootCommand(a *app) *cobra.Command {
	var loaded *viper.Viper
	root := &cobra.Command{
		Use:           "promptctl",
		Short:         "Show the prompts that Codex sent, rebuilt from its session files",
		Long:          rootHelp,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			v, err := a.load(cmd.Flags())
			loaded = v
			return err
		},
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return hinted{usageError{err}, "see " + cmd.CommandPath() + " --help"}
	})
	root.SetHelpTemplate(helpTemplate)
	addSettingFlags(root.PersistentFlags())
	root.AddCommand(
		newAgentsCommand(a),
		newBuildCommand(a),
		newCheckCommand(a),
		newCompactionsCommand(a),
		newConfigCommand(a, func() *viper.Viper { return loaded }),
		newDiffCommand(a),
		newExplainCommand(a),
		newLintCommand(a),
		newListCommand(a),
		newLocateCommand(a),
		newNextCommand(a),
		newSchemaCommand(a),
		newStepsCommand(a),
		newVersionsCommand(a),
		newViewCommand(a),
		newWorldCommand(a),
	)
	root.AddCommand(newManCommand(root))
	a.addCompletions(root)
	return root
}

const rootHelp = `promptctl answers one question about a Codex session, after the fact, offline and from its files alone:
what exactly did the model see at this step, and why?

A SESSION is a rollout file, - for standard input, or a thread id (6 characters of it or more) under CODEX_HOME.`

// version is the release the binary was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version
}
