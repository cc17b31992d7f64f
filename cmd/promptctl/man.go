package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newManCommand writes the manual pages. It is for those who package promptctl, and not listed.
func newManCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write the manual pages into a folder",
		Long:    "Write a manual page for each command into a folder, which is made where it is not there.",
		Example: "  promptctl man /usr/local/share/man/man1",
		Args:    cobra.ExactArgs(1),
		Hidden:  true,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			root.InitDefaultCompletionCmd()
			describeStatus(root)
			date := commitTime()
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "promptctl " + version(), Manual: "promptctl", Date: &date}, args[0])
		},
	}
}

// describeStatus puts the exit statuses, which the help has at its end, into the descriptions.
func describeStatus(cmd *cobra.Command) {
	cmd.DisableAutoGenTag = true // it has the day in it
	status := cmd.Annotations[exitStatus]
	if status == "" {
		status = plainStatus
	}
	if cmd.Long == "" {
		cmd.Long = cmd.Short
	}
	var list strings.Builder
	for line := range strings.Lines(status) {
		number, meaning, _ := strings.Cut(strings.TrimSpace(line), "  ")
		fmt.Fprintf(&list, "- %s: %s\n", number, meaning)
	}
	cmd.Long += "\n\nExit status:\n\n" + list.String()
	for _, child := range cmd.Commands() {
		describeStatus(child)
	}
}

// commitTime is when the commit that the binary was built from was made, so that the same commit gives the same pages.
func commitTime() time.Time {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if at, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
				return at
			}
		}
	}
	return time.Unix(0, 0).UTC()
}
