package pages

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/network"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/export"
)

// Records is the command hadal records.
func Records(env *cli.Env) *cobra.Command {
	var base, profile string
	var query []string
	var detail bool
	cmd := &cobra.Command{
		Use:   "records URL|FILE",
		Short: "Show what is read from one result page",
		Long: `Show what is read from one result page: its records and their fields, the total
that it claims, and the pages it leads to.

With --profile the page is read as the site's profile says, and each record is shown
beside its text: change a column in the file, and see at once what that brings. With
--detail the page is one record's own, and the columns are those under details.`,
		Example: `  hadal records 'https://books.example/search?q=garden' --query garden
  hadal records 'https://books.example/search?q=garden' --profile books.yaml
  hadal records saved.html --url https://books.example/search --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var believed *harvest.Profile
			if profile != "" {
				site, p, err := target.ReadProfile(profile)
				if err != nil {
					return err
				}
				believed, base = &p, cmp.Or(base, site.Start.String())
			} else if detail {
				return exit.Usage(errors.New("--detail needs --profile FILE, which says what to read there"))
			}
			doc, err := document(env, cmd, args[0], base)
			if err != nil {
				return err
			}
			result, columns := reading(doc, believed, query, detail)
			if env.JSON {
				out := newResultJSON(doc, result)
				if believed != nil {
					out.Columns = extract.FilledBy(columns, result.Records)
				}
				return visible.Encode(env.Stdout, out)
			}
			if believed != nil {
				return printKept(env, result, columns)
			}
			return printResult(env, doc, result)
		},
	}
	cmd.Flags().StringVar(&profile, "profile", "", "site profile (a YAML file, as hadal init writes it) that says how to read the page")
	cmd.Flags().BoolVar(&detail, "detail", false, "the page is one record's own")
	cmd.Flags().StringArrayVar(&query, "query", nil, "words or option label that were asked for (may be repeated)")
	addBaseFlag(cmd, &base)
	config.AddFlags(cmd.Flags(), network.Flags...)
	return cmd
}

// resultJSON is the contract of `hadal records --json`.
type resultJSON struct {
	Records []recordJSON   `json:"records"`
	Next    *string        `json:"next"`
	Pages   []string       `json:"pages"`
	Total   *int           `json:"total"`
	Empty   bool           `json:"empty"`
	Prev    string         `json:"prev,omitempty"`
	Further []string       `json:"further,omitempty"` // next pages of other lists on the page
	Others  [][]recordJSON `json:"others,omitempty"`  // further lists on the page, the likeliest first
	Blocked string         `json:"blocked,omitempty"` // why the page is no answer at all
	Reasons []string       `json:"reasons"`           // what was seen, and why these are the records

	Columns []extract.Filled `json:"columns,omitempty"` // with --profile: what each has on the page
}

type recordJSON struct {
	Title  string        `json:"title"`
	URL    string        `json:"url"`
	Text   string        `json:"text"`
	Fields export.Fields `json:"fields"`
}

func newResultJSON(doc *page.Document, r extract.Result) resultJSON {
	out := resultJSON{Records: newRecordsJSON(r.Records), Pages: []string{}, Empty: r.Empty, Blocked: r.Blocked, Reasons: append([]string{}, r.Reasons...)}
	for _, list := range r.Others {
		out.Others = append(out.Others, newRecordsJSON(list))
	}
	for _, u := range slices.Concat(r.Pages, r.Inner) {
		out.Pages = append(out.Pages, u.String())
	}
	if next := nextAddress(doc, r.Next); next != "" {
		out.Next = &next
	}
	out.Prev = nextAddress(doc, r.Prev)
	for _, s := range r.Further {
		out.Further = append(out.Further, s.Address())
	}
	if r.Total >= 0 {
		out.Total = &r.Total
	}
	return out
}

func newRecordsJSON(list []extract.Record) []recordJSON {
	out := []recordJSON{}
	for _, rec := range list {
		out = append(out, recordJSON{Title: rec.Title, URL: rec.URL.String(), Text: rec.Text, Fields: rec.Fields})
	}
	return out
}

// nextAddress returns where a step leads: its link as written, or what its
// button would send. A button that posts has no address of its own; then it is "".
func nextAddress(doc *page.Document, s extract.Step) string {
	if address := s.Address(); address != "" || s.IsZero() {
		return address
	}
	for _, f := range forms.Parse(doc) {
		if f.Index != s.Form {
			continue
		}
		req, err := f.Fill(nil, forms.Submission{Button: s.Button.Name, Value: s.Button.Value})
		if err == nil && req.Method != "POST" {
			return req.URL.String()
		}
	}
	return ""
}

func printResult(env *cli.Env, doc *page.Document, r extract.Result) error {
	if r.Blocked != "" {
		fmt.Fprintf(env.Stdout, "no answer: %s\n", show.Printable(r.Blocked))
	}
	head := show.Plural(len(r.Records), "record")
	if r.Total >= 0 {
		head += " of " + show.Count(r.Total)
		if r.Capped {
			head += " or more"
		}
	}
	if r.Empty {
		head += ", the page says that nothing matches"
	}
	fmt.Fprintln(env.Stdout, head)
	if next := nextAddress(doc, r.Next); next != "" {
		fmt.Fprintf(env.Stdout, "next page %s\n", show.Printable(next))
	}
	for _, reason := range r.Reasons {
		fmt.Fprintf(env.Stdout, "because %s\n", show.Printable(reason))
	}
	for _, list := range r.Others {
		fmt.Fprintf(env.Stdout, "another list: %s, from %q to %q\n", show.Plural(len(list), "record"), show.Short(list[0].Title, 40), show.Short(list[len(list)-1].Title, 40))
	}
	if len(r.Records) == 0 {
		return nil
	}
	var rows [][]string
	for i, rec := range r.Records {
		var fields []string
		for _, f := range rec.Fields {
			fields = append(fields, f.Name+"="+f.Value)
		}
		rows = append(rows, []string{show.Count(i + 1), show.Short(rec.Title, 50), show.Short(rec.URL.PathQuery(), 40), show.Short(strings.Join(fields, "  "), 100)})
	}
	return show.Table(env.Stdout, []string{"#", "TITLE", "URL", "FIELDS"}, rows)
}
