package stored

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/querygen/plan"
	"github.com/hadal-crawler/hadal/storage"
)

// Explain is the command hadal explain.
func Explain(env *cli.Env) *cobra.Command {
	var site string
	var calibration, endpoints bool
	cmd := &cobra.Command{
		Use:   "explain QUERY|RECORD",
		Short: "Tell why a question was asked and what it brought, or where a record came from",
		Long: `Tell why a question was asked, what was expected of it and what came, page by
page; or which questions returned a record, when it was first and last seen, and
what it said then.

A QUERY is what was asked for, as status and logs write it, or the number of a
step of the latest harvest. A RECORD is its key, URL or title. A part of either
is enough where it is the only one; else the candidates are listed.

--calibration compares what was expected with what came, over all questions of
the latest harvest that were read to their end, by strategy and by size of the
expectation: a ratio far from 1 is where promises mislead.

--endpoints lists the requests behind the pages of sites that scripts draw: what
each part of them means, how the answer is read, and why it is believed. hadal
init writes them into the site profile, where they can be changed, frozen
(frozen: true) or switched off (direct: {off: true}).`,
		Example: `  hadal explain lighthouse
  hadal explain 217 --site books.example
  hadal explain https://books.example/item/42 --json
  hadal explain --calibration --db books.db
  hadal explain --endpoints --site books.example`,
		Args: cobra.MaximumNArgs(1),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if calibration && endpoints || (calibration || endpoints) == (len(args) == 1) {
				return exit.Usage(errors.New("name a query or a record, or give --calibration or --endpoints"))
			}
			return nil
		},
		RunE: env.Reading(func(cmd *cobra.Command, args []string, db *storage.DB) error {
			var only []string
			if site != "" {
				only = []string{site}
			}
			sites, err := cli.KnownSites(cmd.Context(), db, only)
			e := explainer{Env: env, db: db, sites: sites}
			switch {
			case err != nil:
				return err
			case calibration:
				return e.calibration(cmd.Context())
			case endpoints:
				return showEndpoints(cmd.Context(), env, db, sites)
			}
			return e.explain(cmd.Context(), args[0])
		}, "site"),
	}
	cmd.Flags().StringVar(&site, "site", "", "look at this site only")
	cmd.Flags().BoolVar(&calibration, "calibration", false, "compare what was expected with what came")
	cmd.Flags().BoolVar(&endpoints, "endpoints", false, "list the requests behind pages that scripts draw, and why they are believed")
	return cmd
}

// explainer answers one call of explain.
type explainer struct {
	*cli.Env
	db    *storage.DB
	sites []string
}

// candidates are what a text may mean.
type candidates struct {
	questions []storage.Question
	records   []storage.RecordName
}

func (c candidates) count() int { return len(c.questions) + len(c.records) }

// explain finds what is meant by text and tells about it.
func (e explainer) explain(ctx context.Context, text string) error {
	found, err := e.find(ctx, strings.TrimSpace(text))
	switch {
	case err != nil:
		return err
	case found.count() == 0:
		return fmt.Errorf("neither a question nor a record of %s is %q", strings.Join(e.sites, ", "), text)
	case found.count() > 1:
		if err := e.list(found); err != nil {
			return err
		}
		return exit.Usage(fmt.Errorf("%q may be any of %d: say more, or name the --site", text, found.count()))
	case len(found.questions) == 1:
		return e.question(ctx, found.questions[0])
	}
	return e.record(ctx, found.records[0])
}

// find returns what text may mean: what it names exactly, else what holds it.
func (e explainer) find(ctx context.Context, text string) (candidates, error) {
	var exact, part candidates
	step, numberErr := strconv.ParseInt(strings.TrimPrefix(text, "#"), 10, 64)
	for _, site := range e.sites {
		if numberErr == nil {
			q, ok, err := e.db.QuestionAt(ctx, site, step)
			if err != nil {
				return exact, err
			}
			if ok {
				exact.questions = append(exact.questions, q)
				continue
			}
		}
		questions, err := e.db.Questions(ctx, site)
		if err != nil {
			return exact, err
		}
		for _, q := range questions {
			switch {
			case strings.EqualFold(described(q), text):
				exact.questions = append(exact.questions, q)
			case strings.Contains(strings.ToLower(described(q)), strings.ToLower(text)):
				part.questions = append(part.questions, q)
			}
		}
		records, err := e.db.FindRecords(ctx, site, text)
		if err != nil {
			return exact, err
		}
		for _, r := range records {
			if r.Key == text || r.URL == text || strings.EqualFold(r.Title, text) {
				exact.records = append(exact.records, r)
			} else {
				part.records = append(part.records, r)
			}
		}
	}
	if exact.count() > 0 {
		return exact, nil
	}
	return part, nil
}

// described is what a question asks for, in words.
func described(q storage.Question) string {
	if q.Words == "" {
		return "(the form as served)"
	}
	return q.Words
}

// listed is how many candidates of a kind are listed.
const listed = 10

// list shows what an ambiguous text may mean.
func (e explainer) list(c candidates) error {
	if e.JSON {
		return visible.Encode(e.Stdout, struct {
			Questions []storage.Question   `json:"questions"`
			Records   []storage.RecordName `json:"records"`
		}{append([]storage.Question{}, c.questions...), append([]storage.RecordName{}, c.records...)})
	}
	var rows [][]string
	for _, q := range c.questions[:min(len(c.questions), listed)] {
		rows = append(rows, []string{q.Site, "query", show.Short(described(q), 60), ""})
	}
	for _, r := range c.records[:min(len(c.records), listed)] {
		rows = append(rows, []string{r.Site, "record", show.Short(r.Title, 60), r.Key})
	}
	if err := show.Table(e.Stdout, []string{"SITE", "IS", "WORDS", "KEY"}, rows); err != nil {
		return err
	}
	if more := c.count() - len(rows); more > 0 {
		fmt.Fprintf(e.Stdout, "and %d more\n", more)
	}
	return nil
}

