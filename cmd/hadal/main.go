// Hadal harvests the hidden web: the records that a site shows only to those
// who fill in its search form.
//
// This package is the table of commands. Each command has a file in one of the
// rooms below: flags to options, options to calls of the packages, results to
// tables or JSON.
//
//	harvests     commands that ask sites           | target     what is to be harvested
//	pages        commands that look at one page    | network    clients and browsers
//	stored       commands over the database        | cli        what every command is given
//	simulations  commands without a network        | show       numbers and tables for people
//	serving      the pages of hadal serve          | exit       errors to exit statuses
//	machines     coordinator, worker, submit       | interrupt  an end within a second
//
// What it promises, what guards that, and the test that fails without the guard:
//
//	promise                                            | guard                          | test
//	SIGINT ends every command within a second, saved   | interrupt: Context, Overdue    | TestInterruptEndsEveryCommand, TestFirstInterruptSavesEverything, TestHarvestsThatDoNotEndAreLeftBehind
//	an interrupted demo shows what it found so far     | harvests: harvestAll, demo     | TestInterruptEndsEveryCommand
//	settings fit the form before the first question    | harvest: settle; forms: Settle | TestSettingsAreHeldAgainstTheForm, TestSettle, settings.txtar
//	labels of values are controls of the form          | harvest: labels; target: Labels| TestSettingsAreHeldAgainstTheForm, settings.txtar
//	a change of the site is told by status             | stored: printStatus; storage: Sites | TestStatusTellsOfAChange
//	a host that nobody has is asked for once, and how  | fetch: ErrNoHost; harvest:     | fetch: TestNoHost, harvest: TestAMisspeltHostIsLookedUpOnce
//	  to be rid of it told                             |   fetch, noForm                |
//	an option that a site dropped is noticed           | harvest: settle                | TestASiteThatDroppedTheOptionIsNotAsked, settings.txtar
//	a mistake is told with the place where it was made | target: Blame; config.Blame    | TestBlamePointsAtTheSource, settings.txtar
//	questions that cannot be sent end a harvest        | harvest: unsent                | TestQuestionsThatCannotBeSentEnd
//	a file or a slip is never looked up as a host      | target: refuseHost             | TestParseTarget, usage.txtar
//	an export is what its file's name says             | stored: chooseFormat           | TestNamesOfFilesSayTheirFormat, export.txtar
//	@file is the lines of a file                       | config: readLists              | TestListsAreReadFromFiles, settings.txtar
//	a forgotten site leaves nothing                    | storage: Forget                | TestForgettingLeavesNothing
//	what is forbidden exits with 4                     | pages: Robots                  | robots.txtar
//	nothing hostile reaches a terminal, JSON or YAML   | package internal/visible       | TestVisible, TestDocumentsSurviveWritingAndReading, export.txtar
//	a CSV file computes nothing in a spreadsheet       | export: csvWriter.text         | TestSafeCSVComputesNothing, export.txtar
//	a cell that was cut is told                        | stored: exporter.cut           | TestCutCellsAreTold, export.txtar
//	no secret of the settings is in anything written   | fetch: Access; page.Private    | TestSecretsAreNowhere
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
	"os"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/harvests"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/interrupt"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/machines"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/pages"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/serving"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/simulations"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/stored"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns the exit status. The first SIGINT
// or SIGTERM ends the work cleanly within a second, another kills the process.
func run(args []string, stdout, stderr io.Writer) int {
	env := &cli.Env{Stdout: stdout, Stderr: stderr}
	ctx, done := interrupt.Context(func() {
		tellError(stderr, wantsJSON(args), "", interrupt.ErrLeft)
		os.Exit(exit.Interrupted)
	})
	defer done()
	root := root(env)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if err != nil && !env.Started {
		err = exit.Usage(err) // flags, arguments or the command's name
	}
	for _, e := range exit.Split(err) {
		if e != nil && !exit.IsTold(e) {
			tellError(stderr, env.JSON || wantsJSON(args), cmd.CommandPath(), e)
		}
	}
	if status := exit.Status(err); status != exit.Failure || ctx.Err() == nil {
		return status
	}
	return exit.Interrupted // whatever the interrupt made fail
}

// tellError writes an error of a command: a line for people, or an object a line.
func tellError(w io.Writer, asJSON bool, command string, err error) {
	if asJSON {
		_ = visible.Encode(w, struct {
			Error string `json:"error"`
			Exit  int    `json:"exit"`
		}{err.Error(), exit.Status(err)}) // where standard error is gone, nobody can be told
		return
	}
	fmt.Fprintln(w, "hadal:", visible.Lines(err.Error()))
	if exit.IsUsage(err) {
		fmt.Fprintf(w, "See `%s --help`.\n", command)
	}
}

func root(env *cli.Env) *cobra.Command {
	root := &cobra.Command{
		Use:   "hadal",
		Short: "Harvest the records behind a site's search form",
		Long: `hadal harvests the hidden web: the records that a site shows only to those who
fill in its search form. It finds the form, asks questions that it makes up
itself, reads the answers into records, and stops when it can show that little
is left. It asks politely: robots.txt, one request at a time, pauses.`,
		Example: `  hadal harvest https://books.example/      harvest a site into hadal.db
  hadal status                              what is held, and why it stopped
  hadal serve                               look, steer and correct in a browser
  hadal export --format csv --out books.csv write the records out
  hadal demo                                see it work on bundled sites`,
		Version:       cli.BuildInfo().Version,
		Args:          oneOfCommands,
		RunE:          func(cmd *cobra.Command, args []string) error { return cmd.Help() },
		SilenceUsage:  true,
		SilenceErrors: true,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if env.Quiet && env.Verbose {
				return errors.New("--quiet and --verbose exclude each other")
			}
			env.Started = true
			env.Log = env.Logger()
			return nil
		},
	}
	flags := root.PersistentFlags()
	flags.StringVar(&env.ConfigFile, "config", "", "configuration file (default ./"+config.FileName+" where it exists)")
	flags.BoolVar(&env.JSON, "json", false, "print the result as JSON, and events as JSON lines on standard error")
	flags.BoolVarP(&env.Quiet, "quiet", "q", false, "no progress, errors only")
	flags.BoolVarP(&env.Verbose, "verbose", "v", false, "tell every step")
	config.AddFlags(flags, "db")
	root.SetVersionTemplate("hadal {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(root.UsageTemplate() + exit.Help)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		harvests.Harvest(env), harvests.Locate(env), harvests.Refresh(env), pages.Forms(env), harvests.Probe(env), harvests.Init(env), pages.Records(env), pages.Robots(env),
		stored.Export(env), stored.Status(env), stored.Explain(env), simulations.Simulate(env), harvests.Demo(env),
		stored.Search(env), stored.Diff(env), harvests.Replay(env), stored.DB(env), serving.Serve(env),
		machines.Coordinator(env), machines.Worker(env), machines.Submit(env),
		configCommand(env), versionCommand(env),
	)
	for _, cmd := range root.Commands() {
		countArgs(cmd)
		if !cmd.Runnable() { // it only groups others
			cmd.Args, cmd.RunE = oneOfCommands, func(cmd *cobra.Command, args []string) error { return cmd.Help() }
		}
	}
	groupFlags(root)
	return root
}
