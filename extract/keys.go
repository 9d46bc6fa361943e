package extract

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// keys makes the records' keys. A key must be the same for a record whatever
// query and page it was read from, so what the query has put into its URL is
// left out: parameters that are the same in all links of the page and hold
// the query's words, a value of the result page's own URL or a whole part of it (the
// way back), and parameters that count the rows. A parameter that had its value before it was asked for is
// none of these.
type keys struct {
	v    *Page
	by   KeyScheme
	urls []page.URL
	drop map[string]bool

	fixed map[string]bool // name=value
}

// echoNames are parameters that carry the query for highlighting or for the
// way back to the results.
var echoNames = map[string]bool{"q": true, "s": true, "s[]": true, "query": true, "search": true, "searchterm": true, "search_term": true,
	"searchterms": true, "keyword": true, "keywords": true, "kw": true, "highlight": true, "hl": true, "hilite": true, "terms": true,
	"term": true, "words": true, "qs": true, "qu": true, "querystring": true, "searchstring": true, "searchword": true, "searchtext": true,
	"returnurl": true, "return": true, "back": true, "backurl": true, "referer": true, "from_search": true}

// rankNames are parameters that tell a record's place in the answer.
var rankNames = map[string]bool{"rank": true, "pos": true, "position": true, "rownum": true, "hit": true, "hitno": true, "recno": true, "resultnum": true,
	"result_no": true, "resultno": true, "srpos": true, "searchrank": true, "search_rank": true}

func newKeys(v *Page) *keys {
	return &keys{v: v, drop: map[string]bool{}, fixed: map[string]bool{}}
}

// add drops parameters that other pages have shown to tell no records apart, and
// keeps those that had a value there without being asked for it.
func (k *keys) add(drop, fixed []string) {
	for _, name := range drop {
		k.drop[name] = true
	}
	for _, pair := range fixed {
		k.fixed[pair] = true
	}
}

func (k *keys) see(u page.URL) { k.urls = append(k.urls, u.Canonical()) }

// fixedFrom is how many records of a page must have a parameter with one value for it
// to be none that the question put there.
const fixedFrom = 3

// learn decides which parameters to drop.
func (k *keys) learn() {
	values := map[string][]string{}
	var names []string
	for _, u := range k.urls {
		for _, p := range params(u) {
			if _, ok := values[p.Name]; !ok {
				names = append(names, p.Name)
			}
			values[p.Name] = append(values[p.Name], p.Value)
		}
	}
	own := map[string]string{}
	for _, p := range params(k.v.doc.URL) {
		own[p.Name] = p.Value
	}
	for _, name := range names {
		all := values[name]
		same := !slices.ContainsFunc(all, func(s string) bool { return s != all[0] })
		everywhere := len(all) == len(k.urls)
		lower := strings.ToLower(name)
		switch {
		case len(all) >= 2 && same && everywhere && k.leadsBack(all[0]) && k.distinctWithout(name):
			k.drop[name] = true
		case same && k.fixed[name+"="+all[0]]:
		case same && everywhere && len(all) >= fixedFrom && !k.drop[name] && !k.isQuery(all[0]) && own[name] != all[0]:
			k.fixed[name+"="+all[0]] = true
		case echoNames[lower] && (same || k.isQuery(all[0])) && (k.isQuery(all[0]) || len(all) > 1 && own[name] == all[0]):
			k.drop[name] = true
		case len(all) >= 2 && same && everywhere && (k.isQuery(all[0]) || len(all) >= 3 && own[name] == all[0] && all[0] != ""):
			k.drop[name] = true
		case rankNames[lower] && counting(all), len(all) >= 3 && everywhere && counting(all) && k.distinctWithout(name):
			k.drop[name] = true
		}
	}
}

// leadsBack reports whether value holds parameters, as an address does, and the result
// page's own URL has each of them: an address that brings its reader back to the answer
// differs with the question, and the page, whatever it is called.
func (k *keys) leadsBack(value string) bool {
	if _, after, ok := strings.Cut(value, "?"); ok {
		value = after
	}
	own := params(k.v.doc.URL)
	pairs := pairsOf(value)
	return len(pairs) > 0 && strings.Contains(value, "=") && !slices.ContainsFunc(pairs, func(p page.Pair) bool { return !slices.Contains(own, p) })
}

