package harvests

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/network"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/locate"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/crawls"
	"github.com/hadal-crawler/hadal/surface/ordering"
)

// Of the pages that a topic without seeds starts from.
const (
	startRecords = 40   // that the store holds on the topic
	startLinks   = 40   // that earlier crawls found and did not follow
	startOfSite  = 4    // of each of both: a start page is fetched before any link, and what a site may cost is limited
	startLooked  = 1000 // records, and links, that are looked through for them
)

// Locate is the command hadal locate.
func Locate(env *cli.Env) *cobra.Command {
	var o locate.Options
	var seedFile string
	cmd := &cobra.Command{
		Use:   "locate [SEED...]",
		Short: "Find search interfaces on many sites, and rank what is behind them",
		Long: `Crawl many sites at once, form first, until the search interfaces of each are
found; then ask each of them a handful of questions, estimate how much it holds
and how much of that is on a topic, and rank them.

A SEED is a URL or a host. Only the sites of the seeds are entered, unless
--max-sites allows more: then links to other sites are followed too, the most
promising first. With --topic and without seeds it starts from what the database
holds on the topic, and from links on it that earlier crawls did not follow.

A site is left after --site-forms interfaces, --site-pages pages or when nothing
promising is left. Each site is asked one request at a time, with pauses, under
its robots.txt. Only forms that are judged searches are asked anything; the
questions and their records are in the database, and ` + "`hadal harvest --located`" + ` goes
on from there. Pages that show nothing without scripts are shown in a browser
unless --browser never. The same command again goes on where the last one ended.`,
		Example: `  hadal locate https://library.example/ https://archive.example/ --topic "lighthouses"
  hadal locate --seeds hosts.txt --max-requests 5000 --json
  hadal locate --topic "garden history" --max-sites 50
  hadal harvest --located --top 5`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && seedFile == "" && o.Topic == "" {
				return exit.Usage(errors.New("say where to start: SEED..., --seeds FILE or --topic WORDS"))
			}
			s, err := env.Settings(cmd, "max-requests")
			if err != nil {
				return err
			}
			if seedFile != "" {
				more, err := target.ReadList(seedFile)
				if err != nil {
					return err
				}
				args = append(args, more...)
			}
			sites := target.Known(cmd.Context(), s)
			for _, arg := range args {
				t, err := sites.Find(arg)
				if err != nil {
					return err
				}
				o.Seeds = append(o.Seeds, t.Site.Start)
			}
			collectLess()
			return locateSources(cmd.Context(), env, s, o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&seedFile, "seeds", "", "file with a seed a line; - reads standard input")
	flags.StringVar(&o.Topic, "topic", "", "words that the sources should be about")
	flags.StringVar(&o.Name, "name", "", "of the crawl in the database (default: made of the seeds and the topic)")
	flags.BoolVar(&o.Fresh, "fresh", false, "start over; what is known of sources stays")
	flags.IntVar(&o.MaxSites, "max-sites", 0, "enter other sites too, until this many were entered; 0: only those of the seeds")
	flags.IntVar(&o.MaxRequests, "max-requests", 0, "requests of this run, all sites together; 0: no limit")
	flags.IntVar(&o.SitePages, "site-pages", 30, "pages looked at of one site")
	flags.IntVar(&o.SiteDepth, "site-depth", 3, "links followed from a seed")
	flags.IntVar(&o.SiteForms, "site-forms", 3, "search interfaces after which a site is left")
	flags.IntVar(&o.Fetchers, "fetchers", 16, "sites asked at the same time; each is still asked one request at a time")
	flags.IntVar(&o.Probes, "probes", 16, "requests that getting to know a source may cost; 0: do not ask it anything")
	config.AddFlags(flags, network.Flags...)
	config.AddFlags(flags, "seed", "ordering", "max-duration")
	return cmd
}

// crawlGC is the garbage collection's percentage while many sites are crawled.
// Each page leaves a tree behind and little stays, so that with Go's default of
// 100 the collector runs for every few pages: 350 takes 7 % less time and a third
// more memory, which remains below 100 MiB (make bench-surface).
const crawlGC = 350

// collectLess sets crawlGC unless the user has set GOGC.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(crawlGC)
	}
}

