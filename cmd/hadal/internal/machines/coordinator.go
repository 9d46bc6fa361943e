package machines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cluster"
	"github.com/hadal-crawler/hadal/cluster/broker"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/interrupt"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

// windUp is how long a command of a cluster may take to end well.
const windUp = 40 * time.Second

// Coordinator is the command hadal coordinator.
func Coordinator(env *cli.Env) *cobra.Command {
	var a access
	var o broker.Options
	var s cluster.Settings
	cmd := &cobra.Command{
		Use:   "coordinator",
		Short: "Own the database, and hand its sites out to workers",
		Long: `Hand sites out to workers, on this machine and on others, and write what they
find into the database, which this process alone has. Sites are added by hadal submit;
their settings, and the secrets these refer to, are those of this command's
configuration, and go to the worker that gets the site and to nobody else.

It listens as a NATS server of its own, or uses the brokers of --connect. Nothing is lost
with either: what is harvested and what is to be done stand in the database. Where others than
this machine reach it, it demands TLS and that workers say who they are.`,
		Example: `  hadal coordinator
  hadal coordinator --db books.db --config sites.yaml
  hadal coordinator --listen 0.0.0.0:4222 --tls-cert cert.pem --tls-key key.pem --token file:token
  hadal coordinator --connect tls://n1.example:4222,tls://n2.example:4222 --replicas 3 --creds hadal.creds`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			settings, err := env.Settings(cmd)
			if err != nil {
				return err
			}
			interrupt.Allow(cmd.Context(), windUp)
			if len(a.connect) > 0 && cmd.Flags().Changed("listen") {
				return exit.Usage(errors.New("--listen starts a broker, and --connect uses others: give one of the two"))
			}
			nc, end, err := reach(cmd.Context(), env, &a, o)
			if err != nil {
				return err
			}
			defer end()
			s.Name, s.Log, s.Memory = a.cluster, env.Log, len(a.connect) == 0
			return coordinate(cmd.Context(), env, settings, nc, s)
		},
	}
	cmd.Flags().StringVar(&o.Listen, "listen", defaultAddress, "address where workers connect; port 0 takes a free one")
	cmd.Flags().StringVar(&o.Cert, "tls-cert", "", "file of the certificate, PEM")
	cmd.Flags().StringVar(&o.Key, "tls-key", "", "file of its key")
	cmd.Flags().StringSliceVar(&o.NKeys, "authorize", nil, "public nkeys of those who may connect")
	a.addFlags(cmd, "NATS servers with JetStream to use in place of an own one")
	cmd.Flags().IntVar(&s.Replicas, "replicas", 1, "with --connect: servers that keep the queue")
	cmd.Flags().DurationVar(&s.LeaseTTL, "lease", 30*time.Second, "how long a site stays at a worker that is not heard of")
	cmd.Flags().IntVar(&s.SitesPerAddress, "sites-per-address", 1, "sites harvested at once whose hosts share an address")
	return cmd
}

// reach starts a broker, or connects to those that are there.
func reach(ctx context.Context, env *cli.Env, a *access, o broker.Options) (nc *nats.Conn, end func(), err error) {
	if len(a.connect) > 0 {
		if nc, err = a.dial(ctx, env, "coordinator"); err != nil {
			return nil, nil, err
		}
		return nc, nc.Close, nil
	}
	c, err := a.credentials()
	if err != nil {
		return nil, nil, err
	}
	o.User, o.Password, o.Token = c.User, c.Password, c.Token
	b, err := broker.Start(o)
	if err != nil {
		return nil, nil, exit.Usage(err)
	}
	if nc, err = cluster.Connect(ctx, b.Access()); err != nil {
		b.Close()
		return nil, nil, err
	}
	scheme := "nats"
	if o.Cert != "" {
		scheme = "tls"
	}
	env.Log.Info("workers may connect", "address", scheme+"://"+b.Addr().String())
	return nc, func() { nc.Close(); b.Close() }, nil
}

func coordinate(ctx context.Context, env *cli.Env, s config.Settings, nc *nats.Conn, cs cluster.Settings) error {
	db, err := storage.Open(ctx, s.DB, storage.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	c, err := cluster.NewCoordinator(ctx, nc, db, &jobs{env: env, settings: s, db: db}, cs)
	if err != nil {
		return err
	}
	return errors.Join(c.Run(ctx), db.Close())
}

// jobs knows the sites of the coordinator's configuration.
type jobs struct {
	env      *cli.Env
	settings config.Settings
	db       *storage.DB

	mu     sync.Mutex
	labels *storage.Labels // as they were read last
	read   time.Time
}

// labelsKept is how long what sites teach each other is taken for true: to read it takes
// longer than to hand a site out.
const labelsKept = 10 * time.Minute

func (j *jobs) known(ctx context.Context, site string) ([]querygen.LabelledValues, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.labels == nil || time.Since(j.read) > labelsKept {
		labels, err := j.db.Labels(ctx)
		if err != nil {
			return nil, err
		}
		j.labels, j.read = labels, time.Now()
	}
	return j.labels.Except(site), nil
}

// A job is what a worker is told of a site.
type job struct {
	Settings config.SiteSettings       `json:"settings"`
	Secrets  config.Secrets            `json:"secrets"`
	Profile  *harvest.Profile          `json:"profile,omitempty"`
	Known    []querygen.LabelledValues `json:"known,omitempty"`
}

// Find implements cluster.Jobs.
func (j *jobs) Find(ctx context.Context, arg string) (harvest.Site, bool, error) {
	t, err := target.Known(ctx, j.settings).Target(arg)
	if err == nil && strings.ContainsAny(t.Site.Name, "\r\n") {
		err = fmt.Errorf("%q is no site", arg)
	}
	if err != nil {
		return harvest.Site{}, false, err
	}
	shown := t.Profile != nil && t.Profile.Browser != nil && t.Profile.Browser.Render
	return t.Site, t.Settings.Browser == string(harvest.RenderAlways) || shown && t.Settings.Browser != string(harvest.RenderNever), nil
}

// Job implements cluster.Jobs.
func (j *jobs) Job(ctx context.Context, w storage.Work) (json.RawMessage, error) {
	t, err := target.Known(ctx, j.settings).Target(w.Target)
	if err != nil {
		return nil, err
	}
	if err := target.Fill(ctx, j.env.Source, j.db, t); err != nil {
		return nil, err
	}
	out := job{Settings: t.Settings, Profile: t.Profile}
	if out.Secrets, err = t.Settings.Collect(); err != nil {
		return nil, target.Blame(j.env.Source, t, err)
	}
	if out.Known, err = j.known(ctx, t.Site.Name); err != nil {
		return nil, err
	}
	out.Settings.Secrets = nil
	return json.Marshal(out)
}
