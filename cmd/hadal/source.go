package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/page"
)

// unknownBase is where a FILE without --url is said to come from: a name that
// is reserved never to exist (RFC 6761, section 6.4).
const unknownBase = "http://page.invalid/"

func addBaseFlag(cmd *cobra.Command, base *string) {
	cmd.Flags().StringVar(base, "url", "", "of a FILE: the URL it came from, for its relative links (default "+unknownBase+")")
}

func isURL(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}

// document reads a page from a file, or fetches it under all guards.
func (a *app) document(cmd *cobra.Command, source, base string) (*page.Document, error) {
	if !isURL(source) {
		if base == "" {
			base = unknownBase
		}
		u, err := page.ParseURL(base)
		if err != nil {
			return nil, &usageError{fmt.Errorf("--url: %w", err)}
		}
		body, err := os.ReadFile(source)
		if err != nil {
			return nil, err
		}
		return page.ParseDocument(body, "", u)
	}
	u, err := page.ParseURL(source)
	if err != nil {
		return nil, &usageError{err}
	}
	s, err := a.settings(cmd)
	if err != nil {
		return nil, err
	}
	n := newNetwork(a.log)
	defer n.close()
	return n.document(cmd.Context(), s.SiteSettings, u)
}
