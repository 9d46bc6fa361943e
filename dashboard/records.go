package dashboard

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/export"
)

const (
	recordsShown  = 50
	columnsShown  = 8 // fields beside the title, where none are chosen
	facetsShown   = 8
	valuesShown   = 8
	matchesLooked = 10_000 // records that a search by words brings
	patience      = 25 * time.Millisecond
	longPatience  = 2 * time.Minute // where without the table the answer would be wrong
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
	Columns    []string    `json:"columns"` // of the cells
	All        []string    `json:"all_columns"`
	Records    []recordRow `json:"records"`
	Held       int         `json:"held"`
	Matching   *int        `json:"matching"` // null where that is not known yet
	AtLeast    bool        `json:"at_least"` // a search by words found more
	Offset     int         `json:"offset"`
	More       bool        `json:"more"`
	Words      string      `json:"words"`
	Sort       string      `json:"sort"`
	Descending bool        `json:"descending"`
	Facets     []facet     `json:"facets"`
	Ranges     []rangeOf   `json:"ranges"`
	Chosen     []choice    `json:"chosen"`
	Ready      bool        `json:"ready"` // columns were read: facets, ranges and sorting are there
	Read       int         `json:"read"`  // records, of that
	Formats    []string    `json:"formats"`
	Numeric    []string    `json:"-"`
}

// choice is a condition that holds.
type choice struct {
	Name  string `json:"name"`
	Is    string `json:"is"` // = or ≥ or ≤
	Value string `json:"value"`
	Param string `json:"-"`
}

// The parameters of the address of records begin with these, before a column's name.
const (
	equalTo = "f."
	least   = "min."
	most    = "max."
)

// wishOf reads which records are wanted. It refuses a condition that cannot be held against
// a record: without it the address would bring what nobody asked for.
func wishOf(t *table, q url.Values) (w wish, chosen []choice, err error) {
	w = wish{equal: map[string][]string{}, least: map[string]float64{}, most: map[string]float64{}, sort: q.Get("sort"), descending: q.Get("desc") != ""}
	if t == nil {
		return w, nil, nil
	}
	if w.sort != "" && t.column(w.sort) == nil {
		return w, nil, noColumn(w.sort)
	}
	for _, param := range slices.Sorted(maps.Keys(q)) {
		kind, name, ok := strings.Cut(param, ".")
		if kind += "."; !ok || kind != equalTo && kind != least && kind != most {
			continue
		}
		c := t.column(name)
		if c == nil {
			return w, nil, noColumn(name)
		}
		if kind == equalTo {
			w.equal[name] = q[param]
			for _, v := range q[param] {
				chosen = append(chosen, choice{name, "=", v, param})
			}
			continue
		}
		text := q.Get(param)
		if text == "" {
			continue // a field of the form that was left empty
		}
		n, ok := c.number(text)
		if !ok || !c.numeric() {
			return w, nil, status{http.StatusBadRequest, fmt.Sprintf("%s=%s: a range wants a column of numbers or times, and one of these", param, text)}
		}
		if kind == least {
			w.least[name] = n
			chosen = append(chosen, choice{name, "≥", text, param})
			continue
		}
		if w.most[name] = n; c.Type == "time" && len(text) == len(time.DateOnly) {
			w.most[name] += float64(24*time.Hour/time.Millisecond) - 1 // the whole of the day
		}
		chosen = append(chosen, choice{name, "≤", text, param})
	}
	return w, chosen, nil
}

func noColumn(name string) error {
	return status{http.StatusBadRequest, fmt.Sprintf("there is no column %q: the page Columns lists them", name)}
}

// wanting reports whether an address wants more than records in the order in which they came.
func wanting(q url.Values) bool {
	for name := range q {
		if name == "q" || name == "sort" || name == "desc" || strings.HasPrefix(name, equalTo) || strings.HasPrefix(name, least) || strings.HasPrefix(name, most) {
			if q.Get(name) != "" || strings.HasPrefix(name, equalTo) {
				return true
			}
		}
	}
	return false
}

