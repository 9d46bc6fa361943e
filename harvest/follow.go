package harvest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest/internal/answering"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/internal/glob"
	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// details reads the pages of single records.
type details struct {
	*session.Session
	pending  []extract.Record // whose pages are to be read
	opened   map[string]bool  // addresses of those read or pending, canonical
	requests int
	blocked  int             // in a row that were block pages
	failed   int             // in a row that failed
	pages    int             // that had fields
	came     map[string]bool // fields of these, by name
	rows     int             // records of this run's answers
	had      map[string]bool // fields of these, by name
}

// saw notes which columns a record of an answer has.
func (r *details) saw(rec extract.Record) {
	r.rows++
	for _, f := range rec.Fields {
		r.had[f.Name] = true
	}
}

// wanted reports whether pages of single records are read at all.
func (r *details) wanted() bool {
	return r.Options.Details == FollowAlways || r.Options.Details == FollowMissing && len(r.columns())+len(r.Options.Reach.Details)+len(r.leading()) > 0
}

// leading are the columns of which a person says that they lead to the records' own pages.
func (r *details) leading() (out []string) {
	for _, c := range r.State.Profile.Wrapper.Columns {
		if c.Page {
			out = append(out, c.Name)
		}
	}
	return out
}

// columns are those for which pages of single records are read: what the user wants of every
// record, and what a person wrote of such pages.
func (r *details) columns() []string {
	return slices.DeleteFunc(slices.Concat(r.Options.Columns, r.State.Profile.Details.Wanted()), r.never)
}

// neverAfter is after how many pages of records a column that none of them had is not looked
// for on others: each would cost a request.
const neverAfter = 20

// never reports whether no page of a record has a column, as far as is known.
func (r *details) never(column string) bool { return r.pages >= neverAfter && !r.came[column] }

// unused tells of columns for which pages were read, or that a person wrote, and which never
// came: on so many, or, where a run saw all that there was to see, on however few.
func (r *details) unused(all bool) (out []plan.Unused) {
	enough := neverAfter
	if all {
		enough = 1
	}
	written := func(part string, columns []extract.Column, of int, has map[string]bool, what string) {
		for i, c := range columns {
			if c.Rows == 0 && !c.Drop && !c.Page && of >= enough && !has[c.Name] {
				out = append(out, plan.Unused{Setting: part, Profile: true, Path: []string{"columns", strconv.Itoa(i)},
					Message: fmt.Sprintf("column %q came on none of %d %s: what its line says (select, label, attribute, pattern) matches nothing there", c.Name, of, what)})
			}
		}
	}
	if p := r.Options.Profile; p != nil {
		for i, c := range p.Wrapper.Columns {
			if c.Page && r.rows > 0 && len(r.opened) == 0 {
				why := "it is no link of the record to another page of the site: its select must name one, such as 'h3 a'"
				if r.Options.Details == FollowNever {
					why = "details: never has no page of a record read; take out one of them"
				}
				out = append(out, plan.Unused{Setting: "wrapper", Profile: true, Path: []string{"columns", strconv.Itoa(i), "page"}, Message: fmt.Sprintf("page: true of column %q had no page of %d records read: %s", c.Name, r.rows, why)})
			}
		}
		written("wrapper", p.Wrapper.Columns, r.rows, r.had, "records")
		written("details", p.Details.Columns, r.pages, r.came, "pages of records")
	}
	if like := r.Options.Reach.Details; len(like) > 0 && len(r.opened) == 0 && r.rows >= enough && r.Options.Details != FollowNever {
		out = append(out, plan.Unused{Setting: "details-links", Message: fmt.Sprintf("no link of %d records is like %v: no page of a record was read", r.rows, like[0])})
	}
	for _, name := range r.Options.Columns {
		if r.never(name) {
			out = append(out, plan.Unused{Setting: "columns", Message: fmt.Sprintf("column %q came on none of %d pages of records, and was not looked for on the others%s", name, r.pages, nearest.Hint(name, slices.Sorted(maps.Keys(r.came))))})
		} else if all && r.rows > 0 && !r.came[name] && !r.had[name] && !titles(name, r.State.Profile.Wrapper) {
			known := append(slices.Sorted(maps.Keys(r.had)), "title")
			where := fmt.Sprintf("%d records", r.rows)
			if r.pages > 0 {
				where += fmt.Sprintf(" and %d pages of them", r.pages)
				known = slices.AppendSeq(known, maps.Keys(r.came))
			}
			out = append(out, plan.Unused{Setting: "columns", Message: fmt.Sprintf("column %q came on none of %s%s", name, where, nearest.Hint(name, known))})
		}
	}
	return out
}

