package machines

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cluster"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/internal/visible"
)

// submitWait is how long a coordinator is waited for.
const submitWait = 30 * time.Second

// Submit is the command hadal submit.
func Submit(env *cli.Env) *cobra.Command {
	var a access
	var from string
	var s cluster.Submission
	cmd := &cobra.Command{
		Use:   "submit TARGET...",
		Short: "Have a coordinator's workers harvest sites",
		Long: `Add sites to what a coordinator hands out to its workers. A TARGET is a URL, or the name of a
site in the coordinator's configuration or database. What is there already is gone on with, or
with --fresh begun anew; records of earlier harvests stay. All are taken on, or none.

How far they are: hadal status --workers, over the coordinator's database.`,
		Example: `  hadal submit https://books.example/ cars
  hadal submit --from sites.txt --fresh
  hadal submit --connect tls://harvest.example:4222 --token file:token https://books.example/`,
		Args: func(cmd *cobra.Command, args []string) error {
			if from != "" {
				return nil
			}
			return cobra.MinimumNArgs(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			s.Targets = args
			if from != "" {
				listed, err := target.ReadList(from)
				if err != nil {
					return err
				}
				s.Targets = append(listed, args...)
			}
			if len(s.Targets) == 0 {
				return exit.Usage(fmt.Errorf("--from %s: there is no TARGET in it", from))
			}
			for _, t := range s.Targets {
				if target.IsProfile(t) {
					return exit.Usage(fmt.Errorf("%s is a file of this machine: name it as profile of a site in the coordinator's configuration", t))
				}
			}
			ctx, cancel := context.WithTimeoutCause(cmd.Context(), submitWait, errors.New("no coordinator answers"))
			defer cancel()
			nc, err := a.dial(ctx, env, "submit")
			if err != nil {
				return because(ctx, err)
			}
			defer nc.Close()
			taken, err := cluster.NewClient(nc, a.cluster).Submit(ctx, s)
			if err != nil {
				return because(ctx, err)
			}
			if env.JSON {
				return visible.Encode(env.Stdout, taken)
			}
			return show.Rows(env.Stdout, []string{"SITE", "START"}, taken, func(t cluster.Submitted) []string { return []string{t.Name, t.Start} })
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "file with a TARGET a line; - reads standard input")
	cmd.Flags().BoolVar(&s.Fresh, "fresh", false, "start over; records of earlier harvests stay")
	a.addFlags(cmd, "addresses of the coordinator, or of its brokers (default nats://"+defaultAddress+")")
	return cmd
}

// because says why a context ended an attempt.
func because(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil && ctx.Err() == context.DeadlineExceeded {
		return fmt.Errorf("%w within %s: does hadal coordinator run there?", cause, submitWait)
	}
	if _, refused := errors.AsType[*cluster.Refusal](err); refused {
		return exit.Usage(err)
	}
	return err
}
