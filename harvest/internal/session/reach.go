package session

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/internal/glob"
	"github.com/hadal-crawler/hadal/page"
)

// Reach is where the user wants a harvest to go, beside where it starts and where its form
// is sent.
type Reach struct {
	Include []glob.Glob // nil: anywhere on the site
	Exclude []glob.Glob // nowhere of these, even so
	Details []glob.Glob // pages of single records; nil: all that records lead to
	Pager   Pager
}

// Pager is the user's word on how further pages are had; the zero Pager is none.
type Pager struct {
	Parameter   string // of the address, or of what is posted, from Start on by Step
	Start, Step int
	Next        string // selector of the link to the next page
	Off         bool   // they are not read
}

// LeavesOut says why an address is not gone to; "" where it is.
func (r *Session) LeavesOut(u page.URL) string {
	reach := &r.Options.Reach
	if u == r.Site.Start {
		return ""
	}
	if g, is := glob.Any(reach.Exclude, u.String()); is {
		return fmt.Sprintf("%s is left out by exclude (%s)", u, g)
	}
	g, is := glob.Any(reach.Include, u.String())
	switch {
	case is:
		r.included.Store(g.String(), true)
	case len(reach.Include) > 0:
		for _, g := range reach.Include {
			if below := strings.TrimRight(g.String(), "/") + "/"; !strings.Contains(below, "*") && (strings.HasPrefix(u.PathQuery(), below) || strings.HasPrefix(u.String(), below)) {
				r.below.LoadOrStore(g.String(), u.String())
			}
		}
		return fmt.Sprintf("%s is not among what include names", u)
	}
	return ""
}

// Alone returns what is wrong with patterns of include that mean one page, which was not seen,
// where pages below it were left out.
func (r *Session) Alone() (out []string) {
	for _, g := range r.Options.Reach.Include {
		if u, left := r.below.Load(g.String()); left {
			if _, seen := r.included.Load(g.String()); !seen {
				out = append(out, fmt.Sprintf("include has %s, which is that page alone, so that %s was left out: for all below it write %s/**", g, u, strings.TrimRight(g.String(), "/")))
			}
		}
	}
	return out
}

// Turn returns the request for a page of an answer from that for another one, by the parameter
// that the user has named: of its form data where it is posted, else of its address.
func (p Pager) Turn(from page.Request, number int) (page.Request, error) {
	if from.Method == http.MethodPost {
		if kind, _, _ := strings.Cut(from.ContentType, ";"); kind != "application/x-www-form-urlencoded" {
			return page.Request{}, fmt.Errorf("no parameter can be set in %s", kind)
		}
		from.Body = p.turn(from.Body, number)
		return from, nil
	}
	address, query, _ := strings.Cut(from.URL.String(), "?")
	u, err := page.ParseURL(address + "?" + p.turn(query, number))
	return page.Get(u), err
}

func (p Pager) turn(query string, number int) string {
	set := url.QueryEscape(p.Parameter) + "=" + strconv.Itoa(p.Start+(number-1)*p.Step)
	parts := []string{}
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		switch {
		case part == "":
		case page.Unescape(name) != p.Parameter:
			parts = append(parts, part)
		case set != "":
			parts, set = append(parts, set), ""
		}
	}
	if set != "" {
		parts = append(parts, set)
	}
	return strings.Join(parts, "&")
}
