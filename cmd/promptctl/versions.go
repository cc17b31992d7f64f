package main

import (
	"fmt"
	"text/tabwriter"

	"promptctl"
	"promptctl/internal/codex"
	"promptctl/internal/render"

	"github.com/spf13/cobra"
)

func newVersionsCommand(a *app) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "versions",
		Short: "List the Codex releases that are supported, and how exactly",
		Long: `List the Codex releases that promptctl follows: exact, exact but for something, or history only.

The figures are those of the last runs against the real client of a release: requests that it sent in scripted sessions,
and how many of them promptctl rebuilt from the rollout alone. A release between two listed ones behaves by its own row of
the table of behaviours.`,
		Example:     "  promptctl versions",
		Args:        cobra.NoArgs,
		Annotations: map[string]string{exitStatus: "0  done"},
		RunE: func(*cobra.Command, []string) error {
			figures, err := codex.ParseFigures(promptctl.Conformance)
			if err != nil {
				return err
			}
			list := codex.Supported(figures)
			if asJSON {
				return render.Versions(a.out, list)
			}
			t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(t, "codex\tlevel\texact\tbut for unrecorded parts\twhole body\tnote")
			for _, s := range list {
				counts := "\t\t"
				if f := s.Figures; f != nil {
					counts = fmt.Sprintf("%d of %d\t%d\t%d", f.Exact, f.Requests, f.Modulo, f.Body)
				}
				fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", s.Releases, s.Level, counts, s.But)
			}
			return t.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
