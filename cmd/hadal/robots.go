package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/page"
)

func (a *app) robotsCommand() *cobra.Command {
	var target, agent string
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
			if !cmd.Flags().Changed("url") {
				if !isURL(args[0]) {
					return &usageError{errors.New("which URL? Name it with --url")}
				}
				target = args[0]
			}
			s, err := a.settings(cmd, "agent")
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("agent") {
				agent = s.Agent
			}
			v, err := a.verdict(cmd, s.SiteSettings, args[0], agent, target)
			if err != nil {
				return err
			}
			if err := a.printVerdict(v); err != nil || v.Allowed {
				return err
			}
			return &stopError{harvest.Stop{Kind: harvest.Forbidden, Reason: v.Rule}}
		},
	}
	cmd.Flags().StringVar(&target, "url", "", "the URL to judge")
	cmd.Flags().StringVar(&agent, "agent", "", "product token to judge for, any (default the setting agent)")
	config.AddFlags(cmd.Flags(), slices.DeleteFunc(slices.Clone(networkFlags), func(name string) bool { return name == "agent" })...)
	return cmd
}

// pathQuery returns what rules are matched against. A URL that no browser
// would accept is taken for a path.
func pathQuery(target string) string {
	if u, err := page.ParseURL(target); err == nil {
		return u.PathQuery()
	}
	if _, rest, ok := strings.Cut(target, "://"); ok {
		_, path, _ := strings.Cut(rest, "/")
		target = path
	}
	if !strings.HasPrefix(target, "/") {
		target = "/" + target
	}
	return target
}

// verdict judges target by the robots.txt that stands in a file, or at the
// host of a URL: there as every fetch does it, redirects, error statuses and
// all.
func (a *app) verdict(cmd *cobra.Command, s config.SiteSettings, where, agent, target string) (robots.Verdict, error) {
	if !isURL(where) {
		body, err := os.ReadFile(where)
		return robots.Parse(body).Test(agent, pathQuery(target)), err
	}
	host, err := page.ParseURL(where)
	if err != nil {
		return robots.Verdict{}, &usageError{err}
	}
	u, err := host.Resolve(target)
	if err != nil {
		return robots.Verdict{}, &usageError{err}
	}
	if u.Origin() != host.Origin() {
		return robots.Verdict{}, &usageError{fmt.Errorf("%s is not on %s: its robots.txt does not speak about it", u, host.Origin())}
	}
	s.Agent = agent
	n := newNetwork(a.log)
	defer n.close()
	client, err := n.client(s, host)
	if err != nil {
		return robots.Verdict{}, err
	}
	return client.Robots(cmd.Context(), u)
}

func (a *app) printVerdict(v robots.Verdict) error {
	if a.json {
		out := struct {
			Allowed bool    `json:"allowed"`
			Rule    *string `json:"rule"`
			Line    *int    `json:"line"`
		}{Allowed: v.Allowed}
		if v.Line > 0 {
			out.Rule, out.Line = &v.Rule, &v.Line
		}
		return visible.Encode(a.stdout, out)
	}
	verdict := "forbidden"
	if v.Allowed {
		verdict = "allowed"
	}
	if v.Line == 0 {
		_, err := fmt.Fprintf(a.stdout, "%s: no rule matches\n", verdict)
		return err
	}
	_, err := fmt.Fprintf(a.stdout, "%s by line %d: %s\n", verdict, v.Line, printable(v.Rule))
	return err
}
