package endpoint

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
	"github.com/hadal-crawler/hadal/page/ordered"
)

// Bounds of what is taken for a list of records that nobody asked for.
const (
	fewRows    = 4   // a menu has fewer
	sampleRows = 200 // that are looked at
	maxTitle   = 150 // bytes, in the mean
)

// Titles returns what an answer calls its rows: of the list that has most of them, an
// array or one of those that indexes are made of, the texts of the member that says most
// like a title. A list whose rows have pages of their own goes before one whose rows have
// none, which may be words and where they stand. It is nil where no list has a few rows
// with texts of their own.
func Titles(body []byte) []string {
	var best []string
	rows, pages := 0, false
	for _, l := range allLists(string(body)) {
		if len(l.elements) < fewRows {
			continue
		}
		own := paged(l.elements)
		if pages && !own || pages == own && len(l.elements) <= rows {
			continue
		}
		if titles := titlesOf(l.elements); len(titles) >= fewRows {
			best, rows, pages = titles, len(l.elements), own
		}
	}
	return best
}

// titlesOf returns the texts of the titles of rows.
func titlesOf(rows []element) []string { return columnsOf(rows)[titleOf(rows)] }

// titleOf finds the member that says most like a title: one that nearly every row has of
// its own, in letters, no address, and short; "" where there is none.
func titleOf(rows []element) string {
	said := columnsOf(rows)
	best, most := "", 0.0
	for at, texts := range said {
		n, letters := 0, 0
		for _, t := range texts {
			n += len(t)
			letters += strings.Count(strings.TrimSpace(t), " ")
		}
		if isAddress(texts[0]) || n > maxTitle*len(texts) {
			continue
		}
		worth := 1 + min(3, float64(letters)/float64(len(texts)))
		if name := lexicon.Fold(at[strings.LastIndexByte(at, '/')+1:]); strings.HasPrefix(name, "title") || strings.HasPrefix(name, "name") || strings.HasPrefix(name, "label") {
			worth *= 3
		}
		if worth > most || worth == most && at < best {
			best, most = at, worth
		}
	}
	return best
}

// columnsOf returns the texts of each member that nearly every row has, and most have
// of their own.
func columnsOf(rows []element) map[string][]string {
	rows = rows[:min(len(rows), sampleRows)]
	said := map[string][]string{}
	for _, row := range rows {
		for _, v := range row.values {
			if v.kind == 's' && strings.IndexFunc(v.text, unicode.IsLetter) >= 0 {
				said[v.pointer] = append(said[v.pointer], v.text)
			}
		}
	}
	for at, texts := range said {
		own := slices.Compact(slices.Sorted(slices.Values(texts)))
		if 10*len(texts) < 9*len(rows) || 10*len(own) < 8*len(texts) {
			delete(said, at)
		}
	}
	return said
}

// isAddress reports whether a text is the address of a page, as a site writes its own.
func isAddress(text string) bool {
	switch strings.ToLower(path.Ext(text)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg":
		return false
	}
	return (strings.HasPrefix(text, "/") || strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "./")) && !strings.ContainsAny(text, " \n\t")
}

// paged reports whether rows have a member that is the page of each: an address, or the
// name of a file of the site's, of which only its pages tell from where it is meant.
func paged(rows []element) bool {
	for _, texts := range columnsOf(rows) {
		if !slices.ContainsFunc(texts, func(t string) bool {
			file, _, _ := strings.Cut(t, "#")
			return !isAddress(t) && (!strings.HasSuffix(file, ".html") || strings.Contains(file, " "))
		}) {
			return true
		}
	}
	return false
}

// ownLink finds the member of rows that is the address of each, where the page showed
// none; "" where there is no single one.
func ownLink(rows []element) string {
	found := ""
	for at, texts := range columnsOf(rows) {
		if slices.ContainsFunc(texts, func(t string) bool { return !isAddress(t) }) {
			continue
		}
		if found != "" {
			return ""
		}
		found = "{" + at + "}"
	}
	return found
}

// complete adds what the list says by itself that an answer to no question is read from. Of what the site
// lists to be searched in the only address is the row's page; of an answer it may be any of
// its files.
func (a Answer) complete(body string, base page.URL, whole bool) Answer {
	rows := a.rows(body)
	if whole && a.Link == "" {
		a.Link = ownLink(rows)
	}
	a.Apart = a.scattered(rows, base)
	return a
}

// rows are those of the list that an answer is read from.
func (a Answer) rows(body string) []element {
	for _, l := range allLists(body) {
		if l.pointer == a.List && l.keyed == a.Keyed {
			return l.elements
		}
	}
	return nil
}

