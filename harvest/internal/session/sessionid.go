package session

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// Some sites keep the session in the addresses of their pages. What differs there each time that
// the start page is fetched is a session's id, wherever it stands: a part of the path, a parameter
// of it or of the query. All of a harvest sees a word in its place, so that what is asked, where
// records are and what tells them apart stays the same whatever session it was had in; the id
// is put there as a request is sent, and taken out as its answer comes. Where an answer leads
// out of the session, the start page is fetched for another one, and the request sent again.

// inItsPlace is what stands for the id. Nothing encodes it.
const inItsPlace = "this-session"

// The length of the shortest id, and of the shortest of digits alone.
const (
	sessionIDLeast = 8
	sessionNoLeast = 4
)

// LearnSession looks for the id of a session in what a form on p is sent to, where p came for
// an address and none is known. It returns p with a word for the id; as it is where there is
// none. That costs a request where something could be one.
func (r *Session) LearnSession(ctx context.Context, asked page.URL, f forms.Form, p *page.Page) (*page.Page, *ledger.Stop) {
	known := ledger.SessionID{Entry: asked}
	for _, part := range partsOf(f.Action) {
		if mayBeID(part) && !r.noID[part] {
			known.Value = part
			break
		}
	}
	if known.Value == "" || r.State.Profile.SessionID != nil || f.Index < 0 || f.Action.Origin() != asked.Origin() {
		return p, nil
	}
	if strings.Contains(asked.String(), known.Value) {
		known.Entry = r.Site.Start
	}
	r.noID[known.Value] = true
	for _, u := range []page.URL{f.Action, f.Page, asked} {
		if before, _, has := strings.Cut(u.String(), known.Value); has {
			known.Before = append(known.Before, before)
		}
	}
	old := known.Value
	now, stop := r.another(ctx, known)
	if stop != nil || now == "" || now == old || strings.Contains(known.Entry.String(), old) {
		return p, stop
	}
	known.Value, r.live = now, true
	r.State.Profile.SessionID = &known
	r.Tell("note", fmt.Sprintf("addresses have the id of a session, which differs each time: %s stands for it", inItsPlace))
	req := p.Request
	req.URL = outerURL(req.URL, old)
	return outer(p, req, old), nil
}

// NoSession returns start where an address has the place of an id, which another harvest has to learn.
func NoSession(u, start page.URL) page.URL {
	if strings.Contains(u.String(), inItsPlace) {
		return start
	}
	return u
}

// mayBeID reports whether part of an address may be an id: no word.
func mayBeID(part string) bool {
	return strings.ContainsAny(part, "0123456789") && (len(part) >= sessionIDLeast || len(part) >= sessionNoLeast && strings.Trim(part, "0123456789") == "")
}

// takenOut returns a text with the word in the place of an id: a short one may stand elsewhere, too.
func takenOut(text []byte, id string) []byte {
	if len(id) >= sessionIDLeast {
		return bytes.ReplaceAll(text, []byte(id), []byte(inItsPlace))
	}
	return regexp.MustCompile(`([/=])`+regexp.QuoteMeta(id)+`([/;?&#"'\s>]|$)`).ReplaceAll(text, []byte("${1}"+inItsPlace+"${2}"))
}

// partsOf returns the parts of the path of an address, but for the last one, and what its
// parameters are set to.
func partsOf(u page.URL) (out []string) {
	path, query, _ := strings.Cut(u.PathQuery(), "?")
	segments := strings.Split(path, "/")
	for i, s := range segments {
		name, params, _ := strings.Cut(s, ";")
		if i < len(segments)-1 {
			out = append(out, name)
		}
		query += "&" + strings.ReplaceAll(params, ";", "&")
	}
	for p := range strings.SplitSeq(query, "&") {
		if _, value, ok := strings.Cut(p, "="); ok {
			out = append(out, value)
		}
	}
	return out
}

// outerURL returns an address with the word in the place of an id, innerURL one with the id in that of the word.
func outerURL(u page.URL, id string) page.URL {
	return parsed(u, string(takenOut([]byte(u.String()), id)))
}
func innerURL(u page.URL, id string) page.URL {
	return parsed(u, strings.ReplaceAll(u.String(), inItsPlace, id))
}

// parsed returns the address that text is, u where it is none.
func parsed(u page.URL, text string) page.URL {
	if text == u.String() {
		return u
	}
	if v, err := page.ParseURL(text); err == nil {
		return v
	}
	return u
}

// another fetches the start page for a session, and returns its id; "" where it shows none.
func (r *Session) another(ctx context.Context, s ledger.SessionID) (string, *ledger.Stop) {
	p, stop, err := r.Budget.Fetch(ctx, page.Get(s.Entry))
	if stop != nil || err != nil || p.Status >= http.StatusBadRequest {
		return "", stop
	}
	to := []page.URL{p.Final}
	if reading, err := surface.Read(p); err == nil {
		for _, l := range reading.Links {
			to = append(to, l.URL)
		}
		if reading.Document != nil {
			for _, f := range forms.Parse(reading.Document) {
				to = append(to, f.Action)
			}
		}
	}
	for _, u := range to {
		if id := idOf(s, u); id != "" {
			return id, nil
		}
	}
	return "", nil
}

