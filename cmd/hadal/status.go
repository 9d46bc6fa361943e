package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

func (a *app) statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show the sites of the database: records, coverage, requests, why it stopped",
		Example: `  hadal status
  hadal status --db books.db --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := a.settings(cmd)
			if err != nil {
				return err
			}
			db, err := storage.Open(cmd.Context(), s.DB, storage.Options{ReadOnly: true})
			if err != nil {
				return err
			}
			defer db.Close()
			sites, err := db.Sites(cmd.Context())
			if err != nil {
				return err
			}
			if a.json {
				return json.NewEncoder(a.stdout).Encode(append([]storage.SiteStatus{}, sites...))
			}
			return a.printStatus(sites)
		},
	}
}

func (a *app) printStatus(sites []storage.SiteStatus) error {
	var rows [][]string
	for _, s := range sites {
		var e querygen.Estimate
		if s.Estimate != nil {
			e = *s.Estimate
		}
		stop := "unfinished"
		if s.Stop != nil {
			stop = string(s.Stop.Kind)
		}
		rows = append(rows, []string{
			s.Name, count(s.Records), describeEstimate(e), coverage(e), count(s.Requests), count(s.Queries),
			fmt.Sprintf("%.1f", s.Rate), fmt.Sprintf("%.1f", s.RecentRate), since(s.LastAt), stop,
		})
	}
	if err := printTable(a.stdout, []string{"SITE", "RECORDS", "ESTIMATED", "COVERAGE", "REQUESTS", "QUERIES", "RATE", "NOW", "LAST", "STOP"}, rows); err != nil {
		return err
	}
	for _, s := range sites {
		if s.Stop != nil {
			fmt.Fprintf(a.stdout, "%s: stopped because %s\n", s.Name, printable(s.Stop.Reason))
		}
		if s.LastError != "" {
			fmt.Fprintf(a.stdout, "%s: last error: %s\n", s.Name, printable(s.LastError))
		}
		if wait := time.Until(s.NextAt); wait > time.Second {
			fmt.Fprintf(a.stdout, "%s: next request in %s (%s)\n", s.Name, roundTime(wait), printable(s.NextWhy))
		}
	}
	return nil
}

func since(t time.Time) string {
	if t.IsZero() {
		return unknown
	}
	return roundTime(time.Since(t)) + " ago"
}