// question tells about one question.
func (e explainer) question(ctx context.Context, q storage.Question) error {
	lines, err := e.db.Answers(ctx, q)
	if err != nil {
		return err
	}
	if e.JSON {
		return visible.Encode(e.Stdout, struct {
			storage.Question
			Answers []storage.AnswerLine `json:"answers"`
		}{q, lines})
	}
	fmt.Fprintf(e.Stdout, "%s on %s\n", show.Printable(described(q)), q.Site)
	for from := 0; from < len(lines); {
		to := from
		for to < len(lines) && lines[to].Harvest == lines[from].Harvest {
			to++
		}
		if err := e.asked(lines[from:to]); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// asked tells what one harvest made of a question.
func (e explainer) asked(lines []storage.AnswerLine) error {
	first, rows, fresh, requests, total := lines[0], 0, 0, 0, -1
	for _, l := range lines {
		rows, fresh, requests = rows+l.Rows, fresh+l.New, requests+l.Requests
		if l.Total != nil {
			total = max(total, *l.Total)
		}
	}
	came := fmt.Sprintf("%s, of them %s new, on %s for %s", show.Plural(rows, "row"), show.Count(fresh), show.Plural(len(lines), "page"), show.Plural(requests, "request"))
	if total >= 0 {
		came += fmt.Sprintf("; the site shows a total of %s", show.Count(total))
	}
	expected := show.Unknown
	if first.Expected != nil {
		expected = fmt.Sprintf("%.4g new", *first.Expected)
	}
	fmt.Fprintf(e.Stdout, "\nharvest %d, by %s\n", first.Harvest, first.Strategy)
	fmt.Fprintf(e.Stdout, "  why       %s\n", show.Printable(first.Why))
	fmt.Fprintf(e.Stdout, "  expected  %s\n", expected)
	fmt.Fprintf(e.Stdout, "  came      %s\n\n", came)
	return show.Rows(e.Stdout, []string{"STEP", "TIME", "PAGE", "STATUS", "ROWS", "NEW", "TOTAL", "MORE", "REQUEST", "NOTE"}, lines, func(l storage.AnswerLine) []string {
		shown := show.Unknown
		if l.Total != nil {
			shown = show.Count(*l.Total)
			if l.Capped {
				shown += "+"
			}
		}
		return []string{fmt.Sprint(l.Step), stamp(l.At), fmt.Sprint(l.Page), l.Status, fmt.Sprint(l.Rows), fmt.Sprint(l.New),
			shown, yes(l.More), show.Short(l.URL, 70), show.Short(l.Note, 60)}
	})
}

// record tells about one record.
func (e explainer) record(ctx context.Context, r storage.RecordName) error {
	h, err := e.db.History(ctx, r)
	if err != nil {
		return err
	}
	if e.JSON {
		return visible.Encode(e.Stdout, struct {
			storage.RecordName
			storage.History
		}{r, h})
	}
	fmt.Fprintf(e.Stdout, "%s on %s\n\n", show.Printable(r.Title), r.Site)
	fmt.Fprintf(e.Stdout, "  key         %s\n", show.Printable(r.Key))
	if r.URL != "" {
		fmt.Fprintf(e.Stdout, "  URL         %s\n", show.Printable(r.URL))
	}
	fmt.Fprintf(e.Stdout, "  first seen  %s\n  last seen   %s\n  returned    %s\n\n", stamp(h.FirstSeen), stamp(h.LastSeen), times(len(h.Sightings)))
	err = show.Rows(e.Stdout, []string{"HARVEST", "STEP", "SAID AT", "NOW", "TITLE", "TEXT"}, h.Versions, func(v storage.Version) []string {
		return []string{fmt.Sprint(v.Harvest), fmt.Sprint(v.Step), stamp(v.At), yes(v.Current), show.Short(v.Title, 40), show.Short(v.Text, 60)}
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(e.Stdout)
	return show.Rows(e.Stdout, []string{"HARVEST", "STEP", "RETURNED AT", "FIRST", "STRATEGY", "BY THE QUERY", "PAGE", "PLACE"}, h.Sightings, func(s storage.Sighting) []string {
		return []string{fmt.Sprint(s.Harvest), fmt.Sprint(s.Step), stamp(s.At), yes(s.First), s.Strategy,
			show.Short(described(s.Question), 50), fmt.Sprint(s.Page), fmt.Sprint(s.Place)}
	})
}

// calibration compares what was expected with what came, site by site.
func (e explainer) calibration(ctx context.Context) error {
	for i, site := range e.sites {
		all, err := e.db.Expectations(ctx, site)
		if err != nil {
			return err
		}
		rows := plan.Calibrate(all)
		if e.JSON {
			err := visible.Encode(e.Stdout, struct {
				Site        string                `json:"site"`
				Calibration []plan.CalibrationRow `json:"calibration"`
			}{site, append([]plan.CalibrationRow{}, rows...)})
			if err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(e.Stdout)
		}
		if err := show.Calibration(e.Stdout, site, rows); err != nil {
			return err
		}
	}
	return nil
}

func stamp(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return show.Count(n) + " times"
}
