package dashboard

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// view is a page: what it says, and how it is shown.
type view struct {
	name  string   // of its template
	title string   // of the page
	site  string   // that it is of, "" for none
	live  []string // what it is about: it is brought up to date when one of these moves
	data  any      // declared for JSON
	to    string   // the page to go on with, instead of one

	// find brings the data where that takes its time; the head of the page is sent before, and
	// an error is told in the page.
	find func() (any, error)
}

// partial is data that may not be all there yet: the page looks again soon.
type partial interface{ partial() bool }

// ofSite is a page of a site, brought up to date when that moves.
func ofSite(site, name, title string, find func() (any, error)) view {
	return view{name: name, title: title, site: site, live: []string{"site:" + site}, find: find}
}

// status is an error with the status that a visitor gets.
type status struct {
	code int
	text string
}

func (e status) Error() string { return e.text }

func notFound(text string) error { return status{http.StatusNotFound, text} }

func badRequest(text string) error { return status{http.StatusBadRequest, text} }

type asJSON struct{}

// wantsJSON reports whether a visitor asks for JSON: by the end of the address, or by Accept.
func wantsJSON(r *http.Request) bool {
	if r.Context().Value(asJSON{}) != nil {
		return true
	}
	accept := r.Header.Get("Accept")
	return strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/html")
}

// number reads a number of the path.
func number(r *http.Request, name string) (int64, error) {
	n, err := strconv.ParseInt(r.PathValue(name), 10, 64)
	if err != nil {
		return 0, notFound("there is no such page")
	}
	return n, nil
}

// whole reads a whole number of the address, which is otherwise.
func whole(q url.Values, name string, otherwise, most int) int {
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < 0 {
		return otherwise
	}
	return min(n, most)
}
