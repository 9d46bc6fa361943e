package plan

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// document is a record of a made-up site.
type document struct {
	text  string
	attrs map[string]string // by menu
}

// menus are the attributes of documents, as menus.
var menus = []string{"kind:menu", "colour:menu", "year:menu"}

// site is a Model with a box over documents, and with their attributes where o names some.
func site(t testing.TB, docs []document, o model.Options) *model.Model {
	t.Helper()
	records := make([]model.Record, len(docs))
	for i, d := range docs {
		records[i] = model.Record{Key: fmt.Sprint("/record/", i), Fields: []page.Pair{pair("text", d.text)}}
		for _, name := range slices.Sorted(maps.Keys(d.attrs)) {
			if len(o.Attributes) > 0 {
				records[i].Fields = append(records[i].Fields, pair(name, d.attrs[name]))
			}
		}
	}
	o.Box = true
	m, err := model.New(records, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// totalsOf says whether a Model shows how many match.
func totalsOf(shown bool) string {
	if shown {
		return "shown"
	}
	return "hidden"
}

// boxForm has a query box and the given menus.
func boxForm(menus ...forms.Field) forms.Form {
	return forms.Form{ID: "f", Fields: append([]forms.Field{{Name: "q", Control: "text", Role: forms.QueryRole, Score: 1}}, menus...)}
}

func menuField(name string, role forms.Role, values ...string) forms.Field {
	f := forms.Field{Name: name, Control: "select", Label: strings.ToUpper(name), Role: role, Options: []forms.Option{{Label: "Any", Any: true}}}
	for _, v := range values {
		f.Options = append(f.Options, forms.Option{Value: v, Label: "the " + v})
	}
	return f
}

// zipfDocuments are n made-up texts of words whose frequencies follow Zipf's
// law, in loose topics as real texts are.
func zipfDocuments(n int, seed uint64) []document {
	r := rand.New(rand.NewPCG(seed, 2))
	common := rand.NewZipf(r, 1.1, 10, 30000)
	special := rand.NewZipf(r, 1.1, 6, 600)
	docs := make([]document, n)
	for i := range docs {
		topic := r.IntN(60)
		var words []string
		for range 8 + r.IntN(16) {
			if r.IntN(3) > 0 {
				words = append(words, fmt.Sprintf("t%dw%d", topic, special.Uint64()))
			} else {
				words = append(words, fmt.Sprintf("w%d", common.Uint64()))
			}
		}
		for j := range 30 { // as "the" and "of" are in most texts of a language
			if r.Float64() < 0.8/math.Pow(float64(j+1), 0.6) {
				words = append(words, fmt.Sprintf("the%d", j))
			}
		}
		docs[i] = document{text: strings.Join(words, " "), attrs: map[string]string{
			"colour": []string{"red", "green", "blue", "black", "white"}[r.IntN(5)],
			"year":   fmt.Sprint(2000 + r.IntN(20)),
			"kind":   []string{"a", "b"}[r.IntN(2)],
		}}
	}
	return docs
}

func pair(name, value string) page.Pair { return page.Pair{Name: name, Value: value} }
