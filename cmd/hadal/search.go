package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
)

func (a *app) searchCommand() *cobra.Command {
	var sites []string
	var limit int
	cmd := &cobra.Command{
		Use:   "search WORDS...",
		Short: "Search everything that was harvested",
		Long: `Search the records of all sites, best first. A record must have all words:

  jane roe           both words, anywhere
  '"jane roe"'       the words in a row (the quotation marks must reach hadal)
  'gard*'            words that begin so
  author:roe         a word in a field; author:'"jane roe"', title:'gard*'
  -- -roe            not with this word (after --, or it is taken for a flag)

Case, accents and Hebrew and Arabic points do not count. In scripts without
spaces between words any part of a text is found.`,
		Example: `  hadal search garden history
  hadal search 'author:"jane roe" gard*' --site books.example --limit 50
  hadal search 庭園 --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := a.settings(cmd)
			if err != nil {
				return err
			}
			if limit < 1 {
				return &usageError{errors.New("--limit must be at least 1")}
			}
			db, err := storage.Open(cmd.Context(), s.DB, storage.Options{ReadOnly: true})
			if err != nil {
				return err
			}
			defer db.Close()
			n := 0
			for hit, err := range db.Search(cmd.Context(), strings.Join(args, " "), storage.SearchOptions{Sites: sites}) {
				if err != nil {
					return asUsage(err, storage.ErrQuestion, storage.ErrNoSite)
				}
				if err := a.printHit(hit); err != nil {
					return err
				}
				if n++; n == limit {
					break
				}
			}
			if n == 0 && !a.json && !a.quiet {
				fmt.Fprintln(a.stderr, "nothing found")
			}
			return nil
		},
	}
	cmd.Flags().StringArrayVar(&sites, "site", nil, "site to search, by name (may be repeated; default all)")
	cmd.Flags().IntVar(&limit, "limit", 10, "most records to show")
	return cmd
}

// asUsage makes errors that wrap one of kinds errors of usage: what was typed
// is wrong, not the file.
func asUsage(err error, kinds ...error) error {
	for _, kind := range kinds {
		if errors.Is(err, kind) {
			return &usageError{err}
		}
	}
	return err
}

func (a *app) printHit(h storage.Hit) error {
	if a.json {
		return visible.Encode(a.stdout, struct {
			Site    string         `json:"site"`
			Key     string         `json:"key"`
			URL     string         `json:"url"`
			Title   string         `json:"title"`
			Score   float64        `json:"score"`
			Snippet []storage.Span `json:"snippet"`
		}{h.Record.Site, h.Record.Key, h.Record.URL, h.Record.Title, h.Score, append([]storage.Span{}, h.Snippet...)})
	}
	title, snippet := marked(a.stdout, h.Title), marked(a.stdout, h.Snippet)
	if title == "" {
		title = "(no title)"
	}
	where := h.Record.Site
	if h.Record.URL != "" {
		where = h.Record.URL
	}
	_, err := fmt.Fprintf(a.stdout, "%s\n  %s\n  %s\n\n", title, printable(where), snippet)
	return err
}

// marked writes spans as a line: matches bold on a terminal, else in brackets.
func marked(w io.Writer, spans []storage.Span) string {
	bold := lipgloss.NewStyle().Bold(true)
	var b strings.Builder
	for _, s := range spans {
		text := strings.Join(strings.Fields(printable(" "+s.Text+" ")), " ")
		if strings.HasPrefix(printable(s.Text), " ") && b.Len() > 0 {
			b.WriteByte(' ')
		}
		switch {
		case !s.Match:
			b.WriteString(text)
		case isTerminal(w):
			b.WriteString(bold.Render(text))
		default:
			b.WriteString("[" + text + "]")
		}
		if strings.HasSuffix(printable(s.Text), " ") && text != "" {
			b.WriteByte(' ')
		}
	}
	return strings.TrimSpace(b.String())
}
