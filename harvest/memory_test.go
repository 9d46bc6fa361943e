package harvest_test

import (
	"bytes"
	"cmp"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// Whatever a page consists of, all that is made of it, from its bytes to its records,
// forms and links, takes at most eight times the longest body that is read, at any
// time, garbage left out of account; what is left out for that is said.
func TestPageIsBounded(t *testing.T) {
	// What is made while a collection runs would count as held, the more the slower the
	// machine is. A collection that stops all else has to be asked for when a program
	// starts.
	const (
		stopping   = "gcstoptheworld=1"
		collecting = "10" // percent, from the start: garbage of before would count, too
	)
	if !strings.Contains(os.Getenv("GODEBUG"), stopping) {
		alone := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		alone.Env = append(os.Environ(), "GODEBUG="+stopping, "GOGC="+collecting)
		said, err := alone.CombinedOutput()
		if t.Log(string(said)); err != nil {
			t.Error(err)
		}
		return
	}
	const most = 1 << 20
	// A shape is a piece, numbered where it has a "#", again and again between a head
	// and a foot.
	type shape struct {
		text  [3]string
		kind  string
		whole bool // nothing needs to be left out
		cut   bool // something is, and that is said
	}
	fill := func(head, piece, foot string) [3]string { return [3]string{head, piece, foot} }
	shapes := map[string]shape{
		"tags":                {text: fill("", "<b></b>", "")},
		"letters in tags":     {text: fill("", "<i>a</i>", "")},
		"cells":               {text: fill("<table>", "<td>1", "")},
		"rows":                {text: fill("<table>", "<tr><td>#<td>b<td>c", ""), cut: true},
		"named rows":          {text: fill("<table>", "<tr><th>#<td>x", "")},
		"terms":               {text: fill("<dl>", "<dt>#<dd>x", "")},
		"items":               {text: fill("<ul>", "<li>x", "")},
		"records of parts":    {text: fill("<ul>", "<li><a href=#>x#</a><i>a</i><b>#</b><u>c</u><s>d</s>", "")},
		"records of cells":    {text: fill("<table>", "<tr><td><a href=#>#</a><td>a<td>b<td>c<td>d<td>e<td>f<td>#", "")},
		"records of texts":    {text: fill("<ul>", "<li><a href=#>some #</a><p>words of #<p>more words of #<p>the last words", "")},
		"linked items":        {text: fill("<ul>", "<li><a href=#>x#</a>", "")},
		"paragraphs":          {text: fill("", "<p>x", "")},
		"boxes":               {text: fill("", "<div class=a#>x</div>", "")},
		"pictures":            {text: fill("", "<img src=#>", "")},
		"links":               {text: fill("", "<a href=/>x</a>", "")},
		"links that differ":   {text: fill("", "<a href=#>x</a>", "")},
		"links in comments":   {text: fill("", "<!--<a href=#>-->", "")},
		"links in handlers":   {text: fill("", "<p onclick=go('/#')>x", "")},
		"scripts":             {text: fill("", "<script>fetch('/#')</script>", "")},
		"a script":            {text: fill("<script>", "'/a/#',", "</script>")},
		"inputs":              {text: fill("<form>", "<input>", "")},
		"inputs with names":   {text: fill("<form>", "<input name=#>", "")},
		"inputs with labels":  {text: fill("<form>", "<label>#<input></label>", "")},
		"radio buttons":       {text: fill("<form>", "<input type=radio name=a value=#>", "")},
		"checkboxes":          {text: fill("<form>", "<input type=checkbox name=a#>", "")},
		"options":             {text: fill("<form><select>", "<option>", "")},
		"options that differ": {text: fill("<form><select name=a>", "<option>#", "")},
		"many selects":        {text: fill("<form>", "<select><option>a<option>b</select>", "")},
		"suggestions":         {text: fill("<form><input list=a><datalist id=a>", "<option value=#>", "")},
		"forms":               {text: fill("", "<form></form>", "")},
		"forms with inputs":   {text: fill("", "<form><input></form>", "")},
		"words":               {text: fill("", "word ", ""), whole: true},
		"letters":             {text: fill("", "a b ", ""), whole: true},
		"plain text":          {text: fill("", "a b\n", ""), kind: "text/plain", whole: true},
		"numbers":             {text: fill("[", "1,", "1]"), kind: "application/json", cut: true},
		"empty lists":         {text: fill("[", "[],", "1]"), kind: "application/json"},
		"empty objects":       {text: fill("[", "{},", "{}]"), kind: "application/json"},
		"small objects":       {text: fill("[", `{"a":1},`, "{}]"), kind: "application/json"},
		"records in JSON":     {text: fill("[", `{"id":#,"title":"some #"},`, "{}]"), kind: "application/json", cut: true},
		"lists in records":    {text: fill("[", `{"title":"some #","a":[1,2,3,4,5,6,7,8]},`, "{}]"), kind: "application/json"},
		"strings":             {text: fill("[", `"a",`, "1]"), kind: "application/json"},
		"one large object":    {text: fill("{", `"a#":"b",`, `"a":1}`), kind: "application/json"},
		"long texts in JSON":  {text: fill("[", `{"id":#,"title":"some #","text":"`+strings.Repeat("word ", 200)+`"},`, "{}]"), kind: "application/json", whole: true},
		"records in a script": {text: fill("<script type=application/ld+json>[", `{"@type":"Book","name":"some #"},`, "{}]</script>")},
		"results in a script": {text: fill(`<script type=application/json>{"results":[`, `{"id":#,"title":"some #","url":"/b/#"},`, `{"id":1,"title":"one","url":"/b"}]}</script>`), cut: true},
		"numbers in a script": {text: fill("<script type=application/json>[", "1,", "1]</script>")},
		"a feed":              {text: fill("<?xml version='1.0'?><rss><channel>", "<item><title>a#</title></item>", ""), kind: "application/xml"},
		"a feed of nothing":   {text: fill("<?xml version='1.0'?><rss><channel>", "<item/>", ""), kind: "application/xml"},
		"a sitemap":           {text: fill("<?xml version='1.0'?><urlset>", "<url><loc>http://a.example/#</loc></url>", ""), kind: "application/xml"},
	}
	pageOf := func(s shape, size int) *page.Page {
		kind := cmp.Or(s.kind, "text/html; charset=utf-8")
		return &page.Page{Body: filled(s.text, size), Header: http.Header{"Content-Type": {kind}}, Final: page.MustParseURL("https://a.example/"), Most: most}
	}
	for _, s := range shapes { // expressions that the first page compiles are kept for all
		readAll(t, pageOf(s, most/100))
	}
	for name, s := range shapes {
		for _, size := range []int{most, most / 6} { // of a small page nothing, or less, needs to be left out
			t.Run(name+" of "+strconv.Itoa(size>>10)+" KB", func(t *testing.T) {
				r, held := readAll(t, pageOf(s, size))
				cut := r.doc.Cut || r.result.Cut
				if held > 8 {
					t.Errorf("it takes %.1f times the longest body", held)
				}
				if s.whole && cut {
					t.Error("something is left out, though all of it has room")
				}
				if s.cut && size == most && !cut {
					t.Error("what is left out is not said")
				}
				t.Logf("%.1f times, cut %t, %d records, %d forms, %d links", held, cut, len(r.result.Records), len(r.forms), len(r.links))
			})
		}
	}
}

// filled returns a page of so many bytes at most.
func filled(text [3]string, size int) []byte {
	head, piece, foot := text[0], text[1], text[2]
	var b bytes.Buffer
	b.WriteString(head)
	for i := 0; b.Len() < size-len(piece)-len(foot)-10; i++ {
		b.WriteString(strings.ReplaceAll(piece, "#", strconv.Itoa(i)))
	}
	b.WriteString(foot)
	return b.Bytes()
}

// allOf is all that is read from a page.
type allOf struct {
	doc    *page.Document
	result extract.Result
	forms  []forms.Form
	links  []surface.Link
}

// readAll reads all of p and returns how many times p.Most that takes, with the body,
// at any time.
func readAll(t *testing.T, p *page.Page) (r allOf, held float64) {
	runtime.GC()
	before := live()
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() {
		most := uint64(0)
		for {
			select {
			case <-stop:
				peak <- most
				return
			case <-time.After(time.Millisecond):
				runtime.GC()
				most = max(most, live())
			}
		}
	}()
	var err error
	if r.doc, err = p.Document(); err != nil {
		t.Fatal(err)
	}
	r.result = extract.Read(r.doc, extract.Options{Outline: true})
	r.forms = forms.Parse(r.doc)
	r.links = surface.Links(r.doc)
	close(stop)
	most := <-peak
	runtime.GC()
	held = float64(int64(max(most, live()))-int64(before))/float64(p.Most) + 1
	runtime.KeepAlive(p)
	runtime.KeepAlive(r)
	return r, held
}

// live returns how many bytes the last collection found in use.
func live() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