// scattered reports whether the rows of a page do not stand together. The index of a site's
// pages has those of a page's headings right behind it, which are no records. Of one in the
// order of names each row is something that is to be found.
func (a Answer) scattered(rows []element, base page.URL) bool {
	pages := map[page.URL]bool{}
	runs, last := 0, page.URL{}
	for _, row := range rows {
		u, ok := row.address(a.Link, base)
		if !ok {
			continue
		}
		u = u.Canonical()
		if pages[u] = true; u != last {
			runs, last = runs+1, u
		}
	}
	return len(rows) >= fewListed && runs >= 2*len(pages)
}

// fewListed is the least number of rows in a list that is taken for what a page's script
// searches in.
const fewListed = 10

// index finds what the page's script searches in by what it is: an answer that nothing asked
// for, with a list whose rows have titles and addresses of their own, of which one that
// says what was asked is shown. How the page shows what it found does not matter then:
// Enter may lead to the first of it.
func index(now Observation, before []Observation) (s sent, a Answer, ok bool) {
	words := now.Text + " "
	rows := 0
	for _, x := range now.Exchanges {
		if x.Status < 200 || x.Status > 299 || x.Truncated || len(now.Asked) == 0 {
			continue
		}
		one := take(x, now.Page)
		if harmful(one.request, now.Asked) != "" || len(controlsIn(one, now.Asked)) > 0 {
			continue
		}
		if x.Step > 0 && !sentForOther(one.request, now.Asked, before) {
			continue
		}
		for _, l := range allLists(string(x.Body)) {
			if len(l.elements) < fewListed || len(l.elements) <= rows || strings.Contains(l.pointer, "/"+ordered.AnyOf+"/") {
				continue // of pages that list their parts the pages are what is searched in
			}
			answer := Answer{JSON: true, Script: x.Script, List: l.pointer, Keyed: l.keyed, Title: titleOf(l.elements), Link: ownLink(l.elements)}
			if answer.Title != "" && answer.Link == "" {
				answer.Link = learnLink(matches(likely(l.elements, now.Links), now.Links[:min(len(now.Links), maxShown)]))
			}
			if answer.Title != "" && answer.Link != "" && answer.shownIn(l.elements, now, words) {
				answer.Apart = answer.scattered(l.elements, one.request.URL)
				s, a, rows, ok = one, answer, len(l.elements), true
			}
		}
	}
	return s, a, ok
}

// shownIn reports whether of the rows that say what was asked one is shown, and whether what
// is shown with an address is of the rows: as a record or, where the page is still the one
// that was asked, as a link that says what was asked.
func (a Answer) shownIn(rows []element, o Observation, text string) bool {
	text = lexicon.Fold(text)
	listed := map[page.URL]bool{}
	found := false
	for _, row := range rows {
		title := lexicon.Fold(row.at(a.Title))
		if u, ok := row.address(a.Link, o.Page.URL); ok {
			listed[u.Canonical()] = true
		}
		found = found || len(title) > 2 && strings.Contains(text, title) && !slices.ContainsFunc(o.Asked, func(p page.Pair) bool {
			return p.Value == "" || !strings.Contains(title, lexicon.Fold(p.Value))
		})
	}
	if !found {
		return false
	}
	shown := o.Shown
	if o.Final == o.Page.URL { // its scripts drew them below the box
		shown = slices.Concat(shown, o.Links)
	}
	linked, of := 0, 0
	for _, s := range shown {
		if s.URL.IsZero() {
			continue
		}
		if linked++; listed[unmarked(s.URL, o.Asked).Canonical()] {
			of++
		}
	}
	return listed[o.Final.Canonical()] || linked > 0 && 2*of >= linked
}

// unmarked returns an address without what was asked, by which a page marks where that stands.
func unmarked(u page.URL, asked []page.Pair) page.URL {
	bare, query, has := strings.Cut(u.String(), "?")
	if !has || strings.Contains(query, "#") {
		return u
	}
	parts := slices.DeleteFunc(strings.Split(query, "&"), func(part string) bool {
		_, value, _ := strings.Cut(part, "=")
		return slices.ContainsFunc(asked, func(p page.Pair) bool { return p.Value != "" && strings.EqualFold(page.Unescape(value), p.Value) })
	})
	if len(parts) > 0 {
		bare += "?" + strings.Join(parts, "&")
	}
	if plain, err := page.ParseURL(bare); err == nil {
		return plain
	}
	return u
}

// address returns the address that a row has by a template.
func (e element) address(link string, base page.URL) (page.URL, bool) {
	written, ok := page.Expand(link, e.at)
	if !ok {
		return page.URL{}, false
	}
	u, err := base.Resolve(written)
	return u, err == nil
}