// queue notes a record whose page is to be read: one of its own on this site,
// not read yet, that may have what the row lacks, and that no deed is behind. What stands
// behind a route is drawn by scripts: the server has one document for all of them.
func (r *details) queue(rec extract.Record) {
	if rec.URL = r.pageOf(rec); !r.wanted() || rec.URL != rec.URL.WithoutRoute() || rec.URL.IsZero() || !r.Own(rec.URL) || r.LeavesOut(rec.URL) != "" {
		return
	}
	if r.needless(rec) {
		return
	}
	if !deeds.Judge(deeds.Act{By: deeds.Follow, URL: rec.URL}).OK() {
		return // a button of the row, or one that reads like it
	}
	if at := rec.URL.Canonical().String(); !r.opened[at] {
		r.opened[at] = true
		r.pending = append(r.pending, rec)
	}
}

// pageOf returns the address of a record's own page: where the user says which column leads
// to it, or what such look like, the first one among the record's that does, or none.
func (r *details) pageOf(rec extract.Record) page.URL {
	leading, like := r.leading(), r.Options.Reach.Details
	is := func(u page.URL) bool {
		_, is := glob.Any(like, u.String())
		return is || len(like) == 0
	}
	if len(leading) == 0 && is(rec.URL) {
		return rec.URL
	}
	for _, f := range rec.Fields {
		if f.Kind != "url" || len(leading) > 0 && !slices.Contains(leading, f.Name) {
			continue
		}
		if u, err := rec.URL.Resolve(f.Value); err == nil && r.Own(u) && is(u) {
			return u
		}
	}
	return page.URL{}
}

// needless reports whether a record's row has all for which its page would be read.
func (r *details) needless(rec extract.Record) bool {
	all := len(r.Options.Columns)+len(r.State.Profile.Details.Wanted()) > 0
	return r.Options.Details == FollowMissing && all && !lacks(rec, r.columns(), r.State.Profile.Wrapper)
}

// lacks reports whether a record has not all of the columns wanted. Its title is one of them
// by whatever name the column has.
func lacks(rec extract.Record, columns []string, w extract.Wrapper) bool {
	for _, want := range columns {
		if (rec.Title == "" || !titles(want, w)) && !slices.ContainsFunc(rec.Fields, func(f extract.Field) bool { return f.Name == want && f.Value != "" }) {
			return true
		}
	}
	return false
}

// titles reports whether a column is the title of records.
func titles(name string, w extract.Wrapper) bool {
	return name == "title" || slices.ContainsFunc(w.Columns, func(c extract.Column) bool { return c.Title && c.Name == name })
}

// observe folds in the page of one record.
func (r *details) observe(d Detail) {
	r.requests += d.Requests
	r.opened[d.Request.URL.Canonical().String()] = true
	if len(d.Fields) > 0 {
		r.pages++
	}
	for _, f := range d.Fields {
		r.came[f.Name] = true
	}
}

// Reading pages of records ends after so many in a row that are no such pages.
const (
	maxBlocked = 3
	maxFailed  = 8
)

