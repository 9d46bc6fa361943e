package page_test

import (
	"net/http"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// However a page is made, it takes with its document at most eight times the
// longest body that is read, at any time, garbage left out of account; what is
// left out of it is said, and reading it takes no time worth speaking of.
func TestDocumentIsBounded(t *testing.T) {
	const most = 1 << 20
	fill := func(head, piece string) string { return head + strings.Repeat(piece, (most-len(head))/len(piece)) }
	numbered := func(head string, n int, before, after string) string {
		var b strings.Builder
		b.WriteString(head)
		for i := range n {
			b.WriteString(before + strconv.Itoa(i) + after)
		}
		return b.String()
	}
	type shape struct {
		text, kind string
		whole      bool // nothing needs to be left out
		flat       bool // the parser would make too much of it, or take too long
	}
	shapes := map[string]shape{
		"open tags":            {text: fill("", "<b>")},
		"tags and ends":        {text: fill("", "<b></b>")},
		"letters in tags":      {text: fill("", "<i>a")},
		"cells":                {text: fill("<table>", "<td>1")},
		"rows":                 {text: fill("<table>", "<tr><td>")},
		"columns":              {text: fill("<table>", "<col><td>")},
		"tables":               {text: fill("", "<table><td>")},
		"options":              {text: fill("<select>", "<option>")},
		"inputs":               {text: fill("<form>", "<input>")},
		"inputs in bad forms":  {text: fill("<table><form>", "<input>")},
		"forms":                {text: fill("", "<form></form>")},
		"breaks":               {text: fill("", "<br>")},
		"paragraphs":           {text: fill("", "<p>x")},
		"items":                {text: fill("<ul>", "<li>x")},
		"ends":                 {text: fill("", "</p>")},
		"unknown ends":         {text: fill("", "a</x>"), whole: false},
		"comments":             {text: fill("", "<!---->")},
		"bogus comments":       {text: fill("", "</ >")},
		"references":           {text: fill("", "&lt;"), whole: true},
		"text":                 {text: fill("", "word "), whole: true},
		"one attribute":        {text: fill("<a title='", "x"), whole: true},
		"attributes":           {text: fill("<a ", "a1 b2 "), whole: true},
		"attributes that end":  {text: numbered("<a ", most/8, "a", " ") + ">x</a>"},
		"attributed tags":      {text: fill("", "<i a b c>")},
		"formatting":           {text: fill("", "<b><i><u><p>")},
		"links":                {text: fill("", "<a href=/>x</a>")},
		"ids":                  {text: numbered("", most/14, "<i id=", "></i>")},
		"bodies":               {text: numbered("", most/14, "<body a", "=1>")},
		"opened again":         {text: fill(numbered("<p>", 400, "<font size=", ">")+"</p>", "<p>x")},
		"opened few times":     {text: numbered("<p>", 400, "<font size=", ">") + "</p>" + strings.Repeat("<p>x", 2000), flat: true},
		"few times in tables":  {text: numbered("<p>", 400, "<font size=", ">") + "</p>" + strings.Repeat("<table><tr>x</table>", 1000), flat: true},
		"some bodies":          {text: numbered("", 9000, "<body a", "=1>"), flat: true},
		"again in tables":      {text: fill(numbered("<p>", 400, "<font size=", ">")+"</p><table>", "<tr>x")},
		"again in cells":       {text: fill("<table><td>"+numbered("<p>", 400, "<b a", ">")+"</p></th>", "<p>x")},
		"crossed":              {text: fill("", "<a><b><i><u><div></a>")},
		"crossed eight times":  {text: fill("", "<b><div><div><div><div><div><div><div><div></b></div></div></div></div></div></div></div></div>")},
		"drawings":             {text: fill("", "<svg><g/></svg>")},
		"one drawing":          {text: fill("<svg>", "<g/>")},
		"a drawing's comments": {text: fill("<svg>", "<!---->")},
		"templates":            {text: fill("", "<template><b></template>")},
		"old letters":          {text: fill("", "\x80"), kind: "text/html; charset=windows-1252"},
		"wide letters":         {text: fill("", "\x00<\x00b\x00>"), kind: "text/html; charset=utf-16be"},
		"elements of XML":      {text: fill("<?xml version='1.0'?><r>", "<i/>"), kind: "application/xml"},
		"attributes of XML":    {text: numbered("<?xml version='1.0'?><r ", most/10, "a", "='' ") + "/>", kind: "application/xml"},
		"plain text":           {text: fill("", "<b>"), kind: "text/plain", whole: true},
	}
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	for name, s := range shapes {
		t.Run(name, func(t *testing.T) {
			if s.kind == "" {
				s.kind = "text/html; charset=utf-8"
			}
			p := page.Page{Body: []byte(s.text), Header: http.Header{"Content-Type": {s.kind}}, Final: page.MustParseURL("https://a.example/"), Most: most}
			d, held, took := measured(t, &p)
			for range 4 { // what was made while the collector ran counts as held: noise, which only adds
				if held > 8 {
					_, again, _ := measured(t, &p)
					held = min(held, again)
				}
			}
			if held > 8 {
				t.Errorf("it takes %.1f times the longest body", held)
			}
			if s.whole && d.Cut {
				t.Error("something is left out, though all of it has room")
			}
			if s.flat && !d.Flat {
				t.Error("the parser was given it")
			}
			if took > 5*time.Second {
				t.Errorf("it took %s", took)
			}
			t.Logf("%.1f times, %s, cut %t, flat %t", held, took.Round(time.Millisecond), d.Cut, d.Flat)
		})
	}
}

// measured makes the document of p and returns how many times p.Most it takes, with
// the body, at any time.
func measured(t *testing.T, p *page.Page) (d *page.Document, held float64, took time.Duration) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() { peak <- largestLive(stop) }()
	began := time.Now()
	d, err := p.Document()
	took = time.Since(began)
	close(stop)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	held = float64(int64(max(<-peak, after.HeapAlloc))-int64(before.HeapAlloc))/float64(p.Most) + 1
	runtime.KeepAlive(d)
	runtime.KeepAlive(p)
	return d, held, took
}

// largestLive returns the most bytes that were in use behind any collection.
func largestLive(stop chan struct{}) uint64 {
	most := uint64(0)
	for {
		select {
		case <-stop:
			return most
		case <-time.After(3 * time.Millisecond):
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	}
}
