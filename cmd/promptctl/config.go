package main

import (
	"fmt"

	"promptctl/internal/render"

	"github.com/spf13/cobra"
	"github.com/spf13/viper"
)

func newConfigCommand(a *app, loaded func() *viper.Viper) *cobra.Command {
	return &cobra.Command{
		Use:     "config",
		Short:   "Print each setting with where it comes from",
		Example: "  promptctl config",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, s := range settingTable {
				value := loaded().GetString(s.name)
				fmt.Fprintf(a.out, "%-14s %-24s %s\n", s.name, render.Plain(quoteEmpty(value)), render.Plain(a.source(cmd, loaded(), s.name)))
			}
			fmt.Fprintf(a.out, "%-14s %-24s %s\n", "CODEX_HOME", render.Plain(quoteEmpty(a.codexHome())), "Codex's own")
			return nil
		},
	}
}

func quoteEmpty(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// source says where a setting's value comes from.
func (a *app) source(cmd *cobra.Command, v *viper.Viper, name string) string {
	_, inEnv := a.env[envName(name)]
	f := cmd.Flags().Lookup(name)
	switch {
	case f != nil && f.Changed:
		return "--" + name
	case inEnv:
		return envName(name)
	case v.InConfig(name):
		return v.ConfigFileUsed()
	}
	return "default"
}
