package stored

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
)

// Search is the command hadal search.
func Search(env *cli.Env) *cobra.Command {
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
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if limit < 1 {
				return exit.Usage(errors.New("--limit must be at least 1"))
			}
			return nil
		},
		RunE: env.Reading(func(cmd *cobra.Command, args []string, db *storage.DB) error {
			n := 0
			for hit, err := range db.Search(cmd.Context(), strings.Join(args, " "), storage.SearchOptions{Sites: sites}) {
				if err != nil {
					return exit.AsUsage(err, storage.ErrQuestion, storage.ErrNoSite)
				}
				if err := printHit(env, hit); err != nil {
					return err
				}
				if n++; n == limit {
					break
				}
			}
			if n == 0 && !env.JSON && !env.Quiet {
				fmt.Fprintln(env.Stderr, "nothing found")
			}
			return nil
		}),
	}
	cmd.Flags().StringArrayVar(&sites, "site", nil, "site to search, by name (may be repeated; default all)")
	cmd.Flags().IntVar(&limit, "limit", 10, "most records to show")
	return cmd
}

func printHit(env *cli.Env, h storage.Hit) error {
	if env.JSON {
		return visible.Encode(env.Stdout, struct {
			Site    string         `json:"site"`
			Key     string         `json:"key"`
			URL     string         `json:"url"`
			Title   string         `json:"title"`
			Score   float64        `json:"score"`
			Snippet []storage.Span `json:"snippet"`
		}{h.Record.Site, h.Record.Key, h.Record.URL, h.Record.Title, h.Score, append([]storage.Span{}, h.Snippet...)})
	}
	title, snippet := marked(env.Stdout, h.Title), marked(env.Stdout, h.Snippet)
	if title == "" {
		title = "(no title)"
	}
	where := h.Record.Site
	if h.Record.URL != "" {
		where = h.Record.URL
	}
	_, err := fmt.Fprintf(env.Stdout, "%s\n  %s\n  %s\n\n", title, show.Printable(where), snippet)
	return err
}

// marked writes spans as a line: matches bold on a terminal, else in brackets.
func marked(w io.Writer, spans []storage.Span) string {
	bold := lipgloss.NewStyle().Bold(true)
	var b strings.Builder
	for _, s := range spans {
		text := strings.Join(strings.Fields(show.Printable(" "+s.Text+" ")), " ")
		if strings.HasPrefix(show.Printable(s.Text), " ") && b.Len() > 0 {
			b.WriteByte(' ')
		}
		switch {
		case !s.Match:
			b.WriteString(text)
		case show.IsTerminal(w):
			b.WriteString(bold.Render(text))
		default:
			b.WriteString("[" + text + "]")
		}
		if strings.HasSuffix(show.Printable(s.Text), " ") && text != "" {
			b.WriteByte(' ')
		}
	}
	return strings.TrimSpace(b.String())
}
