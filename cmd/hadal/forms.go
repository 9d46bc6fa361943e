package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/formfirst"
)

func (a *app) formsCommand() *cobra.Command {
	var base string
	var site bool
	cmd := &cobra.Command{
		Use:   "forms URL|FILE",
		Short: "Show the forms of a page: what each is for, its controls and their roles",
		Long: `Show the forms of a page: what each is for and why, what its controls mean, and
whether hadal would submit it. Nothing is submitted. With --site the pages that
the URL leads to are looked at too, most promising first, as a harvest does
(--survey-pages of them); a form that stands on several pages is shown once.`,
		Example: `  hadal forms https://books.example/
  hadal forms https://books.example/ --site --survey-pages 10
  hadal forms saved.html --url https://books.example/search --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if site {
				found, err := a.formsOfSite(cmd, args[0])
				if err != nil {
					return err
				}
				return a.printForms(found)
			}
			doc, err := a.document(cmd, args[0], base)
			if err != nil {
				return err
			}
			return a.printForms(forms.Parse(doc))
		},
	}
	addBaseFlag(cmd, &base)
	cmd.Flags().BoolVar(&site, "site", false, "look at further pages of the site, too")
	config.AddFlags(cmd.Flags(), networkFlags...)
	config.AddFlags(cmd.Flags(), "survey-pages")
	return cmd
}

// formsOfSite returns the different forms on the pages of a site that are most
// likely to hold a search.
func (a *app) formsOfSite(cmd *cobra.Command, source string) ([]forms.Form, error) {
	start, err := page.ParseURL(source)
	if err != nil {
		return nil, &usageError{fmt.Errorf("--site needs a URL: %w", err)}
	}
	s, err := a.settings(cmd)
	if err != nil {
		return nil, err
	}
	n := newNetwork(a.log)
	defer n.close()
	var found []forms.Form
	seen := map[string]bool{}
	frontier := surface.NewFrontier(func(u page.URL) bool { return u.Site() == start.Site() }, formfirst.New(s.Seed), start)
	for visits := range s.SurveyPages {
		u, why, ok := frontier.Next()
		if !ok {
			break
		}
		v := surface.Visit{URL: u}
		reading, p, err := n.read(cmd.Context(), s.SiteSettings, u)
		switch {
		case err != nil && (visits == 0 || cmd.Context().Err() != nil):
			return nil, err
		case err != nil:
			a.log.Warn("left out", "url", u.String(), "error", err)
		default:
			a.log.Info("looked at", "url", u.String(), "why", why)
			v.Final, v.Status, v.Links = p.Final, p.Status, reading.Links
			if reading.Document == nil {
				break
			}
			for _, f := range forms.Parse(reading.Document) {
				if survey.Worth(&f, false) > 0 {
					v.Reward = 1
				}
				if !seen[f.ID] {
					seen[f.ID] = true
					found = append(found, f)
				}
			}
		}
		frontier.Observe(v)
	}
	return found, nil
}

func (a *app) printForms(found []forms.Form) error {
	if a.json {
		for i := range found { // lists are lists in JSON, even where empty
			found[i].Reasons = append([]string{}, found[i].Reasons...)
			found[i].Fields = append([]forms.Field{}, found[i].Fields...)
		}
		return visible.Encode(a.stdout, append([]forms.Form{}, found...))
	}
	if len(found) == 0 {
		_, err := fmt.Fprintln(a.stdout, "no forms")
		return err
	}
	for i, f := range found {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		if err := a.printForm(f); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printForm(f forms.Form) error {
	verdict := "never submitted"
	if f.Submit {
		verdict = "may be submitted"
	}
	fmt.Fprintf(a.stdout, "form %d  %s (%.2f), %s\n", f.Index, f.Purpose, f.Score, verdict)
	fmt.Fprintf(a.stdout, "  on %s\n", printable(f.Page.String()))
	fmt.Fprintf(a.stdout, "  %s %s  id %s\n", f.Method, printable(f.Action.String()), f.ID)
	for _, reason := range f.Reasons {
		fmt.Fprintf(a.stdout, "  because %s\n", printable(reason))
	}
	if len(f.Fields) == 0 {
		return nil
	}
	var rows [][]string
	for _, field := range f.Fields {
		rows = append(rows, []string{
			"  " + short(field.Name, 30), string(field.Control), string(field.Role), fmt.Sprintf("%.2f", field.Score),
			short(field.Label, 30), describeValues(field),
		})
	}
	return printTable(a.stdout, []string{"  CONTROL", "KIND", "ROLE", "SCORE", "LABEL", "VALUES"}, rows)
}

// describeValues shows a control's options, or else its default and constraints.
func describeValues(f forms.Field) string {
	var parts []string
	if len(f.Options) > 0 {
		labels := make([]string, 0, 4)
		for _, o := range f.Options[:min(4, len(f.Options))] {
			labels = append(labels, o.Label)
		}
		text := strings.Join(labels, " | ")
		if more := len(f.Options) - len(labels); more > 0 {
			text += fmt.Sprintf(" | … %d more", more)
		}
		parts = append(parts, short(text, 60))
	} else if f.Value != "" {
		parts = append(parts, fmt.Sprintf("%q", short(f.Value, 30)))
	}
	if f.Pair != "" {
		parts = append(parts, "with "+short(f.Pair, 20))
	}
	if f.DependsOn != "" {
		parts = append(parts, "depends on "+short(f.DependsOn, 20))
	}
	for _, c := range []struct {
		name string
		on   bool
	}{{"required", f.Required}, {"disabled", f.Disabled}, {"read-only", f.ReadOnly}} {
		if c.on {
			parts = append(parts, c.name)
		}
	}
	return strings.Join(parts, ", ")
}
