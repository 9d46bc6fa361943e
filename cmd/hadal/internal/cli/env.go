// Package cli has what every command is given: where to write, how much to tell,
// the settings that were merged for it, and the database.
package cli

import (
	"io"
	"log/slog"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
)

// Env is what all commands share.
type Env struct {
	Stdout, Stderr io.Writer
	ConfigFile     string
	JSON           bool
	Quiet, Verbose bool

	Started bool // flags and arguments were understood, the command runs
	Log     *slog.Logger
	Source  config.Source // of the command's settings
}

// Logger writes to standard error: text for people, JSON lines with --json.
func (env *Env) Logger() *slog.Logger {
	level := slog.LevelInfo
	switch {
	case env.Quiet:
		level = slog.LevelError
	case env.Verbose:
		level = slog.LevelDebug
	}
	options := &slog.HandlerOptions{Level: level}
	if env.JSON {
		return slog.New(slog.NewJSONHandler(visible.JSONLines(env.Stderr), options))
	}
	return slog.New(slog.NewTextHandler(env.Stderr, options))
}

// Settings merges the sources of the settings for a command. Flags named in
// except are the command's own, whatever setting has the same name.
func (env *Env) Settings(cmd *cobra.Command, except ...string) (config.Settings, error) {
	flags := pflag.NewFlagSet(cmd.Name(), pflag.ContinueOnError)
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(except, f.Name) {
			flags.AddFlag(f)
		}
	})
	env.Source = config.Source{File: env.ConfigFile, Flags: flags}
	s, err := config.Load(env.Source)
	if err != nil {
		return s, exit.Config(err)
	}
	return s, nil
}
