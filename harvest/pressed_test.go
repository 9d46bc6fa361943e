package harvest_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// pressing is a site that serves the first rows of its answers over HTTP, and a button by which a
// script adds the next ones.
type pressing struct {
	stub
	words   []string
	titles  []string
	shown   int  // in a browser
	pressed bool // the request that brings more was sent without one
	useless bool // what the button brings is no record
}

const pressingRows = 10

func newPressing() *pressing {
	p := &pressing{words: strings.Fields("kello silta laiva metsä ranta torni saari puisto polku myrsky lamppu kivi")}
	for i := range 150 {
		p.titles = append(p.titles, fmt.Sprintf("%s %s %s", p.words[i%12], p.words[(i*5+i/12)%12], letters(i*7919)))
	}
	p.stub = func(u *url.URL) (int, string) {
		q := u.Query()
		switch {
		case u.Path == "/lisaa":
			p.pressed = true
			return 200, p.rows(q.Get("sana"), q.Get("s"))
		case u.Path != "/haku":
			return 200, p.form() + "<p>" + strings.Join(p.words[:3], ", ") + "</p>"
		}
		rows := p.rows(q.Get("hae"), "1")
		if rows == "" {
			return 200, p.form() + "<p>Ei tuloksia.</p>"
		}
		out := p.form() + "<div id=lista>" + rows + "</div>"
		if p.rows(q.Get("hae"), "2") != "" {
			out += "<button type=button id=lisaa>Näytä lisää</button><script>lisaa.onclick = add</script>"
		}
		return 200, out
	}
	return p
}

func (p *pressing) form() string {
	return "<html lang=fi><title>Runot</title><h1>Runot</h1><form action=/haku role=search><input type=search name=hae><button>Hae</button></form>"
}

func (p *pressing) rows(word, at string) (out string) {
	var has []int
	for i, title := range p.titles {
		if slices.Contains(strings.Fields(title), strings.ToLower(word)) {
			has = append(has, i)
		}
	}
	n, _ := strconv.Atoi(at)
	for _, i := range has[min(len(has), max(n-1, 0)*pressingRows):min(len(has), max(n, 0)*pressingRows)] {
		out += fmt.Sprintf("<div class=runo><a href=/runo/%d>%s</a> <i>%s</i></div>", i, p.titles[i], letters(i*31))
	}
	return out
}

func (p *pressing) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	got, err := p.stub.Fetch(ctx, r)
	if !r.Render || err != nil {
		return got, err
	}
	p.shown++
	u, _ := url.Parse(r.URL.String())
	word, body := u.Query().Get("hae"), string(got.Body)
	for step := 2; ; step++ {
		more := p.rows(word, strconv.Itoa(step))
		if more == "" || step > 4 {
			break
		}
		if p.useless {
			more = "<span>tunniste</span>"
		}
		body = strings.Replace(body, "</div><button", more+"</div><button", 1)
		got.Exchanges = append(got.Exchanges, page.Exchange{Request: page.Get(page.MustParseURL(fmt.Sprintf("http://shop.example/lisaa?sana=%s&s=%d", url.QueryEscape(word), step))),
			Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(more), Step: 1})
	}
	got.Body = []byte(body)
	return got, nil
}

// What a press adds to an answer is had without a browser once it has shown the request behind it;
// what brings no records is pressed for a few answers at most.
func TestWhatAPressAddsIsAskedOverHTTP(t *testing.T) {
	site := newPressing()
	sum := run(t, harvest.Options{}, site, newMemory())
	if sum.Records != len(site.titles) || site.shown != 1 || !site.pressed {
		t.Errorf("%d of %d records, %d pages shown: %s", sum.Records, len(site.titles), site.shown, sum.Stop.Reason)
	}
	site = newPressing()
	site.useless = true
	run(t, harvest.Options{MaxRequests: 80}, site, newMemory())
	if site.shown > 3 || site.pressed {
		t.Errorf("%d pages shown for what brings no records", site.shown)
	}
	site = newPressing()
	run(t, harvest.Options{Browser: harvest.RenderNever}, site, newMemory())
	if site.shown > 0 {
		t.Errorf("%d pages shown without a browser", site.shown)
	}
}
