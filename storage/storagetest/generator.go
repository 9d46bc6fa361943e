package storagetest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/surface"
)

// Generator makes up commits: the same seed gives the same ones. Structs are
// filled field by field through reflection, so that a field that a store
// forgets is noticed as soon as somebody adds it.
type Generator struct {
	rand        *rand.Rand
	LastProfile *harvest.Profile // of the commits made so far
	keys        []string         // of the records made so far
	within      map[reflect.Type]bool
}

// NewGenerator returns the generator of a seed.
func NewGenerator(seed uint64) *Generator {
	return &Generator{rand: rand.New(rand.NewPCG(seed, 8)), LastProfile: &harvest.Profile{}, within: map[reflect.Type]bool{}}
}

// Commit returns a commit of one step: a visit or an answer, sometimes with a
// profile and host states.
func (g *Generator) Commit(harvestID, seq int64) harvest.Commit {
	if len(g.keys) > 0 && g.rand.IntN(5) == 0 {
		return g.Detail(harvestID, seq)
	}
	if g.rand.IntN(4) > 0 {
		return g.Answer(harvestID, seq, g.rand.IntN(12))
	}
	c := harvest.Commit{Harvest: harvestID, Step: &harvest.Step{Seq: seq, At: g.time(), Visit: new(surface.Visit)}}
	g.fill(reflect.ValueOf(c.Step.Visit).Elem())
	for range g.rand.IntN(3) {
		var f forms.Form
		g.fill(reflect.ValueOf(&f).Elem())
		c.Step.Forms = append(c.Step.Forms, f)
	}
	g.rest(&c)
	return c
}

// Answer returns a commit of one answer with n records. Keys come from a small
// pool, so that records are seen again, with other values most of the time.
func (g *Generator) Answer(harvestID, seq int64, n int) harvest.Commit {
	a := &harvest.Answer{}
	g.fill(reflect.ValueOf(&a.Outcome).Elem())
	a.Outcome.Rows = nil
	a.Outcome.Query.Expected = float64(g.rand.IntN(9) - 1)
	a.Outcome.Total = g.rand.IntN(3000) - 1
	a.Request = g.request()
	if g.rand.IntN(2) == 0 {
		a.Next = g.request()
		for range g.rand.IntN(3) {
			a.Whole = append(a.Whole, g.request())
		}
	}
	for range n {
		r := g.Record(fmt.Sprintf("/item/%d", g.rand.IntN(200)))
		text := r.Text
		if g.rand.IntN(8) == 0 {
			text = g.text() // a ledger may keep another text than the record's
		}
		a.Records = append(a.Records, r)
		g.keys = append(g.keys, r.Key)
		row := querygen.Row{Key: r.Key, Text: text}
		for _, f := range r.Fields {
			if g.rand.IntN(20) > 0 { // nor need it keep all fields
				row.Fields = append(row.Fields, page.Pair{Name: f.Name, Value: f.Value})
			}
		}
		a.Outcome.Rows = append(a.Outcome.Rows, row)
	}
	c := harvest.Commit{Harvest: harvestID, Step: &harvest.Step{Seq: seq, At: g.time(), Answer: a}}
	g.rest(&c)
	return c
}

// Detail returns a commit of the page of a record that was seen.
func (g *Generator) Detail(harvestID, seq int64) harvest.Commit {
	d := &harvest.Detail{}
	g.fill(reflect.ValueOf(d).Elem())
	d.Key = g.keys[g.rand.IntN(len(g.keys))]
	d.Fields = g.Record("").Fields
	c := harvest.Commit{Harvest: harvestID, Step: &harvest.Step{Seq: seq, At: g.time(), Detail: d}}
	g.rest(&c)
	return c
}

// Record returns a record with a few fields of every kind; any part may be missing.
func (g *Generator) Record(key string) extract.Record {
	r := extract.Record{Key: key, Title: g.text(), Text: g.text()}
	if g.rand.IntN(4) > 0 {
		r.URL = page.MustParseURL("https://books.example" + key)
	}
	kinds := []string{"", "text", "number", "money", "date", "url", "image", "list"}
	for i := range g.rand.IntN(6) {
		f := extract.Field{Name: fmt.Sprintf("field_%d", g.rand.IntN(8)), Value: g.text(), Kind: kinds[(i+g.rand.IntN(8))%8]}
		if f.Kind == "number" || f.Kind == "money" {
			f.Number = float64(g.rand.IntN(2000)) / 8
			if f.Kind == "money" {
				f.Currency = "EUR"
			}
		}
		r.Fields = append(r.Fields, f)
	}
	return r
}

func (g *Generator) rest(c *harvest.Commit) {
	if g.rand.IntN(5) == 0 {
		p := &harvest.Profile{}
		g.fill(reflect.ValueOf(p).Elem())
		c.Profile, g.LastProfile = p, p
	}
	if g.rand.IntN(2) == 0 {
		h := fetch.HostState{}
		g.fill(reflect.ValueOf(&h).Elem())
		h.Host = "https://books.example"
		c.Hosts = []fetch.HostState{h}
	}
}

func (g *Generator) request() page.Request {
	var r page.Request
	g.fill(reflect.ValueOf(&r).Elem())
	return r
}

func (g *Generator) time() time.Time {
	return time.UnixMilli(1_790_000_000_000 + g.rand.Int64N(1e10)).UTC()
}

func (g *Generator) text() string {
	texts := []string{"", "plain words", `quotes " and ' and \`, "new\nline\r\n\ttab", "naïve ツ 書籍 𝄞", "%_*?[", "{\"json\":[1]}", "\x00nul", "<b>&amp;", "'; DROP TABLE records; --"}
	s := texts[g.rand.IntN(len(texts))]
	if s != "" && g.rand.IntN(2) == 0 {
		s += fmt.Sprint(" ", g.rand.IntN(1000))
	}
	return s
}

var (
	timeType = reflect.TypeFor[time.Time]()
	urlType  = reflect.TypeFor[page.URL]()
)

// fill sets v, and all that it holds, to made-up values.
func (g *Generator) fill(v reflect.Value) {
	switch {
	case v.Type() == timeType:
		v.Set(reflect.ValueOf(g.time()))
		return
	case v.Type() == urlType:
		v.Set(reflect.ValueOf(page.MustParseURL(fmt.Sprintf("https://books.example/p%d?q=%d", g.rand.IntN(1000), g.rand.IntN(10)))))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Tag.Get("json") != "-" { // what is left out of JSON follows from the rest
				g.fill(v.Field(i))
			}
		}
	case reflect.Pointer:
		if g.within[v.Type()] { // a plan may have another one
			return
		}
		g.within[v.Type()] = true
		v.Set(reflect.New(v.Type().Elem()))
		g.fill(v.Elem())
		delete(g.within, v.Type())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), g.rand.IntN(3), 3))
		for i := range v.Len() {
			g.fill(v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		g.fill(key)
		g.fill(value)
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString(g.text())
	case reflect.Bool:
		v.SetBool(g.rand.IntN(2) == 0)
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Int16, reflect.Int8:
		v.SetInt(g.rand.Int64N(100))
	case reflect.Uint, reflect.Uint64, reflect.Uint32, reflect.Uint16, reflect.Uint8:
		v.SetUint(g.rand.Uint64N(100))
	case reflect.Float64, reflect.Float32:
		v.SetFloat(float64(g.rand.IntN(4000)) / 16)
	default:
		panic("storagetest cannot make up a " + v.Type().String())
	}
}
