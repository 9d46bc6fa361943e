package crawl

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/duplicates"
)

// job is one page for a fetcher.
type job struct {
	host *host
	page Waiting
}

// result is what became of a job. It comes twice where a page was had: once
// without reading, when the host may be asked for the next, and once read.
type result struct {
	job
	state   fetch.HostState
	final   bool // nothing more comes of this job
	err     error
	at      time.Time
	visit   surface.Visit
	sent    int // requests that it cost
	answer  *page.Page
	forms   []Form
	phrases []phrase
	text    duplicates.Signature // of the page
	follow  bool                 // the page lets its links be followed
}

// fetcher does a job and those that follow: reading a page takes much stack,
// which a goroutine that has read one has.
func (e *engine) fetcher(ctx context.Context, j job, jobs <-chan job, out chan<- *result) {
	for more := true; more; j, more = <-jobs {
		e.fetch(ctx, j, out)
	}
}

// fetch does a job and sends its results.
func (e *engine) fetch(ctx context.Context, j job, out chan<- *result) {
	u := j.page.Found.Link.URL
	r := &result{job: j, visit: surface.Visit{URL: u, ID: j.page.Found.Link.ID, Depth: j.page.Found.Depth}}
	ctx, cost := fetch.Allow(ctx, fetch.Unlimited)
	p, err := e.net.Fetch(ctx, page.Get(u))
	var got *reading // before the host may be asked for the next, where it says whether to ask it once more
	if err == nil && e.o.Shell != nil && scripted(p.Body) {
		p, got = e.shown(ctx, p, &r.visit)
	}
	r.state, r.at = e.net.State(j.host.origin), time.Now()
	r.sent = cost.Sent()
	if err != nil {
		r.err, r.final = err, true
		out <- r
		return
	}
	first := *r
	out <- &first
	r.final = true
	r.sent = max(r.sent, p.Requests) // of a network that keeps no account
	r.visit.Final, r.visit.Status = p.Final, p.Status
	if e.o.KeepPages {
		r.answer = p
	}
	if got == nil {
		got = read(p)
	}
	switch {
	case got.err != nil:
		r.visit.Note = got.err.Error()
	case p.Status >= 400:
		r.visit.Note = "the answer is an error page"
	default:
		r.visit.Links, r.follow = got.Links, !got.Directives.NoFollow
		if j.page.Found.Link.Kind == surface.Sitemap && j.page.Found.Depth > 1 {
			// An index of indexes is against the protocol of sitemaps, and a way to list without end.
			r.visit.Links = slices.DeleteFunc(r.visit.Links, func(l surface.Link) bool { return l.Kind == surface.Sitemap })
		}
	}
	if doc := got.Document; doc != nil {
		r.phrases = phrases(doc)
		r.text = sign(doc, u)
		if e.o.Judge != nil {
			v := e.o.Judge(doc)
			r.visit.Reward, r.forms = v.Reward, v.Forms
		}
		if e.o.Ordering.ReadsText() {
			r.visit.Text = doc.Text()
		}
	}
	out <- r
}

// reading is what a page gives, or why it gives nothing.
type reading struct {
	surface.Reading
	err error
}

func read(p *page.Page) *reading {
	r, err := surface.Read(p)
	return &reading{r, err}
}

// scripted reports by its bytes whether a page may have a script. The host of
// one that has none is asked for the next page at once, before this one is read.
func scripted(body []byte) bool {
	if bytes.IndexByte(body, 0) >= 0 {
		return true // in UTF-16, say, the name looks different
	}
	const name = "script"
	for {
		i := bytes.IndexByte(body, '<')
		if i < 0 || len(body[i+1:]) < len(name) {
			return false
		}
		if body = body[i+1:]; body[0]|0x20 == name[0] && bytes.EqualFold(body[:len(name)], []byte(name)) {
			return true
		}
	}
}

// shown returns a page as a browser shows it where Shell says that it shows
// nothing without, and as it was served where not, or where that fails: the
// visit says why.
func (e *engine) shown(ctx context.Context, p *page.Page, v *surface.Visit) (*page.Page, *reading) {
	served := read(p)
	if served.Document == nil || e.o.Shell(served.Document) == "" {
		return p, served
	}
	shown, err := fetch.Patient(e.net, e.o.MaxWait, nil).Fetch(ctx, p.Request.Rendered())
	if err != nil {
		v.Note = "in a browser: " + err.Error()
		return p, served
	}
	shown.Requests += p.Requests
	v.Rendered = true
	return shown, read(shown)
}

// later returns until when a host must be left alone, where that is why a
// fetch failed, and whether the host itself asks for it.
func later(err error) (until time.Time, asked, ok bool) {
	e, ok := errors.AsType[*fetch.LaterError](err)
	if !ok {
		return time.Time{}, false, false
	}
	return e.Until, e.Reason != fetch.Pacing, true
}
