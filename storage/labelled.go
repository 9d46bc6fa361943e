package storage

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

const (
	selectFirstSites = `SELECT id, name FROM sites ORDER BY id LIMIT ?`
	selectSiteForms  = `SELECT DISTINCT f.definition FROM harvests h CROSS JOIN visits v ON v.harvest = h.id CROSS JOIN forms f ON f.visit = v.id
		WHERE h.site = ? AND f.purpose = 'search' ORDER BY f.definition LIMIT 50`
	selectValues = `SELECT v.fields FROM records r JOIN record_versions v ON v.id = r.version WHERE r.site = ? ORDER BY r.id LIMIT ?`
)

// Bounds of what Labels reads of one site and keeps of one label.
const (
	sitesLearned   = 20 // those held for longest: what is known does not change with each site that is new
	recordsLearned = 5000
	valuesLearned  = 2000
	valueLearned   = 80 // bytes
)

// Labels are the values that go with labels on some of the sites held, read once however
// many sites want to know.
type Labels struct {
	sites []taught
	all   func() []querygen.LabelledValues
}

// taught is what one site teaches.
type taught struct {
	site string
	id   int64
	sets []valueSet
}

type valueSet struct {
	label  string
	values []string
}

// Labels reads the values that go with labels: the options of search forms' menus, by the
// menu's label, and what records have in each column, by its name.
func (h *Holdings) Labels(ctx context.Context) (l *Labels, err error) {
	defer h.file.Wrap(&err, "read the values that go with labels")
	l = &Labels{}
	l.sites, err = dbfile.All(ctx, h.file.R, selectFirstSites, []any{sitesLearned}, func(row dbfile.Row, t *taught) error { return row.Scan(&t.id, &t.site) })
	for i := range l.sites {
		if err == nil {
			err = h.learnMenus(ctx, &l.sites[i])
		}
		if err == nil {
			err = h.learnColumns(ctx, &l.sites[i])
		}
	}
	l.all = sync.OnceValue(func() []querygen.LabelledValues { return l.but("") })
	return l, err
}

// Except returns what all sites but one teach: what a site has itself its harvest finds out.
// It is shared, and not to be changed.
func (l *Labels) Except(site string) []querygen.LabelledValues {
	if slices.ContainsFunc(l.sites, func(t taught) bool { return t.site == site }) {
		return l.but(site)
	}
	return l.all()
}

func (l *Labels) but(site string) (rows []querygen.LabelledValues) {
	for _, t := range l.sites {
		for _, of := range t.sets {
			if t.site != site {
				rows = querygen.Learn(rows, of.label, of.values)
			}
		}
	}
	return rows
}

func (h *Holdings) learnMenus(ctx context.Context, t *taught) error {
	return dbfile.Each(ctx, h.file.R, selectSiteForms, []any{t.id}, func(row dbfile.Row) error {
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
			t.sets = append(t.sets, valueSet{cmp.Or(f.Label, f.Name), values})
		}
		return nil
	})
}

func (h *Holdings) learnColumns(ctx context.Context, t *taught) error {
	var names []string
	values := map[string][]string{}
	seen := map[[2]string]bool{}
	err := dbfile.Each(ctx, h.file.R, selectValues, []any{t.id, recordsLearned}, func(row dbfile.Row) error {
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
		t.sets = append(t.sets, valueSet{n, values[n]})
	}
	return err
}
