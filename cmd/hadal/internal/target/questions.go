package target

import (
	"context"
	"fmt"
	"strings"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/querygen/plan"
	"github.com/hadal-crawler/hadal/storage"
)

// Fill gives the plan of a target's questions the values that are those of other sites'
// records in the database. It is an error where these have no such column, or no records.
func Fill(ctx context.Context, source config.Source, db *storage.DB, t Target) error {
	plans := []*questions.Plan{t.Settings.Questions}
	if t.Profile != nil {
		plans = append(plans, t.Profile.Questions)
	}
	for i, p := range plans {
		for _, l := range p.Lists() {
			if l.Values.From == "" {
				continue
			}
			values, err := columnOf(ctx, db, l.Values.From)
			if err != nil {
				message := fmt.Sprintf("%s: from: %v", t.Site.Name, err)
				path := append(l.Path, "from")
				if i == 0 {
					return exit.Config(config.BlamePlan(source, t.Site.Name, path, message))
				}
				return exit.Config(inProfile(t, message, append([]string{"questions"}, path...)))
			}
			l.Values.Add(values)
		}
	}
	return nil
}

// columnOf returns the values of a column of a site's records, each once, in the order in
// which they were found. The last point parts the column from the site's name.
func columnOf(ctx context.Context, db *storage.DB, from string) (values []string, err error) {
	at := strings.LastIndex(from, ".")
	site, column := from[:at], from[at+1:]
	seen, columns, records := map[string]bool{}, []string{}, 0
	named := map[string]bool{}
	for r, err := range db.Records(ctx, site) {
		if err != nil {
			return nil, err
		}
		records++
		for _, f := range r.Fields {
			if !named[f.Name] {
				named[f.Name] = true
				columns = append(columns, f.Name)
			}
			if f.Name == column && f.Value != "" && !seen[f.Value] {
				seen[f.Value] = true
				values = append(values, f.Value)
			}
		}
	}
	switch {
	case records == 0:
		return nil, fmt.Errorf("the database has no records of a site %q: harvest it first", site)
	case len(values) == 0:
		return nil, fmt.Errorf("records of %s have no column %q%s; they have %s", site, column, nearest.Hint(column, columns), strings.Join(columns, ", "))
	}
	return values, nil
}

// Unused tells of something that a person set and that had no effect, with the place where it
// was set.
func Unused(source config.Source, t Target, u plan.Unused) string {
	message := t.Site.Name + ": " + u.Message
	switch {
	case t.Profile != nil && (u.Profile || u.Setting == "questions" && t.Settings.Questions == nil):
		return inProfile(t, message, append([]string{u.Setting}, u.Path...)).Error()
	case u.Setting == "questions":
		return config.BlamePlan(source, t.Site.Name, u.Path, message).Error()
	}
	return config.Blame(source, t.Site.Name, u.Setting, u.Control, message).Error()
}
