package dashboard

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/internal/pace"
	"github.com/hadal-crawler/hadal/dashboard/internal/table"
	"github.com/hadal-crawler/hadal/dashboard/internal/text"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/export"
)

// holdings are the records.
type holdings interface {
	Cells(ctx context.Context, site string, from int64) iter.Seq2[storage.Held, error]
	Numbered(ctx context.Context, ids []int64) ([]storage.Held, error)
	Matching(ctx context.Context, site, words string, most int) ([]int64, error)
	SitePages(ctx context.Context, site string) iter.Seq2[storage.KeptPage, error]
}

// records is the page of a site's records.
type records struct {
	columns
	store holdings
}

const (
	recordsShown  = 50
	columnsShown  = 8 // fields beside the title, where none are chosen
	facetsShown   = 8
	valuesShown   = 8
	matchesLooked = 10_000 // records that a search by words brings
)

// cell is a value of a record.
type cell struct {
	Text string `json:"text"`
	Link string `json:"link,omitempty"` // it is an address
	Num  bool   `json:"-"`
}

type recordRow struct {
	Key   string `json:"key"`
	URL   string `json:"url"`
	Title string `json:"title"`
	Cells []cell `json:"cells"`
}

type rangeOf struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Min      string `json:"min"`
	Max      string `json:"max"`
	From, To string `json:"-"`
}

type recordsPage struct {
	Columns    []string      `json:"columns"` // of the cells
	All        []string      `json:"all_columns"`
	Records    []recordRow   `json:"records"`
	Held       int           `json:"held"`
	Matching   *int          `json:"matching"` // null where that is not known yet
	AtLeast    bool          `json:"at_least"` // a search by words found more
	Offset     int           `json:"offset"`
	More       bool          `json:"more"`
	Words      string        `json:"words"`
	Error      string        `json:"-"` // why the words cannot be searched for
	Sort       string        `json:"sort"`
	Descending bool          `json:"descending"`
	Facets     []table.Facet `json:"facets"`
	Ranges     []rangeOf     `json:"ranges"`
	Chosen     []choice      `json:"chosen"`
	Ready      bool          `json:"ready"` // columns were read: facets, ranges and sorting are there
	Read       int           `json:"read"`  // records, of that
	Formats    []string      `json:"formats"`
	Numeric    []string      `json:"-"`
	Shown      int           `json:"-"`
	Open       string        `json:"-"` // the column whose values are all listed
}

func (d recordsPage) partial() bool { return !d.Ready }

// show shows the records of a site.
func (p records) show(r *http.Request, of storage.SiteStatus) (view, error) {
	q := r.URL.Query()
	fields, err := p.columns.store.Columns(r.Context(), of.Name)
	if err != nil {
		return view{}, err
	}
	if _, _, err := wishOf(table.Heads(fields), q); err != nil {
		return view{}, err
	}
	return ofSite(of.Name, "records", "Records", func() (any, error) { return p.find(r.Context(), of, q, fields, wantsJSON(r)) }), nil
}

// find finds the records that an address wants; all of what it says of them where that is
// asked for, however long it takes.
func (p records) find(ctx context.Context, of storage.SiteStatus, q url.Values, fields []storage.Column, all bool) (d recordsPage, err error) {
	d = recordsPage{Held: of.Records, Words: strings.TrimSpace(q.Get("q")), Sort: q.Get("sort"), Descending: q.Get("desc") != "", Offset: whole(q, "offset", 0, 1e9), Shown: recordsShown, Open: q.Get("all"),
		Records: []recordRow{}, Facets: []table.Facet{}, Ranges: []rangeOf{}}
	for _, f := range append(slices.Clone(export.Formats), export.WARC) {
		d.Formats = append(d.Formats, string(f))
	}
	var ids []int64
	t, read, err := p.tables.Get(ctx, of, pace.Patience)
	if err == nil && t == nil && (all || wanting(q) || d.Offset > 0) {
		t, err = p.table(ctx, of)
	}
	switch d.Ready = t != nil; {
	case err != nil:
	case d.Ready:
		ids, err = p.matching(ctx, &d, t, of.Name, q)
	default: // only what needs no more than the order of the file
		d.Read = read
		ids, err = p.first(ctx, of.Name)
		d.More = len(ids) < of.Records
	}
	if errors.Is(err, storage.ErrQuestion) && !all {
		d.Error, err = err.Error(), nil
	}
	if err != nil {
		return d, err
	}
	held, err := p.store.Numbered(ctx, ids)
	if err != nil {
		return d, err
	}
	d.Columns, d.All = chosenColumns(fields, q["c"])
	if len(q["c"]) == 0 { // what only repeats the title says nothing
		d.Columns = slices.DeleteFunc(d.Columns, func(name string) bool {
			return len(held) > 0 && !slices.ContainsFunc(held, func(h storage.Held) bool { return rowOf(h, fields, []string{name}).Cells[0].Text != h.Title })
		})
	}
	for _, h := range held {
		d.Records = append(d.Records, rowOf(h, fields, d.Columns))
	}
	return d, nil
}

