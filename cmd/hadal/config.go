package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/network"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/internal/config"
)

func configCommand(env *cli.Env) *cobra.Command {
	group := &cobra.Command{
		Use:   "config",
		Short: "Check a configuration file; print its JSON schema",
	}
	group.AddCommand(
		&cobra.Command{
			Use:   "validate [FILE]",
			Short: "Check a configuration file and tell what is wrong, line by line",
			Long: `Check a configuration file (./` + config.FileName + ` where none is named), the
environment (HADAL_...) included, or a site profile as hadal init writes it. Each
problem is shown with file, line, column and the lines around it.`,
			Example: `  hadal config validate
  hadal config validate sites/books.yaml`,
			Args: cobra.MaximumNArgs(1),
			RunE: func(cmd *cobra.Command, args []string) error {
				file := env.ConfigFile
				if len(args) > 0 {
					file = args[0]
				}
				if site, is, err := target.AsProfile(file); is && err == nil {
					fmt.Fprintf(env.Stdout, "%s: fine, the profile of %s: hadal harvest %[1]s uses it, and hadal init --check %[1]s compares it with the site\n", file, site.Name)
					return nil
				} else if is {
					return err
				}
				source := config.Source{File: file, Flags: cmd.Flags()}
				s, err := config.Load(source)
				if err != nil {
					return exit.Config(err)
				}
				for _, site := range s.Sites {
					if _, err := network.Cookies(site.SiteSettings); err != nil {
						return exit.Config(config.Blame(source, site.Name, "cookie-file", "", fmt.Sprintf("%s: %v", site.Name, err)))
					}
				}
				if file == "" {
					file = config.FileName
				}
				for _, p := range s.Idle {
					fmt.Fprintf(env.Stderr, "no effect: %s\n", p)
				}
				for _, p := range s.Older {
					fmt.Fprintf(env.Stderr, "note: %s\n", p)
				}
				fmt.Fprintf(env.Stdout, "%s: fine, %s\n", file, show.Plural(len(s.Sites), "site"))
				return nil
			},
		},
		schemaCommand(env),
	)
	return group
}

func schemaCommand(env *cli.Env) *cobra.Command {
	var profile bool
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of the configuration file, or of site profiles",
		Example: `  hadal config schema > hadal.schema.json
  # then, as the first line of hadal.yaml:
  # yaml-language-server: $schema=hadal.schema.json
  hadal config schema --profile > profile.schema.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			of := config.Schema
			if profile {
				of = target.ProfileSchema
			}
			schema, err := of()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(env.Stdout, "%s\n", schema)
			return err
		},
	}
	cmd.Flags().BoolVar(&profile, "profile", false, "of site profiles, as hadal init writes them")
	return cmd
}
