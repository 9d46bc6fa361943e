package pages

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/network"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/page"
)

// Robots is the command hadal robots.
func Robots(env *cli.Env) *cobra.Command {
	var wanted, agent string
	cmd := &cobra.Command{
		Use:   "robots FILE|URL --url URL",
		Short: "Tell whether robots.txt allows a URL, and by which rule",
		Long: `Tell whether a robots.txt (a file, or fetched from a URL's host) allows a URL,
and which of its lines decides (RFC 9309). The exit status is 0 where it is
allowed and 4 where it is forbidden.`,
		Example: `  hadal robots https://books.example/search?q=garden
  hadal robots https://books.example/ --url /search && hadal harvest https://books.example/
  hadal robots robots.txt --agent hadal --url https://books.example/search --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if wanted == "" {
				if !target.IsURL(args[0]) {
					return exit.Usage(errors.New("which URL? Name it with --url"))
				}
				wanted = args[0]
			}
			s, err := env.Settings(cmd, "agent")
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("agent") {
				agent = s.Agent
			}
			v, err := verdict(env, cmd, s.SiteSettings, args[0], agent, wanted)
			if err != nil {
				return err
			}
			if err := printVerdict(env, v); err != nil || v.Allowed {
				return err
			}
			return exit.Stopped(harvest.Stop{Kind: harvest.Forbidden, Reason: v.Rule})
		},
	}
	cmd.Flags().StringVar(&wanted, "url", "", "the URL to judge, or its path")
	cmd.Flags().StringVar(&agent, "agent", "", "product token to judge for, any (default the setting agent)")
	config.AddFlags(cmd.Flags(), slices.DeleteFunc(slices.Clone(network.Flags), func(name string) bool { return name == "agent" })...)
	return cmd
}

// meant returns the URL that wanted names: a whole URL, or a path at the host of base.
// Anything else is a slip, and the verdict on a slip would read as one on the URL meant.
func meant(base page.URL, wanted string) (page.URL, error) {
	if !strings.HasPrefix(wanted, "/") && !strings.Contains(wanted, "://") {
		return page.URL{}, exit.Usage(fmt.Errorf("--url wants a URL or a path that begins with /, not %q", wanted))
	}
	u, err := base.Resolve(wanted)
	if err != nil {
		return page.URL{}, exit.Usage(fmt.Errorf("--url: %w", err))
	}
	return u, nil
}

// verdict judges wanted by the robots.txt that stands in a file, or at the
// host of a URL: there as every fetch does it, redirects, error statuses and
// all.
func verdict(env *cli.Env, cmd *cobra.Command, s config.SiteSettings, where, agent, wanted string) (robots.Verdict, error) {
	base := unknownBase
	if target.IsURL(where) {
		base = where
	}
	host, err := page.ParseURL(base)
	if err != nil {
		return robots.Verdict{}, exit.Usage(err)
	}
	u, err := meant(host, wanted)
	if err != nil {
		return robots.Verdict{}, err
	}
	if !target.IsURL(where) {
		body, err := os.ReadFile(where)
		return robots.Parse(body).Test(agent, u.PathQuery()), err
	}
	if u.Origin() != host.Origin() {
		return robots.Verdict{}, exit.Usage(fmt.Errorf("%s is not on %s: its robots.txt does not speak about it", u, host.Origin()))
	}
	s.Agent = agent
	n := network.New(env.Log)
	defer n.Close()
	client, err := n.Client(s, host)
	if err != nil {
		return robots.Verdict{}, err
	}
	return client.Robots(cmd.Context(), u)
}

func printVerdict(env *cli.Env, v robots.Verdict) error {
	if env.JSON {
		out := struct {
			Allowed bool    `json:"allowed"`
			Rule    *string `json:"rule"`
			Line    *int    `json:"line"`
		}{Allowed: v.Allowed}
		if v.Line > 0 {
			out.Rule, out.Line = &v.Rule, &v.Line
		}
		return visible.Encode(env.Stdout, out)
	}
	verdict := "forbidden"
	if v.Allowed {
		verdict = "allowed"
	}
	if v.Line == 0 {
		_, err := fmt.Fprintf(env.Stdout, "%s: no rule matches\n", verdict)
		return err
	}
	_, err := fmt.Fprintf(env.Stdout, "%s by line %d: %s\n", verdict, v.Line, show.Printable(v.Rule))
	return err
}