// records shows the records of a site.
func (s *Server) records(r *http.Request) (view, error) {
	ctx, name, q := r.Context(), r.PathValue("site"), r.URL.Query()
	of, err := s.status(ctx, name)
	if err != nil {
		return view{}, err
	}
	d := recordsPage{Held: of.Records, Words: strings.TrimSpace(q.Get("q")), Sort: q.Get("sort"), Descending: q.Get("desc") != "", Offset: whole(q, "offset", 0, 1e9),
		Records: []recordRow{}, Facets: []facet{}, Ranges: []rangeOf{}}
	for _, f := range append(slices.Clone(export.Formats), export.WARC) {
		d.Formats = append(d.Formats, string(f))
	}
	wait := patience
	if wanting(q) || d.Offset > 0 || wantsJSON(r) {
		wait = longPatience
	}
	t, read, err := s.tables.get(ctx, of, wait)
	if err != nil {
		return view{}, err
	}
	if d.Columns, d.All, err = s.chosenColumns(ctx, name, q["c"]); err != nil {
		return view{}, err
	}
	var ids []int64
	if t == nil { // only what needs no more than the order of the file
		d.Read = read
		for c, err := range s.Store.Cells(ctx, name, 0) {
			if err != nil {
				return view{}, err
			}
			if ids = append(ids, c.ID); len(ids) == recordsShown {
				break
			}
		}
		d.More = len(ids) < of.Records
	} else {
		d.Ready = true
		var w wish
		if w, d.Chosen, err = wishOf(t, q); err != nil {
			return view{}, err
		}
		if d.Words != "" {
			if w.among, err = s.Store.Matching(ctx, name, d.Words, matchesLooked); err != nil {
				return view{}, err
			}
			d.AtLeast = len(w.among) == matchesLooked
			w.among = append([]int64{}, w.among...)
		}
		rows := t.rows(w)
		n := len(rows)
		d.Matching = &n
		from := min(d.Offset, n)
		for _, row := range rows[from:min(from+recordsShown, n)] {
			ids = append(ids, t.ids[row])
		}
		d.More = from+recordsShown < n
		d.Facets = append(d.Facets, t.facets(w, facetsShown, valuesShown)...)
		for _, c := range t.columns {
			if c.numeric() {
				d.Numeric = append(d.Numeric, c.Name)
			}
			if c.numeric() && c.Distinct > 1 && len(d.Ranges) < facetsShown {
				d.Ranges = append(d.Ranges, rangeOf{c.Name, c.Type, c.value(1), c.value(uint32(c.Distinct)), q.Get(least + c.Name), q.Get(most + c.Name)})
			}
		}
	}
	held, err := s.Store.Numbered(ctx, ids)
	if err != nil {
		return view{}, err
	}
	columns, err := s.Store.Columns(ctx, name)
	if err != nil {
		return view{}, err
	}
	if len(q["c"]) == 0 { // what only repeats the title says nothing
		d.Columns = slices.DeleteFunc(d.Columns, func(name string) bool {
			return len(held) > 0 && !slices.ContainsFunc(held, func(h storage.Held) bool { return rowOf(h, columns, []string{name}).Cells[0].Text != h.Title })
		})
	}
	for _, h := range held {
		d.Records = append(d.Records, rowOf(h, columns, d.Columns))
	}
	return view{name: "records", title: "Records", site: name, live: []string{"site:" + name}, again: !d.Ready, data: d}, err
}

