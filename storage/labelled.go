package storage

import (
	"cmp"
	"context"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

const (
	selectOtherSites = `SELECT id FROM sites WHERE name <> ? ORDER BY id`
	selectSiteForms  = `SELECT DISTINCT f.definition FROM harvests h CROSS JOIN visits v ON v.harvest = h.id CROSS JOIN forms f ON f.visit = v.id
		WHERE h.site = ? AND f.purpose = 'search' ORDER BY f.definition LIMIT 50`
	selectValues = `SELECT v.fields FROM records r JOIN record_versions v ON v.id = r.version WHERE r.site = ? ORDER BY r.id LIMIT ?`
)

// Bounds of what Labelled reads of one site and keeps of one label.
const (
	recordsLearned = 5000
	valuesLearned  = 2000
	valueLearned   = 80 // bytes
)

// Labelled returns the values that go with labels on all sites but one: the
// options of their search forms' menus, by the menu's label, and what their
// records have in each column, by its name.
func (h *Holdings) Labelled(ctx context.Context, except string) (rows []querygen.LabelledValues, err error) {
	defer h.file.Wrap(&err, "read the values that go with labels")
	sites, err := dbfile.Column[int64](ctx, h.file.R, selectOtherSites, except)
	for _, site := range sites {
		if err == nil {
			rows, err = h.learnMenus(ctx, site, rows)
		}
		if err == nil {
			rows, err = h.learnColumns(ctx, site, rows)
		}
	}
	return rows, err
}

func (h *Holdings) learnMenus(ctx context.Context, site int64, rows []querygen.LabelledValues) ([]querygen.LabelledValues, error) {
	err := dbfile.Each(ctx, h.file.R, selectSiteForms, []any{site}, func(row dbfile.Row) error {
		var form forms.Form
		if err := row.Scan(dbfile.JSON("form", &form)); err != nil {
			return err
		}
		for _, f := range form.Fields {
			if f.Role != forms.CategoryRole && f.Role != forms.Place && f.Role != forms.OtherRole {
				continue
			}
			var values []string
			for _, o := range f.Options {
				if !o.Any && o.Label != "" && len(values) < valuesLearned {
					values = append(values, o.Label)
				}
			}
			rows = querygen.Learn(rows, cmp.Or(f.Label, f.Name), values)
		}
		return nil
	})
	return rows, err
}

func (h *Holdings) learnColumns(ctx context.Context, site int64, rows []querygen.LabelledValues) ([]querygen.LabelledValues, error) {
	var names []string
	values := map[string][]string{}
	seen := map[[2]string]bool{}
	err := dbfile.Each(ctx, h.file.R, selectValues, []any{site, recordsLearned}, func(row dbfile.Row) error {
		var fields []extract.Field
		err := row.Scan(fieldsColumn{&fields})
		for _, f := range fields {
			id := [2]string{f.Name, f.Value}
			if f.Value == "" || len(f.Value) > valueLearned || IsNumber(f) || f.Kind == "url" || f.Kind == "image" || seen[id] || len(values[f.Name]) >= valuesLearned {
				continue
			}
			seen[id] = true
			if len(values[f.Name]) == 0 {
				names = append(names, f.Name)
			}
			values[f.Name] = append(values[f.Name], f.Value)
		}
		return err
	})
	slices.Sort(names)
	for _, n := range names {
		rows = querygen.Learn(rows, n, values[n])
	}
	return rows, err
}
