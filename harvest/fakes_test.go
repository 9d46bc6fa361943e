package harvest_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// memory is a Store without a disk. It keeps what a store must keep, through
// JSON, so that nothing survives by sharing.
type memory struct {
	mu       sync.Mutex
	state    harvest.State
	steps    []string // JSON of harvest.Step
	records  map[string]bool
	rows     []extract.Record           // in the order of first sight
	fields   map[string][]extract.Field // by key: of the record's own page
	hosts    map[string]fetch.HostState
	commits  int
	estimate *querygen.Estimate // as committed last
	failAt   int                // the commit that fails, counted from 1; 0: none
}

func newMemory() *memory {
	return &memory{records: map[string]bool{}, fields: map[string][]extract.Field{}, hosts: map[string]fetch.HostState{}}
}

func (m *memory) Begin(_ context.Context, _ harvest.Site, fresh bool) (harvest.State, error) {
	if fresh {
		m.steps, m.state = nil, harvest.State{}
	}
	s := m.state
	s.Harvest = 1
	s.Steps = int64(len(m.steps))
	for _, k := range slices.Sorted(keys(m.hosts)) {
		s.Hosts = append(s.Hosts, m.hosts[k])
	}
	return s, nil
}

func (m *memory) Retract(context.Context, int64) error {
	m.steps, m.state = nil, harvest.State{}
	return nil
}

func keys[V any](m map[string]V) iter.Seq[string] {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func (m *memory) Commit(_ context.Context, c harvest.Commit) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.commits++
	if m.commits == m.failAt {
		return fmt.Errorf("no space left on device")
	}
	if c.Step != nil {
		if c.Step.Seq != int64(len(m.steps))+1 {
			return fmt.Errorf("step %d committed after %d", c.Step.Seq, len(m.steps))
		}
		step := *c.Step
		if a := step.Answer; a != nil {
			for _, r := range a.Records {
				if !m.records[r.Key] {
					m.rows = append(m.rows, r)
				}
				m.records[r.Key] = true
			}
			copied := *a
			copied.Records = nil
			step.Answer = &copied
		}
		if d := step.Detail; d != nil {
			m.fields[d.Key] = d.Fields
			copied := *d
			copied.Fields = nil
			step.Detail = &copied
		}
		b, err := json.Marshal(step)
		if err != nil {
			return err
		}
		m.steps = append(m.steps, string(b))
	}
	if c.Profile != nil {
		b, err := json.Marshal(c.Profile)
		if err != nil {
			return err
		}
		m.state.Profile = harvest.Profile{}
		if err := json.Unmarshal(b, &m.state.Profile); err != nil {
			return err
		}
	}
	for _, h := range c.Hosts {
		m.hosts[h.Host] = h
	}
	m.state.Stop, m.state.Owed = c.Stop, c.Owed
	if c.Estimate != nil {
		m.estimate = c.Estimate
	}
	return nil
}

func (m *memory) Steps(context.Context, int64) iter.Seq2[harvest.Step, error] {
	return func(yield func(harvest.Step, error) bool) {
		seen := map[string]bool{}
		for _, s := range m.steps {
			var step harvest.Step
			err := json.Unmarshal([]byte(s), &step)
			if step.Answer != nil {
				for i, row := range step.Answer.Outcome.Rows {
					if seen[row.Key] {
						step.Answer.Outcome.Rows[i].Text = ""
					}
					seen[row.Key] = true
				}
			}
			if !yield(step, err) {
				return
			}
		}
	}
}

func (m *memory) Undetailed(context.Context, int64) iter.Seq2[extract.Record, error] {
	return func(yield func(extract.Record, error) bool) {
		for _, r := range m.rows {
			if _, done := m.fields[r.Key]; !done && !r.URL.IsZero() && !yield(r, nil) {
				return
			}
		}
	}
}

// shop is a made-up site that answers without a network: 60 articles behind a
// keyword box, 5 a page. Its switches make it misbehave.
type shop struct {
	t         *testing.T
	articles  []string
	asked     []page.Request
	robots    func(u page.URL) error // refuses
	captcha   int                    // from this request on every answer is a captcha page; 0: never
	choosy    bool                   // words of fewer than four letters are answered with status 403
	loop      bool                   // the last result page leads back to the first
	endless   bool                   // beyond the last page stands the last page again, in another order, with a link on; no page shows a total
	token     bool                   // each POST needs a token not used before
	issued    int
	used      map[string]bool
	fail      func(n int) error // of the n-th request
	cancelAt  int
	cancel    context.CancelFunc
	noForm    bool
	forgotten bool         // result pages carry no form
	gone      map[int]bool // articles whose page is no longer there
	redesign  int          // from this result page on, the template is another; 0: never
	shown     int          // result pages so far
	sizes     bool         // result pages offer more rows by links
	sorts     bool         // result pages link to the same in other orders
	limit     int          // of the rows that a question can reach; 0: none
	named     bool         // links of the pager say how many rows a page has
	rows      string       // called so; "" for count
	hidden    bool         // so does a hidden control of the form
	beside    bool         // rows have a second link, which leads to a page of its own
	postback  bool         // the form is sent by POST, and its pager is made of __doPostBack links
}

