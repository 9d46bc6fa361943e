// Package behind is direct mode: where a browser had to show the pages, the request by
// which the page's own script gets the records is learned from what the browser saw,
// verified record by record, and from then on sent without a browser.
//
// What is learned is in the profile (ledger.Profile.Endpoints). What the learning has seen
// so far is not kept: a run that resumes needs a further question by the browser. It
// decides nothing about questions, and never reads a page that a browser shows.
package behind

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
	"github.com/hadal-crawler/hadal/querygen"
)

// Bounds of what is tried to do without the browser.
const (
	maxEndpoints = 12 // a site: one for each set of controls that questions bind
	maxObserved  = 4  // latest rendered answers that are learned from
	maxTries     = 8  // failed verifications until the browser is kept to
	maxLosses    = 3  // endpoints that stopped working until the browser is kept to

	maxLinked = 20_000 // titles whose address is remembered
)

// Site is what can be asked of the site, and whom to tell what comes of it.
type Site interface {
	Fetch(ctx context.Context, req page.Request) (*page.Page, *ledger.Stop, error)
	// Cookies returns the Set-Cookie lines of what the session of a registrable site holds.
	Cookies(site string) []string
	Tell(note string)
}

// Behind is what was seen of the requests behind a site's pages.
type Behind struct {
	site     Site
	off      bool
	observed []endpoint.Observation // latest answers shown by a browser
	linked   map[string]page.URL    // addresses of records that it showed, by title
	listed   listed                 // records that endpoints brought
	unasked  int                    // records that a browser showed before anything was asked
}

// New returns a Behind that has seen nothing; off says that nothing is to be learned.
func New(site Site, off bool) *Behind {
	return &Behind{site: site, off: off, linked: map[string]page.URL{}}
}

// watching reports whether a rendered answer may lead to direct mode.
func (b *Behind) watching(p ledger.Profile) bool {
	return !b.off && len(p.Endpoints) < maxEndpoints && p.Direct.Failed < maxTries && p.Direct.Lost < maxLosses && !p.Frozen && !p.Direct.Off
}

// watch keeps what a browser saw while a page was shown: an observation to
// learn from, with what was asked and the records that were read.
func (b *Behind) watch(asked []page.Pair, p *page.Page, records []extract.Record) {
	o := endpoint.Observation{Page: p.Request, Body: p.Body, Head: p.Header.Values("Set-Cookie"), Exchanges: p.Exchanges, Final: p.Final}
	if doc, err := p.Document(); err == nil && len(asked) > 0 {
		o.Exchanges = append(inline(doc, p), o.Exchanges...)
		o.Text, o.Links = doc.Text(), linksSaying(doc, o.Asked)
	}
	for _, a := range asked {
		if a.Value != "" && !endpoint.OwnControl(a.Name) {
			o.Asked = append(o.Asked, a)
		}
	}
	for _, rec := range records {
		s := endpoint.Shown{Title: rec.Title, Text: rec.Text, URL: rec.URL, Fields: Pairs(rec.Fields)}
		if s.URL.IsZero() {
			s.URL = b.linked[rec.Title]
		} else if len(b.linked) < maxLinked {
			b.linked[rec.Title] = s.URL
		}
		o.Shown = append(o.Shown, s)
	}
	if len(asked) == 0 {
		b.unasked = max(b.unasked, len(records))
	}
	b.observed = append(b.observed, o)
	if len(b.observed) > maxObserved {
		b.observed = slices.Delete(b.observed, 0, 1)
	}
}

// inline returns what scripts of a page hold as data, as if each had been asked for.
func inline(doc *page.Document, p *page.Page) (out []page.Exchange) {
	for i, data := range page.InlineData(doc) {
		if data != "" {
			out = append(out, page.Exchange{Request: page.Get(p.Request.URL), Status: p.Status, Header: p.Header, Body: []byte(data), Script: i + 1})
		}
	}
	return out
}

// linksSaying returns the links of a page whose texts say what was asked.
func linksSaying(doc *page.Document, asked []page.Pair) (out []endpoint.Shown) {
	for _, a := range doc.Find("a[href]").Nodes {
		text := page.Text(a)
		u, err := doc.Resolve(page.Attr(a, "href"))
		if err != nil || slices.ContainsFunc(asked, func(p page.Pair) bool { return !strings.Contains(lexicon.Fold(text), lexicon.Fold(p.Value)) }) {
			continue
		}
		out = append(out, endpoint.Shown{Title: text, Text: text, URL: u})
	}
	return out
}

