package table

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// keys makes the records' keys. A key must be the same for a record whatever
// query and page it was read from, so what the query has put into its URL is
// left out: parameters that are the same in all links of the page and hold
// the query's words, a value of the result page's own URL or a whole part of it (the
// way back), and parameters that count the rows. A parameter that had its value before it was asked for is
// none of these.
type Keys struct {
	v      *view.Page
	by     KeyScheme
	shared Sharing
	urls   []page.URL
	drop   map[string]bool

	fixed    map[string]bool // name=value, or name for any
	unsteady map[string]bool
}

// Telling is what is known of how records are told apart by their addresses, whose parts are
// named as package record does.
type Telling struct {
	By       KeyScheme
	Shared   Sharing  // what other pages have shown of addresses that records share
	Drop     []string // parameters that other pages have shown to tell no records apart
	Fixed    []string // those that had a value there without being asked for it, name=value, and the names of those that differed from record to record
	Unsteady []string // parts that change each time a record is shown
	Said     []Column // what a person says of columns, on pages that are read by themselves
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

// NewKeys makes keys for the records of a page.
func NewKeys(v *view.Page, how Telling) *Keys {
	k := &Keys{v: v, by: how.By, shared: how.Shared, drop: map[string]bool{}, fixed: map[string]bool{}, unsteady: map[string]bool{}}
	for _, pair := range how.Fixed {
		k.fixed[pair] = true
	}
	for _, name := range how.Drop {
		k.drop[name] = !k.fixed[name]
	}
	for _, name := range how.Unsteady {
		k.drop[name], k.unsteady[name] = true, true
	}
	return k
}

func (k *Keys) see(u page.URL) { k.urls = append(k.urls, u.Canonical()) }

// fixedFrom is how many records of a page must have a parameter with one value for it
// to be none that the question put there.
const fixedFrom = 3

// learn decides which parameters to drop.
func (k *Keys) learn() {
	values := map[string][]string{}
	var names []string
	for _, u := range k.urls {
		for _, p := range u.Params() {
			if _, ok := values[p.Name]; !ok {
				names = append(names, p.Name)
			}
			values[p.Name] = append(values[p.Name], p.Value)
		}
	}
	// What tells a record's place by its name goes before numbers that may be the records' own.
	slices.SortStableFunc(names, func(a, b string) int {
		switch x, y := rankNames[strings.ToLower(a)], rankNames[strings.ToLower(b)]; {
		case x && !y:
			return -1
		case y && !x:
			return 1
		}
		return 0
	})
	own, asked := map[string]string{}, map[string]bool{}
	for _, p := range k.v.Doc.URL.Params() {
		own[p.Name], asked[p.Name] = p.Value, true
	}
	for _, name := range names {
		all := values[name]
		same := !slices.ContainsFunc(all, func(s string) bool { return s != all[0] })
		everywhere := len(all) == len(k.urls)
		lower := strings.ToLower(name)
		switch {
		case len(all) >= 2 && same && everywhere && k.leadsBack(all[0]) && k.distinctWithout(name):
			k.drop[name] = true
		case same && all[0] == "":
			k.drop[name] = true // nothing was asked
		case same && (k.fixed[name] || k.fixed[name+"="+all[0]]):
		case !same && everywhere && len(all) >= fixedFrom && (asked[name] || k.drop[name]) && !echoNames[lower] && !rankNames[lower] && !record.Ascending(all):
			k.fixed[name], k.drop[name] = true, k.unsteady[name] // it tells of the record, also where it is asked for
		case same && everywhere && len(all) >= fixedFrom && !k.drop[name] && !k.isQuery(all[0]) && own[name] != all[0]:
			k.fixed[name+"="+all[0]] = true
		case echoNames[lower] && (same || k.isQuery(all[0])) && (k.isQuery(all[0]) || len(all) > 1 && own[name] == all[0]):
			k.drop[name] = true
		case len(all) >= 2 && same && everywhere && (k.isQuery(all[0]) || len(all) >= 3 && own[name] == all[0] && all[0] != ""):
			k.drop[name] = true
		case rankNames[lower] && record.Counting(all), len(all) >= 3 && everywhere && record.Counting(all) && k.distinctWithout(name):
			k.drop[name] = true
		}
	}
}

// leadsBack reports whether value holds parameters, as an address does, and the result
// page's own URL has each of them: an address that brings its reader back to the answer
// differs with the question, and the page, whatever it is called.
func (k *Keys) leadsBack(value string) bool {
	if _, after, ok := strings.Cut(value, "?"); ok {
		value = after
	}
	own := k.v.Doc.URL.Params()
	pairs := page.Pairs(value)
	return len(pairs) > 0 && strings.Contains(value, "=") && !slices.ContainsFunc(pairs, func(p page.Pair) bool { return !slices.Contains(own, p) })
}

// isQuery reports whether value is made of the query's words.
func (k *Keys) isQuery(value string) bool {
	w := wording.Words(value)
	if len(w) == 0 || len(k.v.Query) == 0 {
		return false
	}
	for _, x := range w {
		if !slices.Contains(k.v.Query, x) {
			return false
		}
	}
	return true
}

// distinctWithout reports whether the URLs are still told apart without the
// parameter, beside those that are left out anyway: then it only counts the rows.
func (k *Keys) distinctWithout(name string) bool {
	return record.DistinctWithout(k.urls, k.drop, name)
}

// Of returns the key that u gives.
func (k *Keys) Of(u page.URL) string { return record.Strip(k.unasked(u.Canonical()), k.drop) }

// unasked returns u without the page's question where a parameter has more than that for
// its value: a link that narrows the question down is written for each question anew.
func (k *Keys) unasked(u page.URL) page.URL {
	head, query, _ := strings.Cut(u.String(), "?")
	for _, own := range k.v.Doc.URL.Params() {
		for part := range strings.SplitSeq(query, "&") {
			name, value, _ := strings.Cut(part, "=")
			if page.Unescape(name) != own.Name {
				continue
			}
			var clean page.URL
			if rest := without(value, own.Value); rest != value && clean.UnmarshalText([]byte(head+"?"+strings.Replace(query, part, name+"="+rest, 1))) == nil {
				return clean
			}
		}
	}
	return u
}

// without returns what a parameter's value, as it is written in an address, says before
// words or after them, without the blanks between; all of it where there is nothing else, or
// they are not in it.
func without(value, words string) string {
	rest := value
	for n := max(1, len(words)); n <= min(3*len(words), len(value)-1); n++ { // a byte is written as one or as three
		before, last := value[:len(value)-n], value[len(value)-n:]
		first, after := value[:n], value[n:]
		switch {
		case endsBlank(before) && page.Unescape(last) == words:
			rest = before
		case startsBlank(after) && page.Unescape(first) == words:
			rest = after
		default:
			continue
		}
		break
	}
	for endsBlank(rest) {
		rest = strings.TrimSuffix(strings.TrimRight(rest, "+"), "%20")
	}
	for startsBlank(rest) {
		rest = strings.TrimPrefix(strings.TrimLeft(rest, "+"), "%20")
	}
	return cmp.Or(rest, value)
}

func endsBlank(s string) bool   { return strings.HasSuffix(s, "+") || strings.HasSuffix(s, "%20") }
func startsBlank(s string) bool { return strings.HasPrefix(s, "+") || strings.HasPrefix(s, "%20") }

// withoutQuery returns u without the parameters that echo the query or change each time:
// where a record stands does not depend on what was asked for, or when.
func (k *Keys) withoutQuery(u page.URL) page.URL {
	echo := map[string]bool{}
	for part := range k.unsteady {
		if !strings.HasPrefix(part, "/") { // without a part of its path it may lead nowhere
			echo[part] = true
		}
	}
	for _, p := range u.Params() {
		if k.drop[p.Name] && (echoNames[strings.ToLower(p.Name)] || k.isQuery(p.Value) || k.leadsBack(p.Value)) {
			echo[p.Name] = true
		}
	}
	if len(echo) == 0 {
		return u
	}
	var clean page.URL
	if err := clean.UnmarshalText([]byte(record.Strip(u, echo))); err == nil {
		return clean
	}
	return u
}

// assign gives each record its key; of tells that of the content of the i-th, where it is
// needed, and the fragment of its link. Of a few
// records those are merged that are the same (one URL and one title, in two
// blocks of the page). Records that share a URL but not a title get the key of
// their content added; where most share one (see Sharing), the URL says nothing about any
// record.
func (k *Keys) assign(recs []record.Record, content, fragment func(i int) string) []record.Record {
	if len(recs) == 0 {
		return nil
	}
	k.learn()
	first := make(map[string]int, len(recs)) // key to the record that has it
	out := make([]record.Record, 0, len(recs))
	from := make([]int, 0, len(recs))                     // where those of out stand in recs
	mixed, unlike := map[string]bool{}, map[string]bool{} // keys of records under several titles, and under one that say several things
	for i, r := range recs {
		if !r.URL.IsZero() {
			r.Key = k.Of(r.URL)
			r.URL = k.withoutQuery(r.URL)
			if at, ok := first[r.Key]; ok {
				switch same := record.BeginAlike(out[at].Title, r.Title); {
				case !same:
					mixed[r.Key] = true
				case len(recs) > 3:
					unlike[r.Key] = unlike[r.Key] || content(from[at]) != content(i)
				default:
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
	if k.shared == Apart && k.by == ByAddress { // else that was found out from several pages
		several := maps.Clone(mixed)
		maps.Copy(several, unlike)
		k.shared = sharing(out, several, func(i int) string { return fragment(from[i]) })
	}
	for i := range out {
		within := ""
		if k.shared == ByFragment {
			within = fragment(from[i])
		}
		switch {
		case within != "":
			out[i].Key += "#" + within
		case out[i].URL.IsZero() || k.shared != Apart || k.by == ByRow:
			out[i].Key = content(from[i])
		case k.by == ByBoth:
			out[i].Key += "#" + content(from[i])
		case k.by == ByTitle || mixed[out[i].Key]:
			out[i].Key += "#" + record.TitleKey(out[i].Title)
		}
	}
	return out
}

// Sharing says how records are told apart whose addresses are those of several.
type Sharing string

// What tells them apart.
const (
	Apart      Sharing = ""         // most have an address of their own
	ByFragment Sharing = "fragment" // the place within the page that their links lead to
	ByContent  Sharing = "content"  // what they say
)

// fewShared is how many records of a page must have an address for it to show that most
// share theirs.
const fewShared = 3

// sharing says what a page shows of that; mixed has the keys that stand for several records.
// Fragments that count tell places in the list.
func sharing(recs []record.Record, mixed map[string]bool, fragment func(i int) string) Sharing {
	linked, several := 0, 0
	keys, places := map[string]bool{}, map[string]bool{}
	var numbers []string
	for i, r := range recs {
		if r.URL.IsZero() {
			continue
		}
		linked++
		keys[r.Key] = true
		if mixed[r.Key] {
			several++
		}
		if within := fragment(i); within != "" {
			places[within] = true
			numbers = append(numbers, strings.TrimLeftFunc(within, func(c rune) bool { return c < '0' || c > '9' }))
		}
	}
	switch {
	case linked < fewShared || several == 0:
		return Apart
	case len(places) == linked && !record.Counting(numbers):
		return ByFragment
	case len(keys)*2 > linked || several*2 <= linked:
		return Apart
	}
	return ByContent
}

// rowKey is the hash of what a row of a page says, without what depends on the
// query: ranks, scores, long texts (excerpts) and images, and what stands at places left out.
// Beside the columns that count the rows, it depends on nothing but the row itself, so that it is
// the same on all pages. The pieces are what it is made of, and what is left out.
func rowKey(row []Cell, headers map[int]string, counted, without map[string]bool) (key string, pieces []record.Piece) {
	h := sha256.New()
	put := func(c Cell, text string) {
		place := record.CellPlace(c.Spot.CSS, c.Spot.Part, c.Spot.Nth)
		said, of := record.CellPieces(place, text, without)
		pieces = append(pieces, of...)
		if !without[place] {
			h.Write([]byte(strings.Join(wording.Words(said), " ")))
			h.Write([]byte{0})
		}
	}
	for x, c := range row {
		name := c.calledFor(headers)
		if c.Image != "" || c.Text == "" || record.Volatile[name] || counted[name] || len(c.Text) > 120 || strings.HasSuffix(c.Text, "%") || wording.IsRank(c.Text) {
			continue
		}
		text := c.Text
		if x == 0 {
			text = record.LeadingRank.ReplaceAllString(text, "")
		}
		put(c, text)
	}
	if len(pieces) == 0 {
		for _, c := range row {
			put(c, c.Text)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:12]), pieces
}

// calledFor names a cell for its row's key.
func (c Cell) calledFor(headers map[int]string) string {
	if l, _, ok := labelled(c.Text); ok {
		return l
	}
	return cmp.Or(c.Label, c.fieldName(headers, false))
}

// KeyScheme says how records with an address are told apart.
type KeyScheme string

// The schemes.
const (
	ByAddress KeyScheme = ""      // by their address alone
	ByTitle   KeyScheme = "title" // by their address and their title: one address has several records
	ByRow     KeyScheme = "row"   // by what they say: one record has several addresses
	ByBoth    KeyScheme = "both"  // by their address and what they say: one address has several records, under one title even
)

// ByAttribute tells records without an address apart by an attribute of their rows.
func ByAttribute(place string) KeyScheme { return KeyScheme(place) }

// Known reports whether there is such a scheme.
func (k KeyScheme) Known() bool {
	return k == ByAddress || k == ByTitle || k == ByRow || k == ByBoth || record.IsAttribute(string(k))
}

// Parameters returns those of the records' addresses which tell no records apart, and
// those that had their value without being asked for it: those known, and what t's page
// shows.
func (t Table) Parameters(drop, fixed []string) (_, _ []string) {
	keys := NewKeys(t.v, Telling{Fixed: fixed})
	for _, row := range t.Rows {
		title := slices.IndexFunc(row, func(c Cell) bool { return t.IsTitle(c.Fragment) })
		if u, ok := t.v.Address(titleLink(t.v, row, title)); ok {
			keys.see(u)
		}
	}
	keys.learn()
	for _, name := range drop {
		keys.drop[name] = !keys.fixed[name]
	}
	maps.DeleteFunc(keys.drop, func(_ string, dropped bool) bool { return !dropped })
	return slices.Sorted(maps.Keys(keys.drop)), slices.Sorted(maps.Keys(keys.fixed))
}

// Sharing returns what t's page shows of addresses that records share.
func (t Table) Sharing(columns []Column, how Telling) Sharing {
	_, keys := t.keyed(columns, "", how)
	return keys.shared
}
