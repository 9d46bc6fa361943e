package querygen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// document is a record of a made-up site.
type document struct {
	text  string
	attrs map[string]string // by menu
}

// model is a made-up search interface over documents: what a site would answer
// to a question. It keeps no state, so one model serves any number of planners.
type model struct {
	docs []document
	form forms.Form

	limit    int     // rows of one query that can be reached; 0 for all
	pageSize int     // rows a page
	totals   bool    // answers show how many match
	listing  bool    // nothing bound lists everything
	refuse   float64 // words in more than this share of the documents are refused; 0 for none
	stop     []string

	index map[string][]int // by word: documents in rank order
	order []int            // all documents in rank order
}

// ready ranks the documents by a seed and indexes them.
func (m *model) ready(rank uint64) *model {
	m.order = rand.New(rand.NewPCG(rank, 1)).Perm(len(m.docs))
	m.index = map[string][]int{}
	split := newSplitter()
	for _, d := range m.order {
		split.each(m.docs[d].text, func(w string) {
			if l := m.index[w]; len(l) == 0 || l[len(l)-1] != d {
				m.index[strings.Clone(w)] = append(l, d)
			}
		})
	}
	return m
}

// matches returns the documents that q asks for, in rank order.
func (m *model) matches(q Query) (docs []int, refused bool) {
	docs = m.order
	bound := false
	for _, p := range q.Bind {
		if p.Name != "q" {
			bound = true
			docs = slices.DeleteFunc(slices.Clone(docs), func(d int) bool { return m.docs[d].attrs[p.Name] != p.Value })
			continue
		}
		word := strings.ToLower(p.Value)
		if slices.Contains(m.stop, word) {
			return nil, false
		}
		hits := m.index[word]
		if m.refuse > 0 && float64(len(hits)) > m.refuse*float64(len(m.docs)) {
			return nil, true
		}
		if !bound {
			docs, bound = hits, true
			continue
		}
		docs = slices.DeleteFunc(slices.Clone(docs), func(d int) bool { return !slices.Contains(hits, d) })
	}
	if !bound && !m.listing {
		return nil, false
	}
	return docs, false
}

// answer returns page at of the answer to q.
func (m *model) answer(a Ask) Outcome {
	o := Outcome{Query: a.Query, Page: a.Page, Status: Answered, Total: -1, Requests: 1}
	docs, refused := m.matches(a.Query)
	if refused {
		o.Status = Refused
		return o
	}
	if m.totals {
		o.Total = len(docs)
	}
	if m.limit > 0 {
		docs = docs[:min(m.limit, len(docs))]
	}
	from, to := min((a.Page-1)*m.pageSize, len(docs)), min(a.Page*m.pageSize, len(docs))
	for _, d := range docs[from:to] {
		o.Rows = append(o.Rows, Row{Key: fmt.Sprint("/record/", d), Text: m.docs[d].text})
	}
	if len(o.Rows) == 0 {
		o.Status = Empty
	}
	o.More = to < len(docs)
	return o
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