// table returns the table of a site, however long it takes to be read.
func (p records) table(ctx context.Context, of storage.SiteStatus) (*table.Table, error) {
	t, _, err := p.tables.Get(ctx, of, longPatience)
	if err == nil && t == nil {
		err = status{http.StatusServiceUnavailable, "the columns of these records are still being read: ask again in a minute"}
	}
	return t, err
}

// first returns the first records of a site.
func (p records) first(ctx context.Context, site string) (ids []int64, err error) {
	for c, err := range p.store.Cells(ctx, site, 0) {
		if err != nil {
			return nil, err
		}
		if ids = append(ids, c.ID); len(ids) == recordsShown {
			break
		}
	}
	return ids, nil
}

// wanted returns the numbers of the records that an address wants, in their order; of those
// that words find, so many at most.
func (p records) wanted(ctx context.Context, t *table.Table, site string, q url.Values, most int) (rows []uint32, w table.Wish, chosen []choice, err error) {
	if w, chosen, err = wishOf(t.Heads(), q); err != nil {
		return nil, w, nil, err
	}
	for name, values := range w.Equal {
		if !t.Told(name) && slices.ContainsFunc(values, func(v string) bool { return v != "" }) {
			return nil, w, nil, badRequest(fmt.Sprintf("%s%s: nearly each record has a value of its own there: search for its words", equalTo, name))
		}
	}
	if words := strings.TrimSpace(q.Get("q")); words != "" {
		if w.Among, err = p.store.Matching(ctx, site, words, most); err != nil {
			return nil, w, nil, err
		}
		w.Among = append([]int64{}, w.Among...)
	}
	return t.Rows(w), w, chosen, nil
}

// matching fills in what a table tells of the records that are wanted, and returns those that
// the page shows.
func (p records) matching(ctx context.Context, d *recordsPage, t *table.Table, site string, q url.Values) (ids []int64, err error) {
	rows, w, chosen, err := p.wanted(ctx, t, site, q, matchesLooked)
	if err != nil {
		return nil, err
	}
	n := len(rows)
	from := min(d.Offset, n)
	for _, row := range rows[from:min(from+recordsShown, n)] {
		ids = append(ids, t.IDs[row])
	}
	d.Chosen, d.Matching, d.AtLeast, d.More = chosen, &n, len(w.Among) == matchesLooked, from+recordsShown < n
	d.Facets = append(d.Facets, t.Facets(w, facetsShown, valuesShown, d.Open)...)
	for _, c := range t.Columns {
		if !c.Numeric() {
			continue
		}
		d.Numeric = append(d.Numeric, c.Name)
		if c.Distinct > 1 && (len(d.Ranges) < facetsShown || q.Has(least+c.Name) || q.Has(most+c.Name)) {
			d.Ranges = append(d.Ranges, rangeOf{c.Name, c.Type, c.Value(1), c.Value(uint32(c.Distinct)), q.Get(least + c.Name), q.Get(most + c.Name)})
		}
	}
	return ids, nil
}

// chosenColumns returns the columns to show, and all that there are.
func chosenColumns(fields []storage.Column, wanted []string) (chosen, all []string) {
	chosen = []string{}
	for _, c := range fields {
		all = append(all, c.Heading)
		if slices.Contains(wanted, c.Heading) || len(wanted) == 0 && len(chosen) < columnsShown {
			chosen = append(chosen, c.Heading)
		}
	}
	for _, fixed := range []string{"queries", "first_seen", "last_seen"} {
		all = append(all, fixed)
		if slices.Contains(wanted, fixed) {
			chosen = append(chosen, fixed)
		}
	}
	return chosen, all
}

// rowOf returns a record's cells of some columns.
func rowOf(h storage.Held, columns []storage.Column, names []string) recordRow {
	row := recordRow{Key: h.Key, URL: h.URL, Title: h.Title, Cells: []cell{}}
	for _, name := range names {
		c := cell{}
		switch name {
		case "queries":
			c = cell{Text: text.Count(h.Queries), Num: true}
		case "first_seen":
			c.Text = h.FirstSeen.Format(time.DateTime)
		case "last_seen":
			c.Text = h.LastSeen.Format(time.DateTime)
		}
		if i := slices.IndexFunc(columns, func(c storage.Column) bool { return c.Heading == name }); i >= 0 {
			c = cellOf(h, columns[i])
		}
		row.Cells = append(row.Cells, c)
	}
	return row
}

func cellOf(h storage.Held, column storage.Column) (c cell) {
	for _, f := range h.Fields {
		if f.Name != column.Field {
			continue
		}
		if c.Text != "" {
			c.Text += "; "
		}
		c.Text += f.Value
		if f.Kind == "url" || f.Kind == "image" {
			c.Link = f.Value
		}
	}
	c.Num = column.Numeric
	return c
}
