package endpoint

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Shown is a record as a person saw it on the page.
type Shown struct {
	Title  string
	Text   string
	URL    page.URL
	Fields []page.Pair // named as the page names them
}

// saidBy returns what an answer says to people, folded: the texts of its
// JSON, the text of its HTML.
func saidBy(body string) string {
	spans, ok := jsonSpans(page.BareJSON(body))
	if !ok {
		return lexicon.Fold(textOf(body))
	}
	var b strings.Builder
	for _, s := range spans {
		if s.kind != 's' && s.kind != 'n' {
			continue
		}
		b.WriteString(s.folded())
		b.WriteString("\n")
	}
	return b.String()
}

// folded is what a value says to people, folded: of HTML its text.
func (s jsonSpan) folded() string {
	text := s.text
	if strings.Contains(text, "<") {
		text = textOf(text)
	}
	return lexicon.Fold(html.UnescapeString(text))
}

// textOf returns the text of a piece of HTML.
func textOf(markup string) string {
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(markup)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.Write(z.Text())
			b.WriteByte(' ')
		}
	}
}

// holds reports whether a folded text has a record: its title, or most of the
// longer words of its text.
func (s Shown) holds(text string) bool {
	if title := lexicon.Fold(s.Title); len(title) > 2 && strings.Contains(text, title) {
		return true
	}
	words, found := 0, 0
	for w := range strings.FieldsSeq(lexicon.Fold(s.Text)) {
		if len(w) >= 4 {
			words++
			if strings.Contains(text, w) {
				found++
			}
		}
	}
	return words >= 3 && found*10 >= words*8
}

// maxElements bounds the objects of an array that records are looked for in, but for
// those that are told by their titles, and maxShown the records that are looked for.
const (
	maxElements = 2000
	maxShown    = 60
)

// likely returns the elements that records are looked for in: of a list that is too long
// for that, those that hold a title as it is shown, in their order, and the first of the
// others.
func likely(all []element, shown []Shown) []element {
	if len(all) <= maxElements {
		return all
	}
	titles := map[string]bool{}
	for _, s := range shown {
		titles[lexicon.Fold(s.Title)] = true
	}
	var out []element
	for i, e := range all {
		if i < maxElements/2 || len(out) < maxElements && slices.ContainsFunc(e.values, func(v jsonSpan) bool { return v.kind == 's' && len(v.text) > 1 && titles[v.folded()] }) {
			out = append(out, e)
		}
	}
	return out
}

// match is a record and the object of the answer that it was drawn from.
type match struct {
	shown Shown
	of    element
	title string // pointer within it
}

// learnAnswer finds how the records shown stand in an answer.
func learnAnswer(body string, shown []Shown) Answer {
	spans, ok := jsonSpans(page.BareJSON(body))
	if !ok {
		return Answer{}
	}
	out := Answer{JSON: true}
	shown = shown[:min(len(shown), maxShown)]
	var best []match
	var rows []element
	for _, l := range allLists(body) {
		found := matches(likely(l.elements, shown), shown)
		if len(found) > len(best) || len(found) > 0 && len(found) == len(best) && isListed(l.elements, rows) {
			best, rows, out.List, out.Keyed = found, l.elements, l.pointer, l.keyed
		}
	}
	for _, s := range spans { // or as HTML within the JSON
		if s.kind != 's' || !strings.Contains(s.text, "<") {
			continue
		}
		text, n := lexicon.Fold(textOf(s.text)), 0
		for _, r := range shown {
			if r.holds(text) {
				n++
			}
		}
		if n > len(best) && 2*n >= len(shown) {
			return Answer{JSON: true, HTML: s.pointer}
		}
	}
	if len(best) == 0 {
		return out
	}
	var titles []string
	for _, m := range best {
		titles = append(titles, m.title)
	}
	out.Title, _ = mostOften(titles)
	out.Link = learnLink(best)
	out.Columns = learnColumns(best)
	return out
}

// isListed reports whether of two lists that have the same of what is shown a is rather that of the
// records: its rows alone have addresses, or it lists all that b does and more, as an index
// does beside the menu of the pages that it holds.
func isListed(a, b []element) bool {
	if own := ownLink(a) != ""; own != (ownLink(b) != "") || !own {
		return own
	}
	return len(a) > len(b)
}

// learnColumns finds what the page calls the cells of rows that are arrays;
// nil where records are objects, whose members have names.
func learnColumns(pairs []match) []string {
	called := map[int][]string{} // names of each cell
	cells := 0
	for _, m := range pairs {
		for _, v := range m.of.values {
			i, err := strconv.Atoi(strings.TrimPrefix(v.pointer, "/"))
			if err != nil {
				return nil
			}
			cells = max(cells, i+1)
			for _, f := range m.shown.Fields {
				if lexicon.Fold(f.Value) != v.folded() || f.Name == "" {
					continue
				}
				called[i] = append(called[i], f.Name)
			}
		}
	}
	out := make([]string, min(cells, 100))
	for i := range out {
		out[i], _ = mostOften(called[i])
	}
	return out
}