// Found is what Seek has learned.
type Found struct {
	Direct  *page.Page // the answer to the same question; nil where there is none
	Changed bool       // the profile knows more
	Whole   bool       // the request brings all records, whatever is asked
}

// Seek learns from a page that a browser showed how to ask the same without one, and
// does so. asked is what was asked, records what the page shows, held whether records
// are held already, as pages show them. The profile then knows of it.
func (b *Behind) Seek(ctx context.Context, asked []page.Pair, p *page.Page, records []extract.Record, profile *ledger.Profile, held bool) (Found, *ledger.Stop) {
	return b.seek(ctx, asked, p, records, 0, profile, held)
}

// SeekFurther is Seek for a page that was served with its first rows, and shown on in the
// browser: the request that brought what follows is asked for these, too.
func (b *Behind) SeekFurther(ctx context.Context, asked []page.Pair, p *page.Page, records []extract.Record, served int, profile *ledger.Profile) (Found, *ledger.Stop) {
	return b.seek(ctx, asked, p, records, served, profile, true)
}

func (b *Behind) seek(ctx context.Context, asked []page.Pair, p *page.Page, records []extract.Record, served int, profile *ledger.Profile, held bool) (Found, *ledger.Stop) {
	if !p.Request.Render || !b.watching(*profile) {
		return Found{}, nil
	}
	b.watch(asked, p, records[served:])
	e, ok := endpoint.Learn(b.observed)
	if !ok || len(records) == 0 && !e.Index {
		return Found{}, nil
	}
	if served > 0 {
		if e, ok = e.Earlier(served); !ok || e.Whole {
			return Found{}, nil
		}
		records = records[:served]
	}
	if e.Index {
		records = nil
	}
	if i := slices.IndexFunc(profile.Endpoints, func(known endpoint.Endpoint) bool { return known.Request.Key() == e.Request.Key() }); i >= 0 {
		if !e.Whole || profile.Endpoints[i].Whole || len(profile.Endpoints[i].Asked) > 0 {
			return Found{}, nil
		}
		profile.Endpoints = slices.Clone(profile.Endpoints)
		profile.Endpoints[i].Whole, profile.Endpoints[i].Reasons = true, e.Reasons
		b.site.Tell(fmt.Sprintf("the page's script searches in the answer to %s %s: it has all records", e.Request.Method, e.Request.URL))
		return Found{Changed: true}, nil
	}
	if profile.Form != nil {
		e.Parts = sizedBy(*profile.Form, e.Parts)
	}
	if !e.Whole && slices.ContainsFunc(profile.Endpoints, func(known endpoint.Endpoint) bool { return known.Covers(e) }) {
		return Found{}, nil
	}
	for _, known := range profile.Endpoints {
		if known.Answers(e) { // a person may have called its columns otherwise
			e.Answer.Columns = known.Answer.Columns
		}
		if e.Answer.Link == "" && known.Answer.Link != "" { // of the same records, seen where they had links
			e.Answer.Link, e.Answer.Title = known.Answer.Link, known.Answer.Title
		}
	}
	if e.Whole {
		if held {
			return Found{}, nil // too late
		}
		asked = nil
	}
	e, direct, stop, why := b.verify(ctx, asked, e, records, profile.Keys)
	if stop != nil {
		return Found{}, stop
	}
	if why != "" {
		profile.Direct.Failed++
		profile.Direct.Why = fmt.Sprintf("%s %s: %s", e.Request.Method, e.Request.URL, why)
		b.site.Tell("the request behind the page is not used: " + profile.Direct.Why)
		return Found{Changed: true}, nil
	}
	e.Empty = unasked(*profile.Form, e)
	if !e.Index {
		e.Reasons = append(e.Reasons, fmt.Sprintf("asked without a browser, it gave what the page showed (%d records)", len(records)))
	}
	b.adopt(e, direct, profile)
	if e.Whole {
		direct = nil // that answers another question
	}
	return Found{direct, true, e.Whole}, nil
}

