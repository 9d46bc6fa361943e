package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/page"
)

// networkFlags are the settings that matter to a single fetch.
var networkFlags = []string{
	"agent", "contact", "accept-language", "delay", "loopback-delay", "delay-factor", "max-delay", "jitter", "timeout",
	"max-body", "max-redirects", "rate", "retry-after-cap", "max-attempts", "max-wait", "ignore-robots",
}

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
