package harvest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest/internal/answering"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// details reads the pages of single records.
type details struct {
	*session.Session
	pending  []extract.Record // whose pages are to be read
	opened   map[string]bool  // addresses of those read or pending, canonical
	requests int
	blocked  int // in a row that were block pages
	failed   int // in a row that failed
}

// wanted reports whether pages of single records are read at all.
func (r *details) wanted() bool {
	return r.Options.Details == FollowAlways || r.Options.Details == FollowMissing && len(r.Options.Columns) > 0
}

// queue notes a record whose page is to be read: one of its own on this site,
// not read yet, that may have what the row lacks, and that no deed is behind.
func (r *details) queue(rec extract.Record) {
	if !r.wanted() || rec.URL.IsZero() || !r.Own(rec.URL) {
		return
	}
	if r.Options.Details == FollowMissing && !lacks(rec, r.Options.Columns) {
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

// lacks reports whether a record has not all of the columns wanted.
func lacks(rec extract.Record, columns []string) bool {
	for _, want := range columns {
		if !slices.ContainsFunc(rec.Fields, func(f extract.Field) bool { return f.Name == want && f.Value != "" }) {
			return true
		}
	}
	return false
}

// observe folds in the page of one record.
func (r *details) observe(d Detail) {
	r.requests += d.Requests
	r.opened[d.Request.URL.Canonical().String()] = true
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
	r.observe(d)
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
