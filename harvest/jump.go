package harvest

import (
	"net/http"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/harvest/numbering"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// A page that no page before it leads to is asked for by its number: where the
// addresses of the site's pager tell how it numbers pages, or the request behind
// the page has a place for the number.

// jumps is what is known of asking for pages by their number: a fold of the
// ledger, but for what is found out anew in each run.
type jumps struct {
	kinds    map[string]*numbering.Pages // by pagingKind
	direct   map[string]bool             // pageKinds of endpoints whose further pages brought other records
	honest   bool                        // found out: it shows the last page of an answer for its number only
	failures int                         // such asks in a row that failed
	off      bool                        // it is not done any more
	past     bool                        // found out: there are pages that the pager does not lead to
	ends     bool                        // found out: there are none
	wall     int                         // number of the first page past a pager that had nothing; 0: not met
}

func newJumps() jumps {
	return jumps{kinds: map[string]*numbering.Pages{}, direct: map[string]bool{}}
}

// maxLostJumps is the number of such asks in a row that fail before it is not
// done any more.
const maxLostJumps = 2

// led returns the request by which the page before leads to the one asked for.
func (r *run) led(q querygen.Query, number int) (page.Request, bool) {
	if w := r.walks[q.Key()]; w != nil {
		next, ok := w.next[number]
		return next, ok
	}
	return page.Request{}, false
}

// jumped reports whether a page is asked for by its number.
func (r *run) jumped(q querygen.Query, number int) bool {
	_, led := r.led(q, number)
	return number > 1 && !led
}

// observePage folds a page into what is known of its answer and of the pager.
func (r *run) observePage(a Answer) {
	o := a.Outcome
	jumped := r.jumped(o.Query, o.Page)
	r.jumps.wallAt(o, r.walks[o.Query.Key()])
	if o.Status.Unanswered() || o.Status == querygen.Refused {
		if jumped && !a.Request.URL.IsZero() {
			r.jumps.failures++
			r.jumps.off = r.jumps.off || r.jumps.failures >= maxLostJumps || strings.HasPrefix(o.Note, misplaced)
		}
		return
	}
	if jumped {
		r.jumps.failures = 0
	}
	key := o.Query.Key()
	w := r.walk(o.Query)
	if o.Page == 1 && w.has(1) { // it is asked anew
		w = newWalk()
		r.walks[key] = w
	}
	if e := r.state.Profile.EndpointOf(o.Query, a.Request); e != nil {
		if o.Page > 1 && !jumped && !w.repeats(o.Rows) {
			r.jumps.direct[pageKind(e, o.Query)] = true
		}
	} else if o.More && addressed(a.Request) && addressed(a.Next) {
		kind := r.pagingKind(o.Query)
		n := r.jumps.kinds[kind]
		if n == nil {
			n = &numbering.Pages{}
			r.jumps.kinds[kind] = n
		}
		if o.Page == 1 {
			n.Second(key, a.Request.URL, a.Next.URL)
		} else {
			n.Further(o.Page, a.Request.URL, a.Next.URL)
		}
	}
	w.add(a)
	if w.whole() {
		delete(r.walks, key)
	}
}

// walk returns what is known of an answer, which may be nothing yet.
func (r *run) walk(q querygen.Query) *walk {
	w := r.walks[q.Key()]
	if w == nil {
		w = newWalk()
		r.walks[q.Key()] = w
	}
	return w
}

// addressed reports whether a request is no more than an address.
func addressed(req page.Request) bool {
	return (req.Method == "" || req.Method == http.MethodGet) && req.Body == "" && !req.Render
}

// pagingKind tells questions apart whose pages are numbered differently: by the
// page size that they ask for.
func (r *run) pagingKind(q querygen.Query) (kind string) {
	for _, f := range r.state.Profile.Form.Fields {
		for _, b := range q.Bind {
			if f.Role == forms.PageSize && b.Name == f.Name {
				kind += b.Name + "=" + b.Value + "\n"
			}
		}
	}
	return kind
}

// firstPage returns the request for the first page of an answer, where that is
// no more than an address.
func (r *run) firstPage(q querygen.Query) (page.Request, error) {
	if r.state.Profile.OneToken || r.state.Profile.Form.HasToken() {
		return page.Request{}, numbering.ErrUnknown
	}
	req, stop, err := r.fillForm(*r.state.Profile.Form, querygen.Ask{Query: q, Page: 1})
	if err == nil && (stop != nil || !addressed(req)) {
		err = numbering.ErrUnknown
	}
	return req, err
}

// byNumber returns the request for a further page of an answer, be its other
// pages known or not.
func (r *run) byNumber(q querygen.Query, number int) (page.Request, error) {
	if r.jumps.off {
		return page.Request{}, numbering.ErrUnknown
	}
	values := ledger.ValuesOf(q)
	if e := r.state.Profile.Endpoint(values); e != nil && r.o.Browser != RenderAlways {
		if !r.numbersDirect(e, q) {
			return page.Request{}, numbering.ErrUnknown
		}
		return e.Fill(values, r.progressOf(e, q, number), time.Now().UnixMilli())
	}
	n := r.jumps.kinds[r.pagingKind(q)]
	if n == nil {
		return page.Request{}, numbering.ErrUnknown
	}
	if w := r.walks[q.Key()]; w != nil && w.at > 0 {
		if at, ok := n.Number(w.further); ok && at == w.at {
			u, err := n.Turn(w.further, number)
			return page.Get(u), err
		}
	}
	one, err := r.firstPage(q)
	if err == nil && !n.Believed() {
		err = numbering.ErrUnknown
	}
	if err != nil {
		return page.Request{}, err
	}
	u, err := n.Page(one.URL, number)
	req := page.Get(u)
	req.Referer = one.Referer
	return req, err
}

// numbered reports whether any further page of any answer can be asked for as
// the next one of this answer can.
func (r *run) numbered(a Answer) bool {
	q := a.Outcome.Query
	if e := r.state.Profile.EndpointOf(q, a.Request); e != nil {
		return !r.jumps.off && r.numbersDirect(e, q)
	}
	n := r.jumps.kinds[r.pagingKind(q)]
	if r.jumps.off || n == nil || !n.Believed() || !addressed(a.Next) {
		return false
	}
	one, err := r.firstPage(q)
	if err != nil {
		return false
	}
	next, err := n.Page(one.URL, a.Outcome.Page+1)
	return err == nil && numbering.SamePlace(next, a.Next.URL)
}

// numbersDirect reports whether an endpoint can be asked for any page.
func (r *run) numbersDirect(e *endpoint.Endpoint, q querygen.Query) bool {
	return e.Numbers() && r.jumps.direct[pageKind(e, q)]
}

// progressOf returns where in an endpoint's answer a page is.
func (r *run) progressOf(e *endpoint.Endpoint, q querygen.Query, number int) endpoint.Progress {
	full := r.full[pageKind(e, q)]
	at := endpoint.Progress{Page: number, Rows: (number - 1) * full}
	if w := r.walks[q.Key()]; w != nil {
		at.Rows = w.before(number, full)
	}
	return at
}
