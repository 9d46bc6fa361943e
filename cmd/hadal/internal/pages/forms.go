package pages

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/network"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/formfirst"
)

// Forms is the command hadal forms.
func Forms(env *cli.Env) *cobra.Command {
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
				found, err := formsOfSite(env, cmd, args[0])
				if err != nil {
					return err
				}
				return printForms(env, found)
			}
			doc, err := document(env, cmd, args[0], base)
			if err != nil {
				return err
			}
			return printForms(env, forms.Parse(doc))
		},
	}
	addBaseFlag(cmd, &base)
	cmd.Flags().BoolVar(&site, "site", false, "look at further pages of the site, too")
	config.AddFlags(cmd.Flags(), network.Flags...)
	config.AddFlags(cmd.Flags(), "survey-pages")
	return cmd
}

// formsOfSite returns the different forms on the pages of a site that are most
// likely to hold a search.
func formsOfSite(env *cli.Env, cmd *cobra.Command, source string) ([]forms.Form, error) {
	start, err := page.ParseURL(source)
	if err != nil {
		return nil, exit.Usage(fmt.Errorf("--site needs a URL: %w", err))
	}
	s, err := env.Settings(cmd)
	if err != nil {
		return nil, err
	}
	n := network.New(env.Log)
	defer n.Close()
	var found []forms.Form
	seen := map[string]bool{}
	frontier := surface.NewFrontier(func(u page.URL) bool { return u.Site() == start.Site() }, formfirst.New(s.Seed), start)
	for visits := range s.SurveyPages {
		u, why, ok := frontier.Next()
		if !ok {
			break
		}
		v := surface.Visit{URL: u}
		reading, p, err := n.Read(cmd.Context(), s.ForPage(u.String()), u)
		switch {
		case err != nil && (visits == 0 || cmd.Context().Err() != nil):
			return nil, err
		case err != nil:
			env.Log.Warn("left out", "url", u.String(), "error", err)
		default:
			env.Log.Info("looked at", "url", u.String(), "why", why)
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

func printForms(env *cli.Env, found []forms.Form) error {
	if env.JSON {
		for i := range found { // lists are lists in JSON, even where empty
			found[i].Reasons = append([]string{}, found[i].Reasons...)
			found[i].Fields = append([]forms.Field{}, found[i].Fields...)
		}
		return visible.Encode(env.Stdout, append([]forms.Form{}, found...))
	}
	if len(found) == 0 {
		_, err := fmt.Fprintln(env.Stdout, "no forms")
		return err
	}
	for i, f := range found {
		if i > 0 {
			fmt.Fprintln(env.Stdout)
		}
		if err := printForm(env, f); err != nil {
			return err
		}
	}
	return nil
}

func printForm(env *cli.Env, f forms.Form) error {
	verdict := "never submitted"
	if f.Submit {
		verdict = "may be submitted"
	}
	fmt.Fprintf(env.Stdout, "form %d  %s (%.2f), %s\n", f.Index, f.Purpose, f.Score, verdict)
	fmt.Fprintf(env.Stdout, "  on %s\n", show.Printable(f.Page.String()))
	fmt.Fprintf(env.Stdout, "  %s %s  id %s\n", f.Method, show.Printable(f.Action.String()), f.ID)
	for _, reason := range f.Reasons {
		fmt.Fprintf(env.Stdout, "  because %s\n", show.Printable(reason))
	}
	if len(f.Fields) == 0 {
		return nil
	}
	return show.Rows(env.Stdout, []string{"  CONTROL", "KIND", "ROLE", "SCORE", "LABEL", "VALUES"}, f.Fields, func(field forms.Field) []string {
		return []string{"  " + show.Short(field.Name, 30), string(field.Control), string(field.Role), fmt.Sprintf("%.2f", field.Score),
			show.Short(field.Label, 30), describeValues(field)}
	})
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
		parts = append(parts, show.Short(text, 60))
	} else if f.Value != "" {
		parts = append(parts, fmt.Sprintf("%q", show.Short(f.Value, 30)))
	}
	if f.Pair != "" {
		parts = append(parts, "with "+show.Short(f.Pair, 20))
	}
	if f.DependsOn != "" {
		parts = append(parts, "depends on "+show.Short(f.DependsOn, 20))
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