// idOf returns what an address has in the place of the id, "" where it has nothing like that.
func idOf(s ledger.SessionID, u page.URL) string {
	for _, before := range s.Before {
		if rest, ok := strings.CutPrefix(u.String(), before); ok {
			if at := strings.IndexAny(rest, "/;?&#"); at >= 0 {
				rest = rest[:at]
			}
			if mayBeID(rest) {
				return rest
			}
		}
	}
	return ""
}

// idIn returns the id that a page's links have, where it is outside of the session.
func idIn(s ledger.SessionID, p *page.Page) string {
	if id := idOf(s, p.Final); id != "" {
		return id
	}
	for _, before := range s.Before {
		path := strings.TrimPrefix(before, s.Entry.Origin())
		if at := bytes.Index(p.Body, []byte(path)); at >= 0 && len(path) > 1 {
			rest := p.Body[at+len(path):]
			if end := bytes.IndexAny(rest, "/;?&#\"' >"); end >= 0 && mayBeID(string(rest[:end])) {
				return string(rest[:end])
			}
		}
	}
	return ""
}

// fetch fetches a page, and has the word for the id in it.
func (r *Session) fetch(ctx context.Context, req page.Request) (*page.Page, *ledger.Stop, error) {
	s := r.State.Profile.SessionID
	if s != nil && hasID(req) {
		return r.inSession(ctx, s, req)
	}
	p, stop, err := r.Budget.Fetch(ctx, req)
	if s != nil && p != nil {
		if id := idIn(*s, p); id != "" {
			p = outer(p, req, id)
		}
	}
	return p, stop, err
}

// inSession fetches what has an id in its address, with that of a session that goes on.
func (r *Session) inSession(ctx context.Context, s *ledger.SessionID, req page.Request) (*page.Page, *ledger.Stop, error) {
	if !r.live { // that of an earlier run has ended
		id, stop := r.another(ctx, *s)
		if stop != nil {
			return nil, stop, nil
		}
		r.live, s.Value = true, cmp.Or(id, s.Value, inItsPlace)
	}
	p, stop, err := r.Budget.Fetch(ctx, inner(req, s.Value))
	if stop != nil || err != nil {
		return nil, stop, err
	}
	how := leftBy(*s, p)
	if how == "" || r.outside[how] {
		return outer(p, req, s.Value), nil, nil
	}
	id := idOf(*s, p.Final)
	if id == "" || id == s.Value {
		if id, stop = r.another(ctx, *s); stop != nil {
			return nil, stop, nil
		}
	}
	if id == "" || id == s.Value {
		r.outside[how] = true
		return outer(p, req, s.Value), nil, nil
	}
	s.Value = id
	again, stop, err := r.Budget.Fetch(ctx, inner(req, id))
	if stop != nil || err != nil {
		return nil, stop, err
	}
	r.outside[how] = leftBy(*s, again) == how // then it is no session's end
	return outer(again, req, id), nil, nil
}

// leftBy tells by what a page shows that it is outside of the session that it was asked for in:
// its status, its address, or that it has the id nowhere; "" where it shows nothing like that.
func leftBy(s ledger.SessionID, p *page.Page) string {
	switch asked := strings.Contains(p.Request.URL.String(), s.Value); {
	case slices.Contains([]int{400, 401, 403, 404, 408, 410, 419, 422, 440}, p.Status):
		return fmt.Sprint(p.Status)
	case p.Status >= http.StatusBadRequest:
	case asked && !p.Final.IsZero() && !strings.Contains(p.Final.String(), s.Value):
		return "address"
	case !bytes.Contains(p.Body, []byte(s.Value)):
		return "text"
	}
	return ""
}

// hasID reports whether a request has a place for the id.
func hasID(req page.Request) bool {
	return strings.Contains(req.URL.String(), inItsPlace) || strings.Contains(req.Body, inItsPlace)
}

// inner returns a request as it is sent.
func inner(req page.Request, id string) page.Request {
	req.URL, req.Referer = innerURL(req.URL, id), innerURL(req.Referer, id)
	req.Body = strings.ReplaceAll(req.Body, inItsPlace, id)
	return req
}

// outer returns what came for a request as a harvest sees it.
func outer(p *page.Page, req page.Request, id string) *page.Page {
	q := *p
	q.Request, q.Final = req, outerURL(p.Final, id)
	q.Sent.URL, q.Sent.Referer = outerURL(p.Sent.URL, id), outerURL(p.Sent.Referer, id)
	q.Body = takenOut(p.Body, id)
	return &q
}
