package endpoint

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// tokenNames are parameters and headers that carry what the site gave before.
var tokenNames = lexicon.New(`token, *token, csrf, *csrf, xsrf, *xsrf, csrf token, xsrf token, nonce, *nonce, authenticity token, verification token, authorization, auth, api key, apikey, key, session, session id, sid, signature, sig, state, viewstate, bearer, ticket, client id, build id, hash`)

// plainHeaders are lines of a header that carry no token.
var plainHeaders = map[string]bool{"header Accept": true, "header Content-Type": true, "header X-Requested-With": true}

// volatile finds the values that a site gives out and wants back, and those
// that are the time, among what no part explains: what differs between loads of
// the page, and what is named like a token. A value whose source is not found
// stays as it was observed: verifying tells whether that will do.
func (g *group) volatile(o Observation, others []counterpart, known []Part) []Part {
	var out []Part
	s := g.first()
	for _, l := range s.leaves {
		if slices.ContainsFunc(known, func(p Part) bool { return p.At == l.at }) || entered(l, s.leaves) || strings.HasPrefix(l.at, "path ") && len(l.text) < 12 || plainHeaders[l.at] {
			continue
		}
		changes := !constant(l, others)
		named := tokenNames.Within(lastName(l.at)) || strings.HasPrefix(l.at, "header ")
		if isTime(l.text) && (changes || named || lastName(l.at) == "" || len(others) == 0) {
			out = append(out, Part{At: l.at, Is: PartTime, Bare: l.bare})
			continue
		}
		if !changes && !named && !random(l.text) || len(l.text) < 6 {
			continue
		}
		if p, ok := given(l, s, o); ok {
			out = append(out, p)
		}
	}
	return out
}

// given finds where a value came from: the page, its cookies, or the answer to
// another request of its scripts. The value may have a word before it
// ("Bearer").
func given(l leaf, s sent, o Observation) (Part, bool) {
	value, before := l.text, ""
	for range 2 {
		if from, in := origin(value, s, o); in != "" {
			return Part{At: l.at, Is: PartToken, Before: before, Value: value, Bare: l.bare, Found: &Found{On: from, In: in}}, true
		}
		i := strings.LastIndexByte(value, ' ')
		if i < 0 || len(value)-i < 7 {
			break
		}
		value, before = value[i+1:], value[:i+1]
	}
	return Part{}, false
}

// origin looks for a value in what an observation got before a request was sent.
func origin(value string, s sent, o Observation) (page.Request, string) {
	header := http.Header{"Set-Cookie": o.Head}
	if in := source(value, o.Body, header, true); in != "" {
		return page.Get(o.Page.URL), in
	}
	for _, x := range o.Exchanges {
		t := take(x, o.Page)
		if t.request.Method != "GET" || t.request == s.request || x.Status > 299 {
			continue
		}
		if in := source(value, x.Body, x.Header, false); in != "" {
			return t.request, in
		}
	}
	return page.Request{}, ""
}

// random reports whether a text looks like drawn by lot: long, of letters and
// digits well mixed.
func random(s string) bool {
	if len(s) < 16 || len(s) > 4096 || strings.ContainsAny(s, " <>{}") {
		return false
	}
	turns := 0
	for i := 1; i < len(s); i++ {
		if unicode.IsDigit(rune(s[i])) != unicode.IsDigit(rune(s[i-1])) {
			turns++
		}
	}
	return turns >= 4
}

// isTime reports whether a text is the time at which a request was sent, in
// milliseconds since 1970.
func isTime(text string) bool {
	if len(text) != 13 {
		return false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	const year = 365 * 24 * 3600 * 1000
	return err == nil && n > 40*year && n < 90*year
}

// Sources lists the requests whose answers have the endpoint's tokens.
func (e Endpoint) Sources() []page.Request {
	var out []page.Request
	for _, p := range e.Parts {
		if p.Is == PartToken && p.Found != nil && !p.Found.On.URL.IsZero() && !slices.Contains(out, p.Found.On) {
			out = append(out, p.Found.On)
		}
	}
	return out
}

// Renew returns the endpoint with the tokens that an answer to one of its
// Sources has, and whether it had all of them.
func (e Endpoint) Renew(from page.Request, body []byte, header http.Header) (Endpoint, bool) {
	e.Parts = slices.Clone(e.Parts)
	all := true
	for i, p := range e.Parts {
		if p.Is != PartToken || p.Found == nil || p.Found.On != from {
			continue
		}
		value, ok := p.Found.Read(body, header)
		if ok {
			e.Parts[i].Value = value
		}
		all = all && ok
	}
	return e, all
}