// isQuery reports whether value is made of the query's words.
func (k *keys) isQuery(value string) bool {
	w := words(value)
	if len(w) == 0 || len(k.v.query) == 0 {
		return false
	}
	for _, x := range w {
		if !slices.Contains(k.v.query, x) {
			return false
		}
	}
	return true
}

// counting reports whether values are consecutive numbers, or one number.
func counting(values []string) bool {
	prev := 0
	for i, s := range values {
		n, ok := atoi(s)
		if !ok || i > 0 && n != prev+1 {
			return false
		}
		prev = n
	}
	return len(values) > 0
}

// atoi reads a non-negative number of at most nine ASCII digits.
func atoi(s string) (int, bool) {
	n := 0
	if s == "" || len(s) > 9 {
		return 0, false
	}
	for _, r := range s {
		if r < '0' || r > '9' {
			return 0, false
		}
		n = n*10 + int(r-'0')
	}
	return n, true
}

// distinctWithout reports whether the URLs are still told apart without the
// parameter: then it only counts the rows.
func (k *keys) distinctWithout(name string) bool {
	with, without := map[string]bool{}, map[string]bool{}
	for _, u := range k.urls {
		with[u.String()] = true
		without[strip(u, map[string]bool{name: true})] = true
	}
	return len(with) == len(without)
}

// of returns the key that u gives.
func (k *keys) of(u page.URL) string { return strip(u.Canonical(), k.drop) }

// withoutQuery returns u without the parameters that echo the query: where a
// record stands does not depend on what was asked for.
func (k *keys) withoutQuery(u page.URL) page.URL {
	echo := map[string]bool{}
	for _, p := range params(u) {
		if k.drop[p.Name] && (k.isQuery(p.Value) || k.leadsBack(p.Value)) {
			echo[p.Name] = true
		}
	}
	if len(echo) == 0 {
		return u
	}
	if clean, err := page.ParseURL(strip(u, echo)); err == nil {
		return clean
	}
	return u
}

// assign gives each record its key; content tells that of the content of the
// i-th, where it is needed. Of a few
// records those are merged that are the same (one URL and one title, in two
// blocks of the page). Records that share a URL but not a title get the key of
// their content added; where most share one, the URL says nothing about the
// record and is left out.
func (k *keys) assign(recs []Record, content func(i int) string) []Record {
	if len(recs) == 0 {
		return nil
	}
	k.learn()
	first := make(map[string]int, len(recs)) // key to the record that has it
	out := make([]Record, 0, len(recs))
	from := make([]int, 0, len(recs)) // where those of out stand in recs
	mixed := map[string]bool{}
	linked := 0
	for i, r := range recs {
		if !r.URL.IsZero() {
			linked++
			r.Key = k.of(r.URL)
			r.URL = k.withoutQuery(r.URL)
			if at, ok := first[r.Key]; ok {
				switch same := beginAlike(out[at].Title, r.Title); {
				case !same:
					mixed[r.Key] = true
				case len(recs) <= 3:
					if len(r.Text) > len(out[at].Text) {
						out[at], from[at] = r, i
					}
					continue
				}
			} else {
				first[r.Key] = len(out)
			}
		}
		out, from = append(out, r), append(from, i)
	}
	useless := linked >= 3 && len(first)*2 <= linked && len(mixed) > 0
	for i := range out {
		switch {
		case out[i].URL.IsZero() || useless && mixed[out[i].Key]:
			out[i].Key = content(from[i])
		case mixed[out[i].Key]:
			out[i].Key += "#" + content(from[i])
		case k.by == ByTitle:
			out[i].Key += "#" + titleKey(out[i].Title)
		}
	}
	return out
}

