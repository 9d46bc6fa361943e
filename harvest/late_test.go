package harvest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// late is a site with a box and a menu whose cache now and then brings the page that
// the request before had.
type late struct {
	*shop
	titles []string
	says   bool // its form holds what was asked for
	before string
	rng    *rand.Rand
}

func newLate(t *testing.T, seed uint64) *late {
	l := &late{shop: newShop(t), rng: rand.New(rand.NewPCG(seed, 1))}
	words := strings.Fields("amber birch cedar delta ember falcon garnet harbor island jasper kestrel lagoon meadow nectar opal prairie quartz river summit timber walnut willow zephyr copper silver")
	for range 300 {
		l.titles = append(l.titles, words[l.rng.IntN(len(words))]+" "+words[l.rng.IntN(len(words))]+" "+words[l.rng.IntN(len(words))])
	}
	return l
}

func (l *late) Fetch(_ context.Context, r page.Request) (*page.Page, error) {
	l.asked = append(l.asked, r)
	u, err := url.Parse(r.URL.String())
	if err != nil {
		l.t.Fatal(err)
	}
	body := l.page(u)
	if u.Path == "/search" {
		now := body
		if len(l.asked) > 6 && l.rng.IntN(10) < 3 {
			body = l.before
		}
		l.before = now
	}
	return &page.Page{Request: r, Final: r.URL, Status: 200, Body: []byte(body), Requests: 1, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}}, nil
}

func (l *late) page(u *url.URL) string {
	word, kind := u.Query().Get("q"), u.Query().Get("k")
	head := "<html lang=en><title>Catalogue</title><h1>Catalogue</h1><a href=/>Home</a> <form action=/search><input type=search name=q value='" + map[bool]string{true: word}[l.says] + "'> <select name=k><option value=''>All"
	for i := range 6 {
		option := fmt.Sprint("Kind", i)
		selected := map[bool]string{true: " selected"}[l.says && option == kind]
		head += "<option" + selected + ">" + option
	}
	head += "</select> <button>Search</button></form>"
	foot := "<footer>Contact us at the desk.</footer></html>"
	if u.Path != "/search" {
		return head + "<p>All things that we keep.</p>" + foot
	}
	var found []string
	for i, title := range l.titles {
		if (kind == "" || kind == fmt.Sprint("Kind", i%6)) && !slices.ContainsFunc(strings.Fields(word), func(w string) bool { return !slices.Contains(strings.Fields(title), w) }) {
			found = append(found, fmt.Sprintf("<li><a href=/item/%d>%s</a> <span class=kind>Kind%d</span> <em>%d</em></li>", i, title, i%6, 1900+i))
		}
	}
	number, _ := strconv.Atoi(u.Query().Get("page"))
	number = max(number, 1)
	last := min((len(found)+9)/10, 6)
	if number > last {
		return head + "<p>No results found.</p>" + foot
	}
	list := fmt.Sprintf("<p>%d results</p><ul class=results>%s</ul>", len(found), strings.Join(found[10*number-10:min(10*number, len(found))], ""))
	if number < last {
		list += fmt.Sprintf("<p class=pager><a rel=next href='/search?q=%s&amp;k=%s&amp;page=%d'>Next</a></p>", url.QueryEscape(word), kind, number+1)
	}
	return head + list + foot
}

// The first answer of a menu's option may be one that came late: it teaches nothing, and no
// page of an answer is its end while the answer says that there is more.
func TestAnswersThatComeLate(t *testing.T) {
	for seed := range uint64(16) {
		l, m := newLate(t, seed), newMemory()
		l.says = seed != 1
		sum := run(t, harvest.Options{}, l, m)
		if sum.Records != 300 {
			t.Errorf("seed %d: %d records after %d requests: %+v", seed, sum.Records, len(l.asked), sum.Stop)
		}
	}
}
