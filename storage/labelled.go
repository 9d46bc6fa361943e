package storage

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

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
func (db *DB) Labelled(ctx context.Context, except string) ([]querygen.LabelledValues, error) {
	var rows []querygen.LabelledValues
	var sites []int64
	err := dbfile.Each(ctx, db.r, selectOtherSites, []any{except}, func(r *sql.Rows) error {
		var id int64
		err := r.Scan(&id)
		sites = append(sites, id)
		return err
	})
	for _, site := range sites {
		if err == nil {
			rows, err = db.learnMenus(ctx, site, rows)
		}
		if err == nil {
			rows, err = db.learnColumns(ctx, site, rows)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read the values that go with labels: %w", dbfile.Explain(db.path, err))
	}
	return rows, nil
}

func (db *DB) learnMenus(ctx context.Context, site int64, rows []querygen.LabelledValues) ([]querygen.LabelledValues, error) {
	err := dbfile.Each(ctx, db.r, selectSiteForms, []any{site}, func(r *sql.Rows) error {
		var text string
		if err := r.Scan(&text); err != nil {
			return err
		}
		var form forms.Form
		if err := dbfile.FromJSON("form", text, &form); err != nil {
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
			label := f.Label
			if label == "" {
				label = f.Name
			}
			rows = querygen.Learn(rows, label, values)
		}
		return nil
	})
	return rows, err
}

func (db *DB) learnColumns(ctx context.Context, site int64, rows []querygen.LabelledValues) ([]querygen.LabelledValues, error) {
	var names []string
	values := map[string][]string{}
	seen := map[[2]string]bool{}
	err := dbfile.Each(ctx, db.r, selectValues, []any{site, recordsLearned}, func(r *sql.Rows) error {
		var text string
		if err := r.Scan(&text); err != nil {
			return err
		}
		fields, err := decodeFields(text)
		for _, f := range fields {
			id := [2]string{f.Name, f.Value}
			if f.Value == "" || len(f.Value) > valueLearned || isNumeric(f) || f.Kind == "url" || f.Kind == "image" || seen[id] || len(values[f.Name]) >= valuesLearned {
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