func newShop(t *testing.T) *shop {
	s := &shop{t: t, used: map[string]bool{}}
	colours := []string{"crimson", "indigo", "olive", "teal", "ivory", "amber"}
	things := []string{"lantern", "anchor", "compass", "kettle", "barrel", "ladder", "mirror", "pillow", "basket", "hammer"}
	for i := range 60 {
		s.articles = append(s.articles, fmt.Sprintf("%s %s number%03d", colours[i%6], things[i/6], i))
	}
	return s
}

func (s *shop) Hosts(string) []fetch.HostState {
	return []fetch.HostState{{Host: "http://shop.example", Requests: len(s.asked)}}
}
func (s *shop) Restore([]fetch.HostState) {}

func (s *shop) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if s.robots != nil {
		if err := s.robots(r.URL); err != nil {
			return nil, err
		}
	}
	s.asked = append(s.asked, r)
	if s.cancelAt == len(s.asked) {
		s.cancel()
		return nil, ctx.Err()
	}
	if s.fail != nil {
		if err := s.fail(len(s.asked)); err != nil {
			return nil, err
		}
	}
	u, err := url.Parse(r.URL.String())
	if err != nil {
		s.t.Fatal(err)
	}
	status, body := s.answer(r, u)
	return &page.Page{Request: r, Final: r.URL, Status: status, Body: []byte(body), Requests: 1,
		Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}}, nil
}

func (s *shop) answer(r page.Request, u *url.URL) (int, string) {
	if s.captcha > 0 && len(s.asked) >= s.captcha {
		return 403, "<h1>Access denied</h1><p>Please solve the captcha to prove that you are human."
	}
	form := ""
	if !s.noForm && !(s.forgotten && u.Path == "/find") {
		form = s.form()
	}
	if s.postback {
		asked, _ := url.ParseQuery(r.Body)
		form = fmt.Sprintf(postbackForm, html.EscapeString(asked.Get("q")))
	}
	switch u.Path {
	case "/":
		return 200, "<html lang=en><title>Shop</title><h1>Shop of things</h1><p>This week: a crimson lantern.</p><a href=/about>About</a> " + form
	case "/about":
		return 200, "<html lang=en><title>About</title><p>We sell things in many colours.</p>"
	case "/find":
		return s.find(r, u, form)
	}
	if n, ok := strings.CutPrefix(strings.Replace(u.Path, "/more/", "/item/", 1), "/item/"); ok {
		return s.item(n)
	}
	return 404, "<title>Not found</title><h1>404</h1>"
}

// postbackForm is a form as ASP.NET makes them, without its end tag.
const postbackForm = `<form action=/find method=post id=aspnetForm role=search><input type=hidden name=__EVENTTARGET value="">
	<input type=hidden name=__EVENTARGUMENT value=""><input type=hidden name=__VIEWSTATE value="dDwtMTk3MjM4MDY7Oz4abcdef">
	<label>Search <input type=search name=q value="%s" required></label><input type=submit name=go value=Search>`

// item is the page of one article: only it tells the price and the maker.
func (s *shop) item(number string) (int, string) {
	n := -1
	fmt.Sscan(number, &n)
	if n < 0 || n >= len(s.articles) || s.gone[n] {
		return 404, "<title>Not found</title><h1>404</h1>"
	}
	return 200, fmt.Sprintf(`<html lang=en><title>%[1]s</title><h1>%[1]s</h1><dl><dt>Price<dd>&euro; %[2]d.50<dt>Maker<dd>Workshop %[3]d<dt>Sold by<dd>Shop of things</dl>
		<p>Delivered to all places on the coast within three working days of the order being received here.</p>`,
		html.EscapeString(s.articles[n]), 10+n, n%7)
}

func (s *shop) form() string {
	if s.token {
		s.issued++
		return fmt.Sprintf(`<form action=/find method=post role=search><input type=hidden name=csrf_token value=c0ffee%06d>
			<label>Search <input type=search name=q required></label><button>Search</button></form>`, s.issued)
	}
	size := ""
	if s.hidden {
		size = `<input type=hidden name=count value=5>`
	}
	return `<form action=/find role=search>` + size + `<label>Search <input type=search name=q required></label><button>Search</button></form>`
}

func (s *shop) find(r page.Request, u *url.URL, form string) (int, string) {
	values := u.Query()
	if r.Method == "POST" {
		values, _ = url.ParseQuery(r.Body)
		if s.postback {
			if values.Get("__EVENTTARGET") == "pager" {
				values.Set("from", values.Get("__EVENTARGUMENT"))
			}
			return s.results(values, form)
		}
		token := values.Get("csrf_token")
		if s.used[token] || token == "" {
			return 403, "<h1>The form has expired</h1>"
		}
		s.used[token] = true
	}
	return s.results(values, form)
}

