package machines

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cluster"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/interrupt"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/network"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/fetch/browser"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
)

// Worker is the command hadal worker.
func Worker(env *cli.Env) *cobra.Command {
	var a access
	var memory, name string
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Harvest the sites that a coordinator hands out",
		Long: `Harvest sites for a coordinator, as many at once as --sites-at-once says. Nothing is kept
here: each answer is written by the coordinator before the next question is asked, and
whatever a site's settings are comes with it. What is said here holds for this machine: where
Chrome is, and how much memory harvests may take.

Ctrl-C, or SIGTERM, ends it well: the answers in flight are saved, and the sites go to
other workers. After kill -9, too, no more than the answer in flight is lost.`,
		Example: `  hadal worker
  hadal worker --connect tls://harvest.example:4222 --token file:token --sites-at-once 50
  hadal worker --memory 2GB --browser never`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := env.Settings(cmd, "name", "memory")
			if err != nil {
				return err
			}
			var size config.Size
			if memory != "" {
				if err := size.UnmarshalText([]byte(memory)); err != nil {
					return exit.Usage(fmt.Errorf("--memory: %w", err))
				}
			}
			interrupt.Allow(cmd.Context(), windUp)
			nc, err := a.dial(cmd.Context(), env, "worker")
			if err != nil {
				return err
			}
			defer nc.Close()
			n := network.New(env.Log)
			defer n.Close()
			h := harvester{env: env, network: n, own: s.SiteSettings}
			w := cluster.Worker{
				Cluster: a.cluster, Log: env.Log, Harvest: h.harvest,
				Said: cluster.Said{Name: name, Version: cli.BuildInfo().Version, Browser: shows(s.SiteSettings), Memory: int64(size), Slots: s.SitesAtOnce},
			}
			if s.Proxy != "" {
				w.Resolve = func(context.Context, string) ([]netip.Addr, error) { return nil, nil } // the proxy does
			}
			return w.Run(context.WithoutCancel(cmd.Context()), cmd.Context(), nc)
		},
	}
	a.addFlags(cmd, "addresses of the coordinator, or of its brokers (default nats://"+defaultAddress+")")
	cmd.Flags().StringVar(&name, "name", "", "of this worker (default host, process and a random part)")
	cmd.Flags().StringVar(&memory, "memory", "", "memory that harvests may take, as 2GB: larger sites go to other workers (default any)")
	config.AddFlags(cmd.Flags(), "sites-at-once", "browser", "browser-path", "browser-remote", "proxy")
	return cmd
}

// shows reports whether pages can be shown in a browser here.
func shows(s config.SiteSettings) bool {
	if s.Browser == string(harvest.RenderNever) {
		return false
	}
	_, err := browser.Find(s.BrowserPath)
	return err == nil || s.BrowserRemote != ""
}

// harvester harvests what is leased, with what this machine has.
type harvester struct {
	env     *cli.Env
	network *network.Network
	own     config.SiteSettings
}

func (h harvester) harvest(ctx context.Context, l *cluster.Lease) (harvest.Stop, error) {
	var j job
	if err := json.Unmarshal(l.Job, &j); err != nil {
		return harvest.Stop{}, fmt.Errorf("%s: the settings: %w", l.Site.Name, err)
	}
	s := j.Settings
	s.Secrets, s.BrowserPath, s.BrowserRemote = j.Secrets, h.own.BrowserPath, h.own.BrowserRemote
	if s.Proxy == "" {
		s.Proxy = h.own.Proxy
	}
	client, err := h.network.Site(s, l.Site.Start)
	if err != nil {
		return harvest.Stop{}, err
	}
	o := target.Options(s)
	o.Fresh, o.Profile, o.Known = l.Fresh, j.Profile, j.Known
	sum, err := harvest.RunAll(ctx, l.Site, o, l.Guard(client), l.Store(), h.report)
	if err != nil {
		return harvest.Stop{}, err
	}
	stop := sum.Stop
	for _, other := range sum.Sources { // one that was interrupted is gone on with
		if other.Stop.Kind == harvest.Interrupted {
			stop = other.Stop
		}
	}
	return stop, nil
}

// report tells of what happens at the sites.
func (h harvester) report(e harvest.Event) {
	tell := h.env.Log.Debug
	if slices.Contains([]string{"form", "note", "stop"}, e.Kind) {
		tell = h.env.Log.Info
	}
	tell(e.Message, "site", e.Site, "kind", e.Kind, "records", e.Progress.Records, "requests", e.Progress.Requests)
}
