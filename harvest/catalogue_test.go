package harvest_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// catalogue is what a site has: things of three words each, of six kinds in turn.
type catalogue [][]string

func newCatalogue(rng *rand.Rand, n int) (c catalogue) {
	words := strings.Fields("amber birch cedar delta ember falcon garnet harbor island jasper kestrel lagoon meadow nectar opal prairie quartz river summit timber walnut willow zephyr copper silver")
	for range n {
		c = append(c, []string{words[rng.IntN(len(words))], words[rng.IntN(len(words))], words[rng.IntN(len(words))]})
	}
	return c
}

// form is the head of each page: a search with a box for words, a menu of kinds, or both.
func (c catalogue) form(u *url.URL, box, menu bool) string {
	control := ""
	if box {
		control = fmt.Sprintf("<input type=search name=q value=%q>", u.Query().Get("q"))
	}
	if menu {
		control += "<label>Kind <select name=kind><option value=''>All<option>Kind0<option>Kind1<option>Kind2<option>Kind3<option>Kind4<option>Kind5</select></label>"
	}
	head := "<html lang=en><title>Catalogue</title><h1>Catalogue</h1><form action=/search role=search>" + control + "<button>Search</button></form>"
	if u.Path != "/search" {
		head += "<p>All things that we keep, of amber and silver.</p>"
	}
	return head
}

// rows writes what a question matches.
func (c catalogue) rows(u *url.URL, row func(i int, title string) string) (out []string) {
	word, kind := u.Query().Get("q"), u.Query().Get("kind")
	for i, title := range c {
		if (kind == "" || kind == fmt.Sprint("Kind", i%6)) && !slices.ContainsFunc(strings.Fields(word), func(w string) bool { return !slices.Contains(title, w) }) {
			out = append(out, row(i, strings.Join(title, " ")))
		}
	}
	return out
}

// paged shows one page of an answer under a head; said is told where it has rows, of the
// first, the last and all.
func paged(u *url.URL, head string, rows []string, perPage int, said func(from, to, all int) string) (status int, body string) {
	if len(rows) == 0 {
		return 200, head + "<p>No results found.</p>"
	}
	q := u.Query()
	number, _ := strconv.Atoi(q.Get("page"))
	at := min(max(number-1, 0)*perPage, len(rows))
	end := min(at+perPage, len(rows))
	next := ""
	if end < len(rows) {
		q.Set("page", fmt.Sprint(max(number, 1)+1))
		next = "<a rel=next href='/search?" + strings.ReplaceAll(q.Encode(), "&", "&amp;") + "'>Next</a>"
	}
	return 200, fmt.Sprintf("%s<p>%s</p><ul>%s</ul>%s", head, said(at+1, end, len(rows)), strings.Join(rows[at:end], ""), next)
}

func countOf(_, _, all int) string { return fmt.Sprintf("%d results", all) }
