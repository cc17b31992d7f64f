package main

import (
	"fmt"
	"strings"

	"promptctl/internal/render"

	"github.com/spf13/cobra"
)

func newSchemaCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [NAME]",
		Short: "Print the JSON Schema of an output for programs",
		Long: `Print the JSON Schema of what a command prints for programs, or list the names of all of them.

Everything that promptctl prints as JSON of its own has a schema_version. New members may come at any time; the version
changes when one is taken away or means another thing.`,
		Example: `  promptctl schema
  promptctl schema check`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: cobra.FixedCompletions(render.SchemaNames(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				_, err := fmt.Fprintln(a.out, strings.Join(render.SchemaNames(), "\n"))
				return err
			}
			text, ok := render.Schema(args[0])
			if !ok {
				return usageError{fmt.Errorf("no schema %q: there are %s", args[0], strings.Join(render.SchemaNames(), ", "))}
			}
			_, err := a.out.Write(text)
			return err
		},
	}
}
