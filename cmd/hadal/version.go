package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/internal/visible"
)

func versionCommand(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and how it was built",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			b := cli.BuildInfo()
			if env.JSON {
				return visible.Encode(env.Stdout, b)
			}
			fmt.Fprintf(env.Stdout, "hadal %s, %s, %s\n", b.Version, b.Go, b.Platform)
			if b.Revision != "" {
				modified := ""
				if b.Modified {
					modified = ", with changes"
				}
				fmt.Fprintf(env.Stdout, "revision %s%s\n", b.Revision, modified)
			}
			return nil
		},
	}
}
