// Hadal harvests the hidden web: the records that a site shows only to those
// who fill in its search form.
//
// This package is the command line and nothing else: one file a command, flags
// to options, options to calls of the packages, and errors to exit codes (in
// exit.go, the only place).
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hadal-crawler/hadal/internal/config"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns the exit status. The first SIGINT
// or SIGTERM ends the work cleanly, the second kills the process.
func run(args []string, stdout, stderr io.Writer) int {
	ctx, restore := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer restore()
	context.AfterFunc(ctx, restore)

	a := &app{stdout: stdout, stderr: stderr}
	root := a.root()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if err != nil && !a.started {
		err = &usageError{err} // flags, arguments or the command's name
	}
	for _, e := range split(err) {
		if _, told := errors.AsType[*stopError](e); told || e == nil {
			continue
		}
		fmt.Fprintln(stderr, "hadal:", e)
		if _, ok := errors.AsType[*usageError](e); ok {
			fmt.Fprintf(stderr, "See `%s --help`.\n", cmd.CommandPath())
		}
	}
	return exitStatus(err)
}

// app is what all commands share.
type app struct {
	stdout, stderr io.Writer
	configFile     string
	json           bool
	quiet, verbose bool

	started bool // flags and arguments were understood, the command runs
	log     *slog.Logger
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "hadal",
		Short: "Harvest the records behind a site's search form",
		Long: `hadal harvests the hidden web: the records that a site shows only to those who
fill in its search form. It finds the form, asks questions that it makes up
itself, reads the answers into records, and stops when it can show that little
is left. It asks politely: robots.txt, one request at a time, pauses.`,
		Example: `  hadal harvest https://books.example/      harvest a site into hadal.db
  hadal status                              what is held, and why it stopped
  hadal export --format csv --out books.csv write the records out
  hadal demo                                see it work on bundled sites`,
		SilenceUsage:  true,
		SilenceErrors: true,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if a.quiet && a.verbose {
				return errors.New("--quiet and --verbose exclude each other")
			}
			a.started = true
			a.log = a.logger()
			return nil
		},
	}
	flags := root.PersistentFlags()
	flags.StringVar(&a.configFile, "config", "", "configuration file (default ./"+config.FileName+" where it exists)")
	flags.BoolVar(&a.json, "json", false, "print the result as JSON, and events as JSON lines on standard error")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "no progress, errors only")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "tell every step")
	config.AddFlags(flags, "db")
	root.SetUsageTemplate(root.UsageTemplate() + exitHelp)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		a.harvestCommand(), a.locateCommand(), a.refreshCommand(), a.formsCommand(), a.probeCommand(), a.initCommand(), a.recordsCommand(), a.robotsCommand(),
		a.exportCommand(), a.statusCommand(), a.explainCommand(), a.simulateCommand(), a.demoCommand(),
		a.searchCommand(), a.diffCommand(), a.replayCommand(), a.dbCommand(),
		a.configCommand(), a.versionCommand(),
	)
	return root
}

// logger writes to standard error: text for people, JSON lines with --json.
func (a *app) logger() *slog.Logger {
	level := slog.LevelInfo
	switch {
	case a.quiet:
		level = slog.LevelError
	case a.verbose:
		level = slog.LevelDebug
	}
	options := &slog.HandlerOptions{Level: level}
	if a.json {
		return slog.New(slog.NewJSONHandler(a.stderr, options))
	}
	return slog.New(slog.NewTextHandler(a.stderr, options))
}

// settings merges the sources of the settings for a command. Flags named in
// except are the command's own, whatever setting has the same name.
func (a *app) settings(cmd *cobra.Command, except ...string) (config.Settings, error) {
	flags := pflag.NewFlagSet(cmd.Name(), pflag.ContinueOnError)
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(except, f.Name) {
			flags.AddFlag(f)
		}
	})
	s, err := config.Load(config.Source{File: a.configFile, Flags: flags})
	if err != nil {
		return s, &settingsError{err}
	}
	return s, nil
}
