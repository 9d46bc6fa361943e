// Hadal harvests the hidden web: the records that a site shows only to those
// who fill in its search form.
//
// This package is the command line and nothing else: one file a command, flags
// to options, options to calls of the packages, and errors to exit codes (in
// exit.go, the only place).
//
// What it promises, what guards that, and the test that fails without the guard:
//
//	promise                                            | guard                          | test
//	SIGINT ends every command within a second, saved   | interruptible, overdue         | TestInterruptEndsEveryCommand, TestFirstInterruptSavesEverything
//	an interrupted demo shows what it found so far     | a.harvest, a.demo              | TestInterruptEndsEveryCommand
//	settings fit the form before the first question    | harvest: settle; forms: Settle | TestSettingsAreHeldAgainstTheForm, TestSettle, settings.txtar
//	labels of values are controls of the form          | harvest: labels; labels        | TestSettingsAreHeldAgainstTheForm, settings.txtar
//	a change of the site is told by status             | a.printStatus; storage: Sites  | TestStatusTellsOfAChange
//	a host that nobody has is asked for once, and how  | fetch: ErrNoHost; harvest:     | fetch: TestNoHost, harvest: TestAMisspeltHostIsLookedUpOnce
//	  to be rid of it told                             |   fetch, noForm                |
//	an option that a site dropped is noticed           | harvest: settle                | TestASiteThatDroppedTheOptionIsNotAsked, settings.txtar
//	a mistake is told with the place where it was made | a.blame, config.Blame          | TestBlamePointsAtTheSource, settings.txtar
//	questions that cannot be sent end a harvest        | harvest: unsent                | TestQuestionsThatCannotBeSentEnd
//	a file or a slip is never looked up as a host      | lookup.refuseHost              | TestParseTarget, usage.txtar
//	an export is what its file's name says             | exporter.chooseFormat          | TestNamesOfFilesSayTheirFormat, export.txtar
//	@file is the lines of a file                       | config: readLists              | TestListsAreReadFromFiles, settings.txtar
//	a forgotten site leaves nothing                    | storage: Forget                | TestForgettingLeavesNothing
//	what is forbidden exits with 4                     | robotsCommand                  | robots.txtar
//	nothing hostile reaches a terminal, JSON or YAML   | package internal/visible       | TestVisible, TestDocumentsSurviveWritingAndReading, export.txtar
//	a CSV file computes nothing in a spreadsheet       | export: csvWriter.text         | TestSafeCSVComputesNothing, export.txtar
//	a cell that was cut is told                        | exporter.cut                   | TestCutCellsAreTold, export.txtar
//	errors under --json are JSON                       | tellError                      | usage.txtar
//	status is never below what was shown, and holds    |                                |
//	the truth in nine of ten (make eval-stopped)       | package querygen               | TestStatusOfStoppedHarvests
//	a form that is answered in JSON is harvested       | harvest: run.foreign           | TestStatusOfStoppedHarvests
//	a harvest into a vanished file fails, in one line  | storage: watched.there         | TestHarvestIntoAVanishedFileFails
package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns the exit status. The first SIGINT
// or SIGTERM ends the work cleanly within a second, another kills the process.
func run(args []string, stdout, stderr io.Writer) int {
	a := &app{stdout: stdout, stderr: stderr}
	ctx, done := interruptible(func() {
		tellError(stderr, wantsJSON(args), "", errLeft)
		os.Exit(exitInterrupted)
	})
	defer done()
	root := a.root()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if err != nil && !a.started {
		err = &usageError{err} // flags, arguments or the command's name
	}
	for _, e := range split(err) {
		if _, told := errors.AsType[*stopError](e); !told && e != nil {
			tellError(stderr, a.json || wantsJSON(args), cmd.CommandPath(), e)
		}
	}
	if status := exitStatus(err); status != exitFailure || ctx.Err() == nil {
		return status
	}
	return exitInterrupted // whatever the interrupt made fail
}

// tellError writes an error of a command: a line for people, or an object a line.
func tellError(w io.Writer, asJSON bool, command string, err error) {
	if asJSON {
		_ = visible.Encode(w, struct {
			Error string `json:"error"`
			Exit  int    `json:"exit"`
		}{err.Error(), statusOf(err)}) // where standard error is gone, nobody can be told
		return
	}
	fmt.Fprintln(w, "hadal:", visible.Lines(err.Error()))
	if _, ok := errors.AsType[*usageError](err); ok {
		fmt.Fprintf(w, "See `%s --help`.\n", command)
	}
}

// app is what all commands share.
type app struct {
	stdout, stderr io.Writer
	configFile     string
	json           bool
	quiet, verbose bool

	started bool // flags and arguments were understood, the command runs
	log     *slog.Logger
	source  config.Source // of the command's settings
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
		Version:       buildInfo().Version,
		Args:          oneOfCommands,
		RunE:          func(cmd *cobra.Command, args []string) error { return cmd.Help() },
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
	root.SetVersionTemplate("hadal {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(root.UsageTemplate() + exitHelp)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		a.harvestCommand(), a.locateCommand(), a.refreshCommand(), a.formsCommand(), a.probeCommand(), a.initCommand(), a.recordsCommand(), a.robotsCommand(),
		a.exportCommand(), a.statusCommand(), a.explainCommand(), a.simulateCommand(), a.demoCommand(),
		a.searchCommand(), a.diffCommand(), a.replayCommand(), a.dbCommand(),
		a.configCommand(), a.versionCommand(),
	)
	groupFlags(root)
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
		return slog.New(slog.NewJSONHandler(visible.JSONLines(a.stderr), options))
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
	a.source = config.Source{File: a.configFile, Flags: flags}
	s, err := config.Load(a.source)
	if err != nil {
		return s, &settingsError{err}
	}
	return s, nil
}
