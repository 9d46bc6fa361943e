// Package pages has the commands that look at one page, or at the robots.txt of a
// host, and ask nothing: forms, records, robots.
package pages

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/network"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/page"
)

// unknownBase is where a FILE without --url is said to come from: a name that
// is reserved never to exist (RFC 6761, section 6.4).
const unknownBase = "http://page.invalid/"

func addBaseFlag(cmd *cobra.Command, base *string) {
	cmd.Flags().StringVar(base, "url", "", "of a FILE: the URL it came from, for its relative links (default "+unknownBase+")")
}

// document reads a page from a file, or fetches it under all guards.
func document(env *cli.Env, cmd *cobra.Command, source, base string) (*page.Document, error) {
	if !target.IsURL(source) {
		if base == "" {
			base = unknownBase
		}
		u, err := page.ParseURL(base)
		if err != nil {
			return nil, exit.Usage(fmt.Errorf("--url: %w", err))
		}
		body, err := os.ReadFile(source)
		if err != nil {
			return nil, err
		}
		return page.ParseDocument(body, "", u)
	}
	u, err := page.ParseURL(source)
	if err != nil {
		return nil, exit.Usage(err)
	}
	s, err := env.Settings(cmd)
	if err != nil {
		return nil, err
	}
	n := network.New(env.Log)
	defer n.Close()
	return n.Document(cmd.Context(), s.ForPage(u.String()), u)
}