// chosenColumns returns the columns to show, and all that there are.
func (s *Server) chosenColumns(ctx context.Context, site string, wanted []string) (chosen, all []string, err error) {
	columns, err := s.Store.Columns(ctx, site)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range columns {
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
	return append([]string{}, chosen...), all, nil
}

// rowOf returns a record's cells of some columns.
func rowOf(h storage.Held, columns []storage.Column, names []string) recordRow {
	row := recordRow{Key: h.Key, URL: h.URL, Title: h.Title, Cells: []cell{}}
	for _, name := range names {
		c := cell{}
		switch name {
		case "queries":
			c = cell{Text: count(h.Queries), Num: true}
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

type recordPage struct {
	Record  recordFull      `json:"record"`
	History storage.History `json:"history"`
}

type recordFull struct {
	Key       string    `json:"key"`
	URL       string    `json:"url"`
	Title     string    `json:"title"`
	Fields    []fieldOf `json:"fields"`
	Text      string    `json:"text"`
	Queries   int       `json:"queries"`
	FirstSeen time.Time `json:"first_seen"`
	LastSeen  time.Time `json:"last_seen"`
}

type fieldOf struct {
	Name   string   `json:"name"`
	Value  string   `json:"value"`
	Kind   string   `json:"kind,omitempty"`
	Number *float64 `json:"number,omitempty"`
}

const sightingsShown = 100

// record shows one record, and where it is known from.
func (s *Server) record(r *http.Request) (view, error) {
	name := r.PathValue("site")
	h, found, err := s.Store.RecordOf(r.Context(), name, r.URL.Query().Get("key"))
	if err != nil {
		return view{}, err
	}
	if !found {
		return view{}, status{http.StatusNotFound, "there is no such record"}
	}
	d := recordPage{Record: recordFull{h.Key, h.URL, h.Title, []fieldOf{}, h.Text, h.Queries, h.FirstSeen, h.LastSeen}}
	for _, f := range h.Fields {
		one := fieldOf{Name: f.Name, Value: f.Value, Kind: f.Kind}
		if storage.IsNumber(f) {
			one.Number = &f.Number
		}
		d.Record.Fields = append(d.Record.Fields, one)
	}
	d.History, err = s.Store.History(r.Context(), storage.RecordName{ID: h.ID, Site: name, Key: h.Key, URL: h.URL, Title: h.Title})
	d.History.Sightings = d.History.Sightings[max(0, len(d.History.Sightings)-sightingsShown):]
	return view{name: "record", title: clip(80, h.Title), site: name, live: []string{"site:" + name}, data: d}, err
}

type columnsPage struct {
	Records int           `json:"records"`
	Ready   bool          `json:"ready"`
	Read    int           `json:"read"`
	Columns []columnStats `json:"columns"`
}

type columnStats struct {
	*column
	Share  float64      `json:"share"` // of the records that have it
	Min    string       `json:"min,omitempty"`
	Max    string       `json:"max,omitempty"`
	Common []valueCount `json:"common"` // the commonest values
	Unique bool         `json:"unique"` // nearly each record has its own
}

// columns shows what the columns of a site hold.
func (s *Server) columns(r *http.Request) (view, error) {
	name := r.PathValue("site")
	of, err := s.status(r.Context(), name)
	if err != nil {
		return view{}, err
	}
	wait := patience
	if wantsJSON(r) {
		wait = longPatience
	}
	t, read, err := s.tables.get(r.Context(), of, wait)
	d := columnsPage{Records: of.Records, Read: read, Columns: []columnStats{}}
	if t != nil {
		d.Ready, d.Records = true, len(t.ids)
		for _, c := range t.columns {
			st := columnStats{column: c, Common: []valueCount{}, Unique: c.Distinct*10 > c.Filled*9 && c.Distinct > 20}
			if len(t.ids) > 0 {
				st.Share = float64(c.Filled) / float64(len(t.ids))
			}
			if c.numeric() && c.Distinct > 0 {
				st.Min, st.Max = c.value(1), c.value(uint32(c.Distinct))
			}
			if c.words != nil || c.numeric() {
				st.Common, _ = c.top(c.counts(), 5, nil)
			}
			d.Columns = append(d.Columns, st)
		}
	}
	return view{name: "columns", title: "Columns", site: name, live: []string{"site:" + name}, again: !d.Ready, data: d}, err
}

// export writes the records that a page of records shows, all of them, in a format.
func (s *Server) export(w http.ResponseWriter, r *http.Request) error {
	ctx, name, q := r.Context(), r.PathValue("site"), r.URL.Query()
	format, err := export.ParseFormat(q.Get("format"))
	if err != nil {
		return status{http.StatusBadRequest, err.Error()}
	}
	of, err := s.status(ctx, name)
	if err != nil {
		return err
	}
	if format == export.WARC {
		attach(w, of.View+".warc.gz")
		return s.whole(w, export.WriteWARC(ctx, w, "hadal serve", true, s.Store.SitePages(ctx, name)))
	}
	all, err := s.Store.Columns(ctx, name)
	if err != nil {
		return err
	}
	o := export.Options{Columns: export.Table(all), Safe: true}
	if wanted := q["c"]; len(wanted) > 0 {
		for _, name := range wanted {
			if !slices.ContainsFunc(o.Columns, func(c export.Column) bool { return c.Name == name }) {
				return noColumn(name)
			}
		}
		names := []string{"key", "url", "title"}
		for _, c := range o.Columns {
			if slices.Contains(wanted, c.Name) && !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
		if o.Columns, err = export.Pick(o.Columns, names); err != nil {
			return status{http.StatusBadRequest, err.Error()}
		}
	} else if format == export.JSONL {
		o.Columns = nil
	}
	ids, err := s.wanted(ctx, of, q)
	if err != nil {
		return err
	}
	attach(w, of.View+"."+string(format))
	return s.whole(w, export.Write(ctx, w, format, s.inOrder(ctx, ids), o))
}

// attach says that what follows is a file: after all that may fail, for an error is none.
func attach(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"; filename*=UTF-8''`+url.PathEscape(name))
	w.Header().Set("Content-Type", "application/octet-stream")
}

// whole breaks off an answer that could not be ended: what is there of it must not be taken
// for the whole.
func (s *Server) whole(w http.ResponseWriter, err error) error {
	if err != nil {
		s.Log.Warn("a download was broken off", "error", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}

// wanted returns the numbers of the records that an address wants, in their order.
func (s *Server) wanted(ctx context.Context, of storage.SiteStatus, q url.Values) (ids []int64, err error) {
	t, _, err := s.tables.get(ctx, of, longPatience)
	if err == nil && t == nil {
		err = errors.New("the records could not be read in time")
	}
	if err != nil {
		return nil, err
	}
	w, _, err := wishOf(t, q)
	if err != nil {
		return nil, err
	}
	if words := strings.TrimSpace(q.Get("q")); words != "" {
		if w.among, err = s.Store.Matching(ctx, of.Name, words, len(t.ids)); err != nil {
			return nil, err
		}
		w.among = append([]int64{}, w.among...)
	}
	for _, row := range t.rows(w) {
		ids = append(ids, t.ids[row])
	}
	return ids, nil
}

// inOrder reads records by their numbers, some at a time.
func (s *Server) inOrder(ctx context.Context, ids []int64) iter.Seq2[storage.Record, error] {
	const atOnce = 500
	return func(yield func(storage.Record, error) bool) {
		for batch := range slices.Chunk(ids, atOnce) {
			held, err := s.Store.Numbered(ctx, batch)
			if err != nil {
				yield(storage.Record{}, err)
				return
			}
			for _, h := range held {
				if !yield(h.Record, nil) {
					return
				}
			}
		}
	}
}

type searchPage struct {
	Words string `json:"words"`
	Hits  []hit  `json:"hits"`
	More  bool   `json:"more"`
}

type hit struct {
	Site    string         `json:"site"`
	Key     string         `json:"key"`
	URL     string         `json:"url"`
	Title   []storage.Span `json:"title"`
	Snippet []storage.Span `json:"snippet"`
}

const hitsShown = 30

// search looks for words in the records of all sites.
func (s *Server) search(r *http.Request) (view, error) {
	d := searchPage{Words: strings.TrimSpace(r.URL.Query().Get("q")), Hits: []hit{}}
	if d.Words != "" {
		for h, err := range s.Store.Search(r.Context(), d.Words, storage.SearchOptions{}) {
			if err != nil {
				return view{}, err
			}
			if d.More = len(d.Hits) == hitsShown; d.More {
				break
			}
			title := h.Title
			if len(title) == 0 {
				title = []storage.Span{{Text: fmt.Sprintf("(%s)", h.Record.Key)}}
			}
			d.Hits = append(d.Hits, hit{h.Record.Site, h.Record.Key, h.Record.URL, title, h.Snippet})
		}
	}
	return view{name: "search", title: "Search", data: d}, nil
}

type sqlPage struct {
	Query   string            `json:"query"`
	Views   []string          `json:"views"` // a table of each site
	Result  *storage.RowsRead `json:"result"`
	Error   string            `json:"error,omitempty"`
	Seconds float64           `json:"seconds"`
	Limit   int               `json:"limit"` // rows
}

const (
	sqlRows = 500
	sqlTime = 5 * time.Second
)

// sql runs a person's own query.
func (s *Server) sql(r *http.Request) (view, error) {
	ctx := r.Context()
	d := sqlPage{Query: strings.TrimSpace(r.URL.Query().Get("q")), Views: []string{}, Limit: sqlRows}
	sites, err := s.Store.Sites(ctx)
	if err != nil {
		return view{}, err
	}
	for _, of := range sites {
		d.Views = append(d.Views, of.View)
	}
	if d.Query != "" {
		select {
		case s.asking <- struct{}{}:
			defer func() { <-s.asking }()
		case <-time.After(sqlTime):
			return view{}, status{http.StatusServiceUnavailable, "other queries are running: ask again"}
		case <-ctx.Done():
			return view{}, ctx.Err()
		}
		began := time.Now()
		t, err := s.Store.Select(ctx, d.Query, sqlRows, sqlTime)
		d.Seconds = time.Since(began).Seconds()
		switch {
		case errors.Is(err, storage.ErrSQL) && wantsJSON(r):
			return view{}, err
		case errors.Is(err, storage.ErrSQL):
			d.Error = err.Error()
		case err != nil:
			return view{}, err
		default:
			d.Result = &t
		}
	}
	return view{name: "sql", title: "SQL", data: d}, nil
}