// rowKey is the hash of what a row of a page says, without what depends on the
// query: ranks, scores, long texts (excerpts) and images. It depends on nothing
// but the row itself, so that it is the same on all pages.
func rowKey(row []cell, headers map[int]string) string {
	h := sha256.New()
	n := 0
	put := func(s string) {
		h.Write([]byte(strings.Join(words(s), " ")))
		h.Write([]byte{0})
		n++
	}
	for x, c := range row {
		name := c.fieldName(headers, false)
		if l, _, ok := labelled(c.text); ok {
			name = l
		} else if c.label != "" {
			name = c.label
		}
		if c.image != "" || c.text == "" || volatile[name] || len(c.text) > 120 || strings.HasSuffix(c.text, "%") || isRank(c.text) {
			continue
		}
		text := c.text
		if x == 0 {
			text = leadingRank.ReplaceAllString(text, "")
		}
		put(text)
	}
	if n == 0 {
		for _, c := range row {
			put(c.text)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// leadingRank is the number that lists have before a record's name.
var leadingRank = regexp.MustCompile(`^[(\[#]?\d{1,5}[.)\]]\s+`)

// KeyScheme says how records with an address are told apart.
type KeyScheme string

// The schemes.
const (
	ByAddress KeyScheme = ""      // by their address alone
	ByTitle   KeyScheme = "title" // by their address and their title: one address has several records
)

// titleKey is the hash of a title's words.
func titleKey(title string) string {
	h := sha256.Sum256([]byte(strings.Join(words(title), " ")))
	return hex.EncodeToString(h[:8])
}

// SameTitle reports whether two titles may be of the same record: the words of
// one begin the other.
func SameTitle(a, b string) bool { return a == b || beginAlike(a, b) }

// beginAlike reports whether the words of one title begin the other.
func beginAlike(a, b string) bool {
	x, y := words(a), words(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	return len(x) > 0 && slices.Equal(x, y[:len(x)])
}

// contentKey is the hash of the title and fields of a record of a JSON answer or feed, those left out that
// depend on the query: ranks, scores and long texts (excerpts).
func contentKey(r Record) string {
	h := sha256.New()
	put := func(s string) {
		h.Write([]byte(strings.Join(words(s), " ")))
		h.Write([]byte{0})
	}
	put(strings.TrimLeft(r.Title, "0123456789.)#( "))
	n := 0
	for _, f := range r.Fields {
		if f.Kind == "image" || volatile[f.Name] || len(f.Value) > 120 || strings.HasSuffix(f.Value, "%") {
			continue
		}
		put(f.Value)
		n++
	}
	if n == 0 && r.Title == "" {
		put(r.Text)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// volatile are the names of fields that say how well a record fits the query.
var volatile = map[string]bool{"rank": true, "score": true, "relevance": true, "no": true, "nr": true, "number": true, "hits": true, "match": true,
	"matches": true, "matching": true, "snippet": true, "excerpt": true, "": true}

// params returns the query parameters of u, decoded, in order.
func params(u page.URL) []page.Pair {
	_, q, _ := strings.Cut(u.PathQuery(), "?")
	return pairsOf(q)
}

// pairsOf returns the parameters of what stands after an address's question mark.
func pairsOf(q string) []page.Pair {
	var out []page.Pair
	for _, part := range strings.FieldsFunc(q, func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(part, "=")
		out = append(out, page.Pair{Name: unescape(name), Value: unescape(value)})
	}
	return out
}

func unescape(s string) string {
	if t, err := url.QueryUnescape(s); err == nil {
		return t
	}
	return s
}

// strip returns u's text without the named parameters.
func strip(u page.URL, drop map[string]bool) string {
	s := u.String()
	head, q, ok := strings.Cut(s, "?")
	if !ok || len(drop) == 0 {
		return s
	}
	var keep strings.Builder
	for kept, between := 0, ""; ; {
		end := strings.IndexAny(q, "&;")
		part := q
		if end >= 0 {
			part = q[:end]
		}
		if name, _, _ := strings.Cut(part, "="); !drop[unescape(name)] {
			if kept++; kept > 1 {
				keep.WriteString(between)
			}
			keep.WriteString(part)
		}
		if end < 0 {
			break
		}
		between, q = q[end:end+1], q[end+1:]
	}
	if keep.Len() == 0 {
		return head
	}
	return head + "?" + keep.String()
}
