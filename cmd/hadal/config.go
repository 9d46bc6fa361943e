package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/internal/config"
)

func (a *app) configCommand() *cobra.Command {
	group := &cobra.Command{
		Use:   "config",
		Short: "Check a configuration file; print its JSON schema",
		Args:  oneOfCommands,
		RunE:  func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	group.AddCommand(
		&cobra.Command{
			Use:   "validate [FILE]",
			Short: "Check a configuration file and tell what is wrong, line by line",
			Long: `Check a configuration file (./` + config.FileName + ` where none is named), the
environment (HADAL_...) included. Each problem is shown with file, line, column
and the lines around it.`,
			Example: `  hadal config validate
  hadal config validate sites/books.yaml`,
			Args: cobra.MaximumNArgs(1),
			RunE: func(cmd *cobra.Command, args []string) error {
				file := a.configFile
				if len(args) > 0 {
					file = args[0]
				}
				s, err := config.Load(config.Source{File: file, Flags: cmd.Flags()})
				if err != nil {
					return &settingsError{err}
				}
				if file == "" {
					file = config.FileName
				}
				fmt.Fprintf(a.stdout, "%s: fine, %s\n", file, plural(len(s.Sites), "site"))
				return nil
			},
		},
		&cobra.Command{
			Use:   "schema",
			Short: "Print the JSON schema of the configuration file",
			Example: `  hadal config schema > hadal.schema.json
  # then, as the first line of hadal.yaml:
  # yaml-language-server: $schema=hadal.schema.json`,
			Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, args []string) error {
				schema, err := config.Schema()
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(a.stdout, "%s\n", schema)
				return err
			},
		},
	)
	return group
}