// Served learns that the page's script searches in what the page itself lists as it is served,
// of which it shows a part: nothing was sent when a word was asked, what was shown then is
// among that, and that is more than is shown where nothing is asked.
func (b *Behind) Served(ctx context.Context, profile *ledger.Profile) (Found, *ledger.Stop) {
	if len(b.observed) == 0 || !b.watching(*profile) {
		return Found{}, nil
	}
	o := b.observed[len(b.observed)-1]
	if len(o.Asked) == 0 || len(o.Shown) == 0 || slices.ContainsFunc(o.Exchanges, func(x page.Exchange) bool { return x.Step > 0 }) {
		return Found{}, nil
	}
	var shown []extract.Record
	for _, s := range o.Shown {
		shown = append(shown, extract.Record{Title: s.Title, Text: s.Text, URL: s.URL})
	}
	e := endpoint.Endpoint{Request: page.Get(profile.Form.Page), Whole: true, Reasons: []string{"nothing was sent when a word was asked: the page's script searches in what the page lists as it is served"}}
	p, stop, why := b.send(ctx, e, nil)
	if stop != nil || why != "" {
		return Found{}, stop
	}
	if rows, why := compare(e, p, shown, profile.Keys); why != "" || rows <= b.unasked {
		return Found{}, nil
	}
	b.adopt(e, p, profile)
	return Found{nil, true, true}, nil
}

// adopt adds an endpoint, of which p is an answer, to what the profile knows.
func (b *Behind) adopt(e endpoint.Endpoint, p *page.Page, profile *ledger.Profile) {
	at := len(profile.Endpoints)
	if e.Whole {
		at = 0 // before what only holds what the page shows by itself
		if e.Parted == nil {
			e.Words = b.wordsIn(e, p, *profile)
		}
	}
	profile.Endpoints = slices.Insert(slices.Clone(profile.Endpoints), at, e)
	if form, ok := sized(*profile.Form, e); ok {
		profile.Form = &form
	}
	if form := *profile.Form; e.Whole {
		form.Fields = slices.Clone(form.Fields)
		for i := range form.Fields { // the list is had without what the page wants in its box
			form.Fields[i].Required, form.Fields[i].MinLength = false, 0
		}
		profile.Form = &form
	}
	b.site.Tell(fmt.Sprintf("found the request behind the page: %s %s (%s); asking it directly", e.Request.Method, e.Request.URL, strings.Join(e.Reasons, "; ")))
	if e.Whole {
		b.listWhole(e, p, profile.Keys)
	}
}

// unasked reports whether an endpoint may be asked with nothing in the box. A shown page
// sends no POST before anything is asked, so that what it would list by itself is had so,
// once a question has brought records that way.
func unasked(f forms.Form, e endpoint.Endpoint) bool {
	if e.Request.Method != http.MethodPost || len(e.Asked) == 0 {
		return false
	}
	return !slices.ContainsFunc(e.Asked, func(a page.Pair) bool {
		return !slices.ContainsFunc(f.Fields, func(c forms.Field) bool { return c.Name == a.Name && c.Role == forms.QueryRole })
	})
}

// listWhole takes note of the records that the page's script searches in.
func (b *Behind) listWhole(e endpoint.Endpoint, p *page.Page, keys extract.KeyScheme) {
	doc, err := Document(&e, p)
	if err != nil {
		return
	}
	var rows []querygen.Row
	for _, rec := range extract.Read(doc, Reading(e, extract.Options{Keys: keys})).Records {
		rows = append(rows, querygen.Row{Key: rec.Key, Text: rec.Text, Fields: Pairs(rec.Fields)})
	}
	b.listed.learn(rows)
}

// Document parses an endpoint's answer; JSON as such, whatever it is declared as.
func Document(e *endpoint.Endpoint, p *page.Page) (*page.Document, error) {
	if e != nil && e.Answer.Script > 0 {
		doc, err := p.Document()
		if err != nil {
			return doc, err
		}
		if data := page.InlineData(doc); len(data) >= e.Answer.Script {
			return page.ParseDocument([]byte(data[e.Answer.Script-1]), "application/json; charset=utf-8", p.Final)
		}
		return doc, nil
	}
	if e != nil && e.Answer.JSON {
		body, _ := e.Single(page.Unpacked(p.Body, cmp.Or(p.Most, page.DefaultMost)))
		return page.ParseDocument(body, "application/json; charset=utf-8", p.Final)
	}
	if e != nil && page.TablePart(p.Body) {
		whole := *p
		whole.Body = slices.Concat([]byte("<table>"), p.Body, []byte("</table>"))
		return whole.Document()
	}
	return p.Document()
}