func locateSources(ctx context.Context, env *cli.Env, s config.Settings, o locate.Options) error {
	if o.Name == "" {
		o.Name = crawlName(o, s.Ordering)
	}
	if s.Ordering != formFirst {
		plan, err := ordering.New(s.Ordering, ordering.Options{Query: o.Topic, Seed: s.Seed})
		if err != nil {
			return exit.Config(fmt.Errorf("%w; or %s, the default", err, formFirst))
		}
		o.Ordering, o.MaxPending = ordering.ForCrawl(plan), plan.Limit
	}
	if o.Probes == 0 {
		o.Probes = -1
	}
	o.Seed, o.AllowPrivate, o.MaxDuration = s.Seed, s.AllowPrivate, s.MaxDuration
	o.Harvest = target.Options(s.SiteSettings)
	o.Events = func(e locate.Event) { tellLocating(env, e) }
	db, err := storage.Open(ctx, s.DB, storage.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	if len(o.Seeds) == 0 {
		if o.Seeds, err = onTopic(ctx, db, o.Topic); err != nil {
			return err
		}
		known := len(o.Seeds)
		if !s.AllowPrivate { // pages named these addresses, not the user
			o.Seeds = slices.DeleteFunc(o.Seeds, func(u page.URL) bool { return fetch.IsPrivateName(u.Host()) })
		}
		switch {
		case known == 0:
			return exit.Usage(fmt.Errorf("%s holds nothing on %q to start from: name seeds", s.DB, o.Topic))
		case len(o.Seeds) == 0:
			return exit.Usage(fmt.Errorf("all that %s holds on %q is on private addresses: name seeds, or allow them with --allow-private", s.DB, o.Topic))
		}
	}
	asking, err := network.Options(s.SiteSettings)
	if err != nil {
		return err
	}
	asking.Log, asking.Anywhere = env.Log, o.MaxSites > 0
	client, err := fetch.New(asking)
	if err != nil {
		return exit.Config(err)
	}
	defer client.Close()
	browsers := network.New(env.Log)
	defer browsers.Close()
	for _, u := range o.Seeds {
		client.AddTarget(u)
	}
	sum, err := locate.Run(ctx, o, browsers.Around(client, s.SiteSettings), crawls.Of(db))
	if err != nil {
		return err
	}
	err = printSources(env, sum)
	if exit.OfStop(sum.Stop.Kind) != exit.Done {
		err = errors.Join(err, exit.Stopped(sum.Stop))
	}
	return errors.Join(err, db.Close())
}

// formFirst is the ordering that locate has by itself.
const formFirst = "form-first"

// crawlName returns the name of a crawl that was not given one: the same seeds,
// topic and ordering give the same.
func crawlName(o locate.Options, order string) string {
	var parts []string
	if order != formFirst {
		parts = append(parts, order)
	}
	for _, u := range o.Seeds {
		parts = append(parts, u.String())
	}
	slices.Sort(parts)
	sum := sha256.Sum256([]byte(strings.Join(append(parts, o.Topic), "\n")))
	return fmt.Sprintf("locate-%x", sum[:6])
}

// onTopic returns the pages to start from that the database knows of a topic:
// those of records that have its words, and links not followed that say them.
func onTopic(ctx context.Context, db *storage.DB, topic string) ([]page.URL, error) {
	var out []page.URL
	ofSite := map[string]int{}
	add := func(u page.URL) {
		if site := u.Site(); ofSite[site] < startOfSite && !slices.Contains(out, u) {
			ofSite[site]++
			out = append(out, u)
		}
	}
	words := append([]string{topic}, strings.Fields(topic)...) // all of them together first
	for _, question := range words {
		looked := 0
		for hit, err := range db.Search(ctx, question, storage.SearchOptions{}) {
			if err != nil {
				return nil, exit.AsUsage(err, storage.ErrQuestion)
			}
			if u, err := page.ParseURL(hit.Record.URL); err == nil {
				add(u)
			}
			if looked++; len(out) >= startRecords || looked >= startLooked {
				break
			}
		}
	}
	records := len(out)
	clear(ofSite)
	links, err := crawls.Of(db).Unfollowed(ctx, strings.Fields(topic), startLooked)
	for _, u := range links {
		if add(u); len(out) >= records+startLinks {
			break
		}
	}
	return out, err
}

// tellLocating logs what happens: finds as they come, pages with --verbose.
func tellLocating(env *cli.Env, e locate.Event) {
	log := env.Log.Debug
	if e.Kind == "interface" || e.Kind == "source" {
		log = env.Log.Info
	}
	log(e.Kind, "site", e.Site, "message", e.Message, "pages", e.Pages, "pending", e.Pending)
}

func printSources(env *cli.Env, sum locate.Summary) error {
	if env.JSON {
		if err := visible.EncodeAll(env.Stdout, sum.Sources); err != nil {
			return err
		}
	} else if len(sum.Sources) > 0 {
		var rows [][]string
		for i, s := range sum.Sources {
			size, topical, share := show.Unknown, show.Unknown, show.Unknown
			if s.Size > 0 {
				size = show.Count(int(s.Size + 0.5))
			}
			if s.Topic != "" && s.Size > 0 {
				topical, share = show.Count(int(s.OnTopic+0.5)), show.Percent(s.Share)
			}
			rows = append(rows, []string{fmt.Sprint(i + 1), s.Site, show.Short(s.Page.String(), 60), s.Kind, string(s.Status), size, topical, share, show.Count(s.Requests)})
		}
		if err := show.Table(env.Stdout, []string{"RANK", "SITE", "FORM ON", "INTERFACE", "STATUS", "ESTIMATED", "ON TOPIC", "RELEVANCE", "REQUESTS"}, rows); err != nil {
			return err
		}
	}
	if !env.Quiet && !env.JSON {
		fmt.Fprintf(env.Stderr, "%s: %s on %s, %s; %s\n", show.Plural(sum.Crawl.Pages, "page"), show.Plural(sum.Crawl.Forms, "search form"), show.Plural(sum.Crawl.Sites, "site"),
			show.Plural(sum.Requests, "request"), sum.Stop.Reason)
	}
	return nil
}