func (s *shop) results(values url.Values, form string) (int, string) {
	q := strings.ToLower(values.Get("q"))
	if s.choosy && len(q) < 4 {
		return 403, "<html lang=en><title>Results</title><h1>Shop of things</h1><p>403 - At least four letters are required</p>"
	}
	var found []int
	for i, a := range s.articles {
		if slices.Contains(strings.Fields(a), q) {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		return 200, "<html lang=en><title>Results</title><h1>Shop of things</h1>" + form + "<p>No results found.</p>"
	}
	matches := len(found)
	if by := values.Get("sort"); s.sorts && by == "name" {
		slices.SortFunc(found, func(a, b int) int { return strings.Compare(s.articles[a], s.articles[b]) })
	}
	if s.sorts && values.Get("dir") == "desc" {
		slices.Reverse(found)
	}
	if s.limit > 0 {
		found = found[:min(s.limit, len(found))]
	}
	at := 0
	fmt.Sscan(values.Get("from"), &at)
	beyond := at
	at = min(at, len(found)-1)
	if s.endless && beyond >= len(found) {
		at = max(0, len(found)-5)
	}
	size := 5
	if s.sizes || s.named || s.hidden {
		fmt.Sscan(values.Get(cmp.Or(s.rows, "count")), &size)
	}
	end := min(at+size, len(found))
	if n := end - at; s.endless && beyond >= len(found) {
		found = slices.Clone(found)
		last := found[at:end]
		copy(last, append(slices.Clone(last[beyond%n:]), last[:beyond%n]...))
	}
	var b strings.Builder
	count := fmt.Sprintf("<p>Results %d-%d of %d</p>", at+1, end, matches)
	if s.endless {
		count = ""
	}
	fmt.Fprintf(&b, "<html lang=en><title>Results</title><h1>Shop of things</h1>%s%s<ul class=results>", form, count)
	for _, i := range found[at:end] {
		beside := ""
		if s.beside {
			beside = fmt.Sprintf(`<a class=more href="/more/%d">all about it</a>`, i)
		}
		fmt.Fprintf(&b, `<li><h3><a href="/item/%d">%s</a></h3><p>In stock: %d pieces of a fine %s</p>%s</li>`, i, html.EscapeString(s.articles[i]), i+3, s.articles[i], beside)
	}
	b.WriteString("</ul>")
	if s.shown++; s.redesign > 0 && s.shown >= s.redesign {
		b.Reset()
		fmt.Fprintf(&b, `<html lang=en><title>Results</title><header>The new shop of things</header><main>%s<p>Results %d-%d of %d</p><div id=hits>`, form, at+1, end, len(found))
		for _, i := range found[at:end] {
			fmt.Fprintf(&b, `<section class=hit><div class=stock>%d in stock</div><a class=name href="/item/%d">%s</a><div class=about>A fine %[3]s</div></section>`, i+3, i, html.EscapeString(s.articles[i]))
		}
		b.WriteString("</div>")
	}
	kept := ""
	if rows := cmp.Or(s.rows, "count"); values.Has(rows) {
		kept = "&amp;" + rows + "=" + url.QueryEscape(values.Get(rows))
	} else if s.named {
		kept = "&amp;" + rows + "=5"
		if s.rows == "" {
			kept += "&amp;step=5" // the next page begins there: no number of rows
		}
	}
	for _, name := range []string{"sort", "dir"} {
		if values.Has(name) {
			kept += "&amp;" + name + "=" + url.QueryEscape(values.Get(name))
		}
	}
	if s.sorts {
		fmt.Fprintf(&b, `<p>Sort: <a href="/find?q=%[1]s&amp;sort=name&amp;dir=asc">Name</a> <a href="/find?q=%[1]s&amp;sort=name&amp;dir=desc">Name, backwards</a>
			<a href="/find?q=other&amp;sort=age">Other</a> <a href="/find?q=%[1]s&amp;view=grid">Grid</a></p>`, url.QueryEscape(q))
	}
	if s.sizes {
		fmt.Fprintf(&b, `<p class=sizes>Results per page: <a href="/find?q=%[1]s&amp;count=5">5</a> <a href="/find?q=%[1]s&amp;count=10">10</a> <a href="/find?q=%[1]s&amp;count=50">50</a></p>`, url.QueryEscape(q))
	}
	link := func(from int) {
		if s.postback {
			fmt.Fprintf(&b, `<p class=pager><a href="javascript:__doPostBack('pager','%d')">Next</a></p>`, from)
			return
		}
		fmt.Fprintf(&b, `<p class=pager><a rel=next href="/find?q=%s&amp;from=%d%s">Next</a></p>`, url.QueryEscape(q), from, kept)
		if s.rows != "" {
			fmt.Fprintf(&b, `<p class=pager><a href="/find?q=%s&amp;from=%d%s">Last</a></p>`, url.QueryEscape(q), len(found)-1, kept)
		}
	}
	if end < len(found) {
		link(end)
	} else if s.loop {
		link(0)
	} else if s.endless {
		link(max(beyond, end) + 1)
	}
	return 200, b.String()
}