// Reading adapts the reading of pages to the answers of an endpoint.
func Reading(e endpoint.Endpoint, o extract.Options) extract.Options {
	if e.Answer.JSON {
		o.Wrapper, o.Background = o.Wrapper.Named(), extract.Background{}
		objects := extract.Objects(e.Answer)
		o.Objects = &objects
	}
	return o
}

// Name has an endpoint know the parts of its index: their names are asked for once in a run. why
// says why it knows none.
func (b *Behind) Name(ctx context.Context, e *endpoint.Endpoint) (stop *ledger.Stop, why string) {
	if e.Parted == nil || len(e.Names) > 0 {
		return nil, ""
	}
	if e.Parted.In == "" {
		return b.count(ctx, e)
	}
	p, stop, err := b.site.Fetch(ctx, e.Request)
	switch {
	case stop != nil:
		return stop, ""
	case err != nil:
		return nil, err.Error()
	case p.Status >= 400:
		return nil, fmt.Sprintf("status %d", p.Status)
	}
	if e.Names = e.Parted.Names(page.Unpacked(p.Body, cmp.Or(p.Most, page.DefaultMost))); len(e.Names) == 0 {
		return nil, "it names no parts of an index"
	}
	return nil, ""
}

// count is Name where parts are numbered.
func (b *Behind) count(ctx context.Context, e *endpoint.Endpoint) (stop *ledger.Stop, why string) {
	names, err := e.Parted.Numbered(func(name string) (bool, error) {
		req, err := e.Part(name)
		if err != nil {
			return false, err
		}
		p, halt, err := b.site.Fetch(ctx, req)
		if halt != nil {
			stop, err = halt, errors.New(halt.Reason)
		}
		return err == nil && p.Status == http.StatusOK && page.BringsData(p.Body), err
	})
	switch {
	case err != nil:
		return stop, err.Error()
	case len(names) == 0:
		return nil, "there are no parts of an index"
	}
	e.Names = names
	return nil, ""
}

// Renew fetches the pages that an endpoint's tokens stand on; ok is false where they have
// none any more.
func (b *Behind) Renew(ctx context.Context, e endpoint.Endpoint) (_ endpoint.Endpoint, stop *ledger.Stop, ok bool) {
	for _, from := range e.Sources() {
		p, stop, err := b.site.Fetch(ctx, from)
		if stop != nil || err != nil {
			return e, stop, false
		}
		header := p.Header.Clone()
		for _, line := range b.site.Cookies(from.URL.Site()) { // what the session holds is not set again
			header.Add("Set-Cookie", line)
		}
		if e, ok = e.Renew(from, p.Body, header); !ok {
			return e, nil, false
		}
	}
	return e, nil, true
}

// sizedBy has the rows a page of a request said by the control of the form that says them, which
// stood at the size that was sent: what that is set to is then asked without the page.
func sizedBy(f forms.Form, parts []endpoint.Part) []endpoint.Part {
	parts = slices.Clone(parts)
	for i, p := range parts {
		for _, c := range f.Fields {
			stands := slices.ContainsFunc(c.Options, func(o forms.Option) bool { return o.Selected && o.Value == p.Value })
			if p.Is == endpoint.PartSize && c.Role == forms.PageSize && c.Name != "" && stands {
				parts[i].Control = c.Name
			}
		}
	}
	return parts
}

// sized adds a control for an endpoint's page size to the form, which lacks one.
func sized(f forms.Form, e endpoint.Endpoint) (forms.Form, bool) {
	if slices.ContainsFunc(f.Fields, func(c forms.Field) bool { return c.Role == forms.PageSize }) {
		return f, false
	}
	for _, p := range e.Parts {
		if p.Is != endpoint.PartSize {
			continue
		}
		c := forms.Field{Name: p.Control, Control: "radio", Label: "rows a page, by the request behind the page", Role: forms.PageSize, Score: 1, Pos: control.AfterAll}
		for _, size := range []string{p.Value, "100", "500"} {
			if size == p.Value || len(size) > len(p.Value) || len(size) == len(p.Value) && size > p.Value {
				c.Options = append(c.Options, forms.Option{Value: size, Label: size, Selected: size == p.Value, Pos: control.AfterAll})
			}
		}
		f.Fields = append(slices.Clone(f.Fields), c)
		return f, true
	}
	return f, false
}