// matches pairs records with the objects that hold their titles, each object
// with one record at most. One that holds the address is it, whatever it has of the title:
// several may have that, and pages show the beginning of a text for one.
func matches(elements []element, shown []Shown) []match {
	var out []match
	taken := make([]bool, len(elements))
	folded := make([][]string, len(elements))
	for i, e := range elements {
		for _, v := range e.values {
			folded[i] = append(folded[i], v.folded())
		}
	}
	for _, s := range shown {
		title, text := lexicon.Fold(s.Title), " "+lexicon.Fold(s.Text)+" "
		best, score, at := -1, 0, ""
		for i, e := range elements {
			if taken[i] {
				continue
			}
			longest, also, where, addressed := 0, 0, "", false
			for k, v := range e.values {
				f := folded[i][k]
				addressed = addressed || leads(v, s.URL)
				if v.kind != 's' || len(f) < 2 {
					continue
				}
				if len(f) > longest && (f == title || len(f) >= 4 && strings.Contains(title, f)) {
					longest, where = len(f), v.pointer
				}
				if strings.Contains(text, " "+f+" ") {
					also++
				}
			}
			rate := longest*100 + also
			if addressed {
				rate += 1_000_000
			} else if where == "" || longest*2 < len(title) {
				continue
			}
			if rate > score {
				best, score, at = i, rate, where
			}
		}
		if best >= 0 {
			taken[best] = true
			out = append(out, match{s, elements[best], at})
		}
	}
	return out
}

// leads reports whether a value is the end of an address's path, which tells objects of
// one title apart.
func leads(v jsonSpan, u page.URL) bool {
	path, _, _ := strings.Cut(u.PathQuery(), "?")
	at := len(path) - len(v.text)
	return v.kind == 's' && len(v.text) > 1 && at > 0 && path[at:] == v.text && bounded(path, at, len(path))
}

// learnLink finds how the addresses of records are made of what their objects
// say: "/item/{/id}". It is "" where that cannot be told from the pairs.
func learnLink(pairs []match) string {
	var patterns []string
	linked := 0
	for _, m := range pairs {
		if !m.shown.URL.IsZero() {
			linked++
			patterns = append(patterns, linkPatterns(m)...)
		}
	}
	best, votes := mostOften(patterns)
	if votes*5 < linked*4 {
		return ""
	}
	if escaped := strings.ReplaceAll(best, "}", ":escaped}"); reproduced(escaped, pairs) > reproduced(best, pairs) {
		return escaped
	}
	return best
}

// reproduced counts the addresses that a template gives as they were shown.
func reproduced(template string, pairs []match) (n int) {
	for _, m := range pairs {
		written, ok := page.Expand(template, m.of.at)
		if u, err := m.shown.URL.Resolve(written); ok && err == nil && u == m.shown.URL {
			n++
		}
	}
	return n
}

// at returns the value at a pointer, "" where there is none.
func (e element) at(pointer string) string {
	for _, v := range e.values {
		if v.pointer == pointer {
			return v.text
		}
	}
	return ""
}

// linkPatterns lists the ways in which one address may be made of one object:
// with each of the values that stand in it, and the rest as it is.
func linkPatterns(m match) []string {
	full := m.shown.URL.String()
	rest := m.shown.URL.PathQuery()
	var out []string
	type piece struct {
		lo, hi  int
		pointer string
	}
	var pieces []piece
	for _, v := range m.of.values {
		if v.kind != 's' && v.kind != 'n' || v.text == "" {
			continue
		}
		if u, err := m.shown.URL.Resolve(v.text); err == nil && u == m.shown.URL && strings.ContainsAny(v.text, "/?") && !strings.ContainsAny(v.text, "# \n\t") {
			return []string{"{" + v.pointer + "}"}
		}
		for _, written := range slices.Compact([]string{v.text, url.PathEscape(v.text), url.QueryEscape(v.text)}) {
			for from := 0; from < len(rest); {
				i := strings.Index(rest[from:], written)
				if i < 0 {
					break
				}
				lo, hi := from+i, from+i+len(written)
				if bounded(rest, lo, hi) {
					pieces = append(pieces, piece{lo, hi, v.pointer})
				}
				from = lo + 1
			}
		}
	}
	if len(pieces) == 0 {
		return nil
	}
	// The longest first; a shorter one only where nothing else stands.
	slices.SortStableFunc(pieces, func(a, b piece) int { return (b.hi - b.lo) - (a.hi - a.lo) })
	origin := strings.TrimSuffix(full, rest)
	write := func(first piece) string {
		used := []piece{first}
		for _, p := range pieces {
			if !slices.ContainsFunc(used, func(u piece) bool { return p.lo < u.hi && u.lo < p.hi }) {
				used = append(used, p)
			}
		}
		slices.SortFunc(used, func(a, b piece) int { return a.lo - b.lo })
		var b strings.Builder
		b.WriteString(origin)
		last := 0
		for _, p := range used {
			b.WriteString(rest[last:p.lo] + "{" + p.pointer + "}")
			last = p.hi
		}
		return b.String() + rest[last:]
	}
	for _, p := range pieces {
		if pattern := write(p); !slices.Contains(out, pattern) && len(out) < 8 {
			out = append(out, pattern)
		}
	}
	return out
}

// bounded reports whether s[lo:hi] stands alone in an address.
func bounded(s string, lo, hi int) bool {
	edge := func(c byte) bool { return strings.IndexByte("/?&=#.-_:;,~+@", c) >= 0 }
	return (lo == 0 || edge(s[lo-1])) && (hi == len(s) || edge(s[hi]))
}

// mostOften returns the text that stands most often in a list, the first of several, and
// how often; "" for none.
func mostOften(texts []string) (best string, votes int) {
	count := map[string]int{}
	for _, t := range texts {
		count[t]++
	}
	for _, t := range texts {
		if count[t] > votes {
			best, votes = t, count[t]
		}
	}
	return best, votes
}