// follow reads the pages of the records that wait for it, until there are none
// or there is a reason to stop.
func (r *details) follow(ctx context.Context) (*Stop, error) {
	for len(r.pending) > 0 {
		if r.Options.MaxDetails > 0 && r.requests >= r.Options.MaxDetails {
			r.pending = nil
			break
		}
		if stop := r.Budget.Over(); stop != nil {
			return stop, nil
		}
		if r.needless(r.pending[0]) {
			r.pending = r.pending[1:]
			continue
		}
		if stop, err := r.open(ctx, r.pending[0]); stop != nil || err != nil {
			return stop, err
		}
		r.pending = r.pending[1:]
	}
	return nil, nil
}

// open reads the page of one record and commits what it says. A stop is
// returned where reading further pages makes no sense.
func (r *details) open(ctx context.Context, rec extract.Record) (*Stop, error) {
	d, c, stop := r.fetch(ctx, rec)
	if stop != nil {
		return stop, nil
	}
	c.Step = &Step{Detail: &d}
	if err := r.Commit(ctx, c); err != nil {
		return nil, err
	}
	before := r.unused(false)
	r.observe(d)
	for _, u := range r.unused(false) {
		if !slices.ContainsFunc(before, func(b plan.Unused) bool { return b.Message == u.Message }) {
			r.Tell("note", u.Message)
		}
	}
	r.Tell("detail", fmt.Sprintf("%s: %s, %d fields%s", rec.URL, d.Status, len(d.Fields), session.Note(d.Note)))
	if r.blocked >= maxBlocked {
		return &Stop{Kind: Blocked, Reason: fmt.Sprintf("the site blocks us (%s, %d pages in a row); what is held is saved. Try later, slower (--delay), or with --details never", d.Note, r.blocked)}, nil
	}
	if r.failed >= maxFailed {
		return &Stop{Kind: Broken, Reason: fmt.Sprintf("%d pages of records in a row failed, last: %s; the same command goes on", r.failed, d.Note)}, nil
	}
	return nil, nil
}

// fetch fetches and reads the page of one record.
func (r *details) fetch(ctx context.Context, rec extract.Record) (d Detail, c Commit, stop *Stop) {
	d = Detail{Key: rec.Key, Request: page.Get(rec.URL), Status: querygen.Answered}
	p, stop, err := r.Fetch(ctx, d.Request)
	if stop != nil {
		return d, c, stop
	}
	if err == nil {
		c.Page = p
		if reason := answering.BlockReason(p, extract.Result{}); reason != "" {
			r.blocked++
			d.Status, d.Note = querygen.Failed, "blocked: "+reason
			return d, c, nil
		}
		if p.Status >= 400 {
			// The page is gone; that is no reason to give up on the others.
			d.Status, d.Note = querygen.Failed, fmt.Sprintf("status %d", p.Status)
			d.Gone = p.Status == http.StatusNotFound || p.Status == http.StatusGone
			return d, c, nil
		}
		var doc *page.Document
		if doc, err = p.Document(); err == nil {
			r.blocked, r.failed = 0, 0
			r.read(&d, &c, p, doc)
			return d, c, nil
		}
	}
	d.Note = err.Error()
	if refused, ok := errors.AsType[*fetch.RefusedError](err); ok && !refused.Led {
		d.Status = querygen.Refused
		return d, c, nil
	}
	d.Status = querygen.Failed
	r.failed++
	return d, c, nil
}

// read reads the fields of a page, and learns from it what such pages
// have in common.
func (r *details) read(d *Detail, c *Commit, p *page.Page, doc *page.Document) {
	if !r.Own(p.Final) {
		d.Note = "it leads to another site: " + p.Final.Origin()
		return
	}
	profile := r.State.Profile
	if !profile.Frozen && profile.Details.Pages < detailPages {
		profile.Details = profile.Details.Learn(doc, profile.Background)
		c.Profile = &profile
	}
	var cut bool
	if d.Fields, cut = extract.ReadDetail(doc, profile.Background, profile.Details); cut {
		d.Note = "the end of its data is left out: it would take too much memory"
	}
}

// detailPages are the pages of records that the template is learned from.
const detailPages = 20
