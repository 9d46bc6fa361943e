package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// gadget is a made-up site whose interface has what its fields say. All its
// records stand in one order, or in the reverse one.
type gadget struct {
	docs     []string
	all      string // text in the box that lists everything
	unlisted int    // so many are not in that list
	serves   bool   // nothing in the box lists everything
	required bool
	preset   bool // the form as served shows the red records only
	prefix   bool // "wor*" finds all words that begin so
	phrase   bool
	stem     bool // an s at the end counts for nothing
	short    int  // shorter words are not searched for
	stop     string
	limit    int
	cap      string // of answers with more: stop (or ""), refuse, empty
	totals   string // exact (or ""), none, capped, rough
	sorts    bool   // the control for the order works
	sizes    bool   // the control for the page size works
	swaps    bool   // rows come again on the next page
}

const gadgetRows = 10

func (g *gadget) form() forms.Form {
	options := func(values ...string) (out []forms.Option) {
		for i, v := range values {
			out = append(out, forms.Option{Value: v, Label: v, Selected: i == 0})
		}
		return out
	}
	f := forms.Form{ID: "g", Fields: []forms.Field{
		{Name: "q", Control: "text", Role: forms.QueryRole, Score: 1, Required: g.required},
		{Name: "order", Control: "select", Role: forms.Sort, Options: options("up", "down")},
		{Name: "rows", Control: "select", Role: forms.PageSize, Options: options("10", "50")},
	}}
	if g.preset {
		f.Fields = append(f.Fields, forms.Field{Name: "colour", Label: "Colour", Control: "select", Role: forms.CategoryRole,
			Options: append(options("red", "green"), forms.Option{Value: "all", Label: "All", Any: true})})
	}
	return f
}

func (g *gadget) has(doc int, word string) bool {
	words := strings.Fields(g.docs[doc])
	if start, ok := strings.CutSuffix(word, "*"); ok && g.prefix {
		return start != "" && slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, start) })
	}
	if g.stem {
		word = strings.TrimSuffix(word, "s")
		return slices.ContainsFunc(words, func(w string) bool { return strings.TrimSuffix(w, "s") == word })
	}
	return slices.Contains(words, word)
}

func (g *gadget) answer(a querygen.Ask) querygen.Outcome {
	o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Answered, Total: -1, Requests: 1}
	bound := map[string]string{"rows": "10"}
	for _, p := range a.Query.Bind {
		bound[p.Name] = p.Value
	}
	var found []int
	text, colour := bound["q"], bound["colour"]
	if colour == "" && g.preset {
		colour = "red"
	}
	words := strings.Fields(strings.Trim(text, `"`))
	for d := range g.docs {
		fits := len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool {
			return len(w) < g.short || strings.Contains(" "+g.stop+" ", " "+w+" ") || !g.has(d, w)
		})
		if fits && g.phrase && strings.HasPrefix(text, `"`) {
			fits = strings.Contains(" "+g.docs[d]+" ", " "+strings.Join(words, " ")+" ")
		}
		fits = fits || g.all != "" && text == g.all && d >= g.unlisted || text == "" && g.serves
		if fits && (colour == "" || colour == "all" || strings.HasSuffix(g.docs[d], colour)) {
			found = append(found, d)
		}
	}
	over := g.limit > 0 && len(found) > g.limit
	if over && g.cap == "refuse" {
		o.Status = querygen.Refused
		return o
	}
	if over && g.cap == "empty" {
		found = nil
	}
	switch g.totals {
	case "":
		o.Total = len(found)
	case "capped":
		if o.Total = len(found); over {
			o.Total, o.Capped = g.limit, true
		}
	case "rough":
		o.Total = len(found) * 12 / 10
	}
	if bound["order"] == "down" && g.sorts {
		slices.Reverse(found)
	}
	if over {
		found = found[:min(g.limit, len(found))]
	}
	size := gadgetRows
	if bound["rows"] == "50" && g.sizes {
		size = 50
	}
	from := min((a.Page-1)*size, len(found))
	to := min(a.Page*size, len(found))
	if g.swaps && from > 0 {
		from--
	}
	for _, d := range found[from:to] {
		o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint("g", d), Text: g.docs[d]})
	}
	if o.More = to < len(found); len(o.Rows) == 0 {
		o.Status = querygen.Empty
	}
	return o
}

// gadgetDocs are texts with short, frequent, inflected and compound words.
func gadgetDocs(n int) []string {
	r := rand.New(rand.NewPCG(5, 5))
	parts := strings.Fields("water stone light river mountain garden silver winter summer forest")
	docs := make([]string, n)
	for i := range docs {
		words := []string{[]string{"ox", "elm", "the"}[r.IntN(3)]}
		for range 5 {
			w := parts[r.IntN(len(parts))]
			if r.IntN(2) == 0 {
				w += []string{"s", "fall", "house", "bed"}[r.IntN(4)]
			}
			words = append(words, w)
		}
		words = append(words, fmt.Sprintf("item%d", i), []string{"red", "green"}[i%2])
		docs[i] = strings.Join(words, " ")
	}
	return docs
}

// withShortWords adds to some of the texts words of two letters that are rarer
// than the others.
func withShortWords() []string {
	docs := gadgetDocs(400)
	for i := range docs {
		if i%16 < 3 {
			docs[i] = strings.Replace(docs[i], " ", " "+[]string{"ax", "ko", "yu"}[i%16]+" ", 1)
		}
	}
	return docs
}

func (g *gadget) run(p *Planner, budget int) {
	for p.Requests() < budget {
		a, ok := p.Next()
		if !ok {
			return
		}
		p.Observe(g.answer(a))
	}
}

func TestProbeFindsWhatAnInterfaceCanDo(t *testing.T) {
	for _, tt := range []struct {
		name   string
		site   gadget
		can    string
		want   querygen.Verdict
		value  string
		within int // requests
	}{
		{"served", gadget{serves: true}, querygen.CanListAll, querygen.Yes, "the form as served", 60},
		{"served, empty submit", gadget{serves: true}, querygen.CanServe, querygen.Yes, "", 60},
		{"star", gadget{all: "*"}, querygen.CanListAll, querygen.Yes, "*", 60},
		{"percent", gadget{all: "%", totals: "none"}, querygen.CanListAll, querygen.Yes, "%", 60},
		{"blank for a required box", gadget{all: " ", required: true}, querygen.CanListAll, querygen.Yes, "a blank", 60},
		{"required box", gadget{required: true}, querygen.CanServe, querygen.No, "", 60},
		{"preset choice", gadget{serves: true, preset: true}, querygen.CanListAll, querygen.Yes, "the form without its preset choices", 60},
		{"nothing lists everything", gadget{}, querygen.CanListAll, querygen.No, "", 60},
		{"larger pages", gadget{sizes: true, serves: true}, querygen.CanPageSize, querygen.Yes, "50", 60},
		{"larger pages of a word", gadget{sizes: true}, querygen.CanPageSize, querygen.Yes, "50", 60},
		{"page size ignored", gadget{}, querygen.CanPageSize, querygen.No, "", 60},
		{"stops", gadget{limit: 40}, querygen.CanLimit, querygen.Yes, "40", 60},
		{"no limit", gadget{serves: true, sizes: true}, querygen.CanLimit, querygen.No, "", 200},
		{"refuses", gadget{limit: 90, cap: "refuse"}, querygen.CanLimit, querygen.Yes, "", 60},
		{"shows nothing", gadget{limit: 90, cap: "empty"}, querygen.CanLimit, querygen.Yes, "", 60},
		{"exact totals", gadget{serves: true}, querygen.CanTotal, querygen.Yes, "exact", 60},
		{"no totals", gadget{totals: "none"}, querygen.CanTotal, querygen.No, "", 60},
		{"capped totals", gadget{totals: "capped", limit: 40}, querygen.CanTotal, querygen.Yes, "capped", 60},
		{"rough totals", gadget{totals: "rough"}, querygen.CanTotal, querygen.Yes, "estimated", 60},
		{"phrases", gadget{phrase: true}, querygen.CanPhrase, querygen.Yes, `"..."`, 60},
		{"quotes ignored", gadget{}, querygen.CanPhrase, querygen.No, "", 60},
		{"prefixes", gadget{prefix: true}, querygen.CanPrefix, querygen.Yes, "wor*", 60},
		{"prefixes without totals", gadget{prefix: true, totals: "none"}, querygen.CanPrefix, querygen.Yes, "wor*", 60},
		{"no prefixes", gadget{}, querygen.CanPrefix, querygen.No, "", 60},
		{"short words", gadget{short: 3, docs: withShortWords()}, querygen.CanShort, querygen.Yes, "3", 60},
		{"no word too short", gadget{}, querygen.CanShort, querygen.No, "", 60},
		{"frequent short words are stop words", gadget{stop: "ox the elm", docs: withShortWords()}, querygen.CanShort, querygen.No, "", 60},
		{"stop words", gadget{stop: "the"}, querygen.CanStopWords, querygen.Yes, "", 60},
		{"no stop words", gadget{serves: true}, querygen.CanStopWords, querygen.No, "", 60},
		{"stems", gadget{stem: true}, querygen.CanStem, querygen.Yes, "", 60},
		{"no stems", gadget{}, querygen.CanStem, querygen.No, "", 60},
		{"orders", gadget{sorts: true}, querygen.CanSort, querygen.Yes, "down", 60},
		{"order ignored", gadget{}, querygen.CanSort, querygen.No, "", 60},
		{"stable", gadget{serves: true}, querygen.CanStay, querygen.Yes, "", 60},
		{"unstable", gadget{serves: true, swaps: true}, querygen.CanStay, querygen.No, "", 60},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := tt.site
			if g.docs == nil {
				g.docs = gadgetDocs(400)
			}
			p := mustPlan(t, querygen.Options{Form: g.form(), Strategy: "probe", Seeds: []string{"garden", "gardens", "water"}})
			g.run(p, tt.within)
			if p.Requests() >= 60 {
				t.Errorf("%d requests", p.Requests())
			}
			got := p.Capabilities().Get(tt.can)
			if got.Verdict != tt.want || tt.value != "" && got.Value != tt.value || got.Evidence == "" {
				t.Errorf("%+v", got)
			}
			if not := p.Capabilities().Get(querygen.CanNot); strings.HasPrefix(not.Evidence, "0 of 0") {
				t.Errorf("no rows show nothing: %+v", not)
			}
			if t.Failed() {
				for _, c := range p.Capabilities() {
					t.Logf("%+v", c)
				}
				for _, q := range p.facts.Asked {
					t.Logf("%s: %s %d of %d, %s", q.Query.Key(), q.Status, len(q.Rows), q.Total, q.Query.Why)
				}
			}
		})
	}
}

// Nothing is concluded from answers that showed no records, nor from too few to show it.
func TestNothingIsConcludedFromNothing(t *testing.T) {
	box := func(w string) querygen.Query {
		return querygen.Query{Form: "g", Bind: []page.Pair{pair("q", w)}}
	}
	out := func(q querygen.Query, status querygen.Status, total int, more bool, rows ...querygen.Row) querygen.Outcome {
		return querygen.Outcome{Query: q, Page: 1, Status: status, Rows: rows, Total: total, More: more, Requests: 1}
	}
	row := func(i int, text string) querygen.Row { return querygen.Row{Key: fmt.Sprint("r", i), Text: text} }
	rows := func(n int, text string) (out []querygen.Row) {
		for i := range n {
			out = append(out, row(i, fmt.Sprintf("%s item%d", text, i)))
		}
		return out
	}
	var listed []querygen.Outcome // 40 records
	for i := range 4 {
		list := rows(40, "ox red")[10*i : 10*i+10]
		for j := range list {
			list[j].Text += []string{" elm", "", " elm oak", ""}[j%4]
		}
		listed = append(listed, querygen.Outcome{Query: querygen.Query{Form: "g"}, Page: i + 1, Status: querygen.Answered, Rows: list, Total: -1, More: i < 3, Requests: 1})
	}
	g := gadget{serves: true, preset: true}
	silent := []querygen.Outcome{}
	for i, status := range []querygen.Status{querygen.Empty, querygen.Refused, querygen.Odd, querygen.Failed} {
		for j := range 10 {
			silent = append(silent, out(box(fmt.Sprintf("w%dx%d", i, j)), status, []int{-1, 0}[j%2], false))
		}
		silent = append(silent, out(querygen.Query{Form: "g"}, status, 0, false))
		for _, v := range []string{"green", "all"} {
			silent = append(silent, out(querygen.Query{Form: "g", Bind: []page.Pair{pair("colour", v)}}, status, -1, false))
		}
	}
	capped := out(box("none"), querygen.Empty, 100, false)
	capped.Capped = true
	few := out(box("few"), querygen.Answered, -1, false, rows(4, "few")...)
	again := few
	again.Query = querygen.Query{Form: "g", Bind: []page.Pair{pair("q", "few"), pair("order", "down")}}
	for _, tt := range []struct {
		name     string
		outcomes []querygen.Outcome
		unknown  []string // capabilities, all if nil
	}{
		{"a site that answers nothing", silent, nil},
		{"broad words refused, no word answered", append(slices.Clone(listed), out(box("red"), querygen.Refused, -1, false), out(box("elm"), querygen.Refused, -1, false), out(box("oak"), querygen.Refused, -1, false)), []string{querygen.CanLimit}},
		{"a bound to totals, without records", append(slices.Clone(listed), capped), []string{querygen.CanTotal}},
		{"another order of all there is", []querygen.Outcome{few, again}, []string{querygen.CanSort}},
		{"one short word", append(append(slices.Clone(listed), out(box("item1"), querygen.Answered, 1, false, row(1, "ox red elm oak item1"))), out(box("elm"), querygen.Answered, 40, true, listed[0].Rows...), out(box("ox"), querygen.Empty, 0, false)), []string{querygen.CanShort}},
		{"one of three values", []querygen.Outcome{listed[0], out(querygen.Query{Form: "g", Bind: []page.Pair{pair("colour", "green")}}, querygen.Answered, 5, false, rows(5, "green")...),
			out(querygen.Query{Form: "g", Bind: []page.Pair{pair("colour", "red")}}, querygen.Answered, 6, false, rows(6, "red")...)}, []string{querygen.CanDivide}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := mustPlan(t, querygen.Options{Form: g.form(), Questions: &questions.Plan{Words: questions.Words{Values: questions.Values{List: []string{"elm"}}, NothingElse: true}}})
			for _, o := range tt.outcomes {
				p.Observe(o)
			}
			for _, c := range p.Capabilities() {
				if tt.unknown == nil || slices.Contains(tt.unknown, c.Name) {
					t.Errorf("%+v", c)
				}
			}
		})
	}
}

// What the user says stands, and is not probed for.
func TestProbeTakesTheUsersWord(t *testing.T) {
	g := gadget{docs: gadgetDocs(400), all: "zz"}
	said := querygen.Capabilities{{Name: querygen.CanListAll, Verdict: querygen.Yes, Value: "zz"}, {Name: querygen.CanPageSize, Verdict: querygen.No}, {Name: querygen.CanPrefix, Verdict: querygen.No}, {Name: querygen.CanLimit, Verdict: querygen.Yes, Value: "70"}}
	p := mustPlan(t, querygen.Options{Form: g.form(), Strategy: "probe", Capabilities: said, Seeds: []string{"garden"}})
	g.run(p, 60)
	for _, c := range said {
		if got := p.Capabilities().Get(c.Name); got.Verdict != c.Verdict || got.Evidence != "as configured" {
			t.Errorf("%+v, want %+v", got, c)
		}
	}
	asked := map[string]bool{}
	for _, q := range p.facts.Asked {
		for _, b := range q.Query.Bind {
			asked[b.Value] = true
		}
	}
	if diff := cmp.Diff([]bool{true, false, false}, []bool{asked["zz"], asked["*"], asked["50"]}); diff != "" {
		t.Error(diff)
	}
	if p.facts.Regime().Limit != 70 {
		t.Errorf("limit %d", p.facts.Regime().Limit)
	}
}

// What a probe wrote of a list of everything is asked as it was, not by the words for it.
func TestAListIsAskedForAsAProfileSays(t *testing.T) {
	for _, g := range []gadget{{all: " ", required: true}, {serves: true}, {serves: true, preset: true}} {
		g.docs = gadgetDocs(400)
		options := querygen.Options{Form: g.form(), Strategy: "probe", Seeds: []string{"garden"}}
		first := mustPlan(t, options)
		g.run(first, 60)
		options.Strategy, options.Capabilities = "auto", first.Capabilities()
		p := mustPlan(t, options)
		g.run(p, 60)
		said := options.Capabilities.Get(querygen.CanListAll).Value
		if said == "" || !p.facts.Lists() {
			t.Errorf("%q: listed %v, %d held", said, p.facts.Lists(), p.Held())
		}
		for _, q := range p.facts.Asked {
			if slices.Contains(q.Pairs, pair("q", said)) {
				t.Errorf("%q was asked for as a word", said)
			}
		}
	}
}

// A verdict turns when the site contradicts it.
func TestVerdictsTurn(t *testing.T) {
	g := gadget{docs: gadgetDocs(400), all: "*", sizes: true}
	p := mustPlan(t, querygen.Options{Form: g.form(), Strategy: "probe", Seeds: []string{"garden"}})
	g.run(p, 60)
	before := p.Capabilities()
	if before.Get(querygen.CanListAll).Verdict != querygen.Yes || before.Get(querygen.CanTotal).Value != "exact" || before.Get(querygen.CanPageSize).Verdict != querygen.Yes {
		t.Fatalf("%+v", before)
	}
	for i := range 3 {
		p.Observe(querygen.Outcome{Query: querygen.Query{Form: "g", Bind: []page.Pair{pair("q", fmt.Sprint("small", i)), pair("rows", "50")}}, Page: 1, Status: querygen.Answered,
			Rows: []querygen.Row{{Key: "g1"}}, Total: 300, More: true, Requests: 1})
	}
	if c := p.Capabilities().Get(querygen.CanPageSize); c.Verdict != querygen.No {
		t.Errorf("%+v", c)
	}
	bind := func(q string) querygen.Query {
		return querygen.Query{Form: "g", Bind: []page.Pair{pair("q", q), pair("rows", "50")}}
	}
	p.Observe(querygen.Outcome{Query: bind("novel"), Page: 1, Status: querygen.Answered, Rows: []querygen.Row{{Key: "n1"}}, Total: 5000, More: true, Requests: 1})
	after := p.Capabilities().Get(querygen.CanListAll)
	if after.Verdict != querygen.No || !strings.Contains(after.Evidence, "5000") {
		t.Errorf("%+v", after)
	}
	for i := range 20 {
		p.Observe(querygen.Outcome{Query: bind(fmt.Sprint("odd", i)), Page: 1, Status: querygen.Answered, Rows: []querygen.Row{{Key: fmt.Sprint("x", i)}, {Key: fmt.Sprint("y", i)}}, Total: 7, Requests: 1})
	}
	if c := p.Capabilities().Get(querygen.CanTotal); c.Value == "exact" {
		t.Errorf("%+v", c)
	}
}

// The probe is part of the fold: who reads its ledger knows the same, and a
// harvest goes on from it and asks nothing twice.
func TestHarvestGoesOnFromAProbe(t *testing.T) {
	g := gadget{docs: gadgetDocs(400), all: "*", sizes: true, prefix: true}
	o := querygen.Options{Form: g.form(), Strategy: "probe", Seeds: []string{"garden"}}
	probe, again := mustPlan(t, o), mustPlan(t, o)
	o.Strategy = "auto"
	auto := mustPlan(t, o)
	asked := map[string]bool{}
	for probe.Requests() < 40 {
		a, ok := probe.Next()
		if !ok {
			break
		}
		out := g.answer(a)
		for _, p := range []*Planner{probe, again, auto} {
			p.Observe(out)
		}
		asked[fmt.Sprint(a.Query.Key(), a.Page)] = true
	}
	if diff := cmp.Diff(probe.Capabilities(), again.Capabilities()); diff != "" {
		t.Error(diff)
	}
	for auto.Held() < len(g.docs) {
		a, ok := auto.Next()
		if !ok {
			t.Fatalf("held %d: %s", auto.Held(), auto.Why())
		}
		if key := fmt.Sprint(a.Query.Key(), a.Page); asked[key] {
			t.Errorf("%s is asked again", key)
		}
		auto.Observe(g.answer(a))
	}
	if auto.Requests() > 60 {
		t.Errorf("%d requests", auto.Requests())
	}
}

// What lists everything is found and read, at little more than the floor.
func TestAutoFindsWhatListsEverything(t *testing.T) {
	for _, tt := range []struct {
		name string
		site gadget
		most int // requests; the floor is 40, or 8 with larger pages
	}{
		{"served", gadget{serves: true}, 46},
		{"blank for a required box", gadget{all: " ", required: true, totals: "none"}, 130},
		{"star", gadget{all: "*"}, 60},
		{"star and larger pages", gadget{all: "*", sizes: true}, 30},
		{"percent", gadget{all: "%"}, 75},
		{"preset choice undone", gadget{serves: true, preset: true}, 48},
		{"a letter cut short", gadget{prefix: true}, 85},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := tt.site
			if g.docs == nil {
				g.docs = gadgetDocs(400)
			}
			p := mustPlan(t, querygen.Options{Form: g.form(), Seeds: []string{"garden"}})
			for p.Held() < len(g.docs)*99/100 && p.Requests() < 300 {
				g.run(p, p.Requests()+1)
			}
			if p.Requests() > tt.most {
				t.Errorf("held %d of %d after %d requests, want at most %d: %s", p.Held(), len(g.docs), p.Requests(), tt.most, p.Why())
			}
		})
	}
}

// Under a limit, an order and its reverse show twice as much of each answer.
func TestAutoReadsBothDirections(t *testing.T) {
	g := gadget{docs: gadgetDocs(1500), limit: 30, serves: true}
	for i, d := range g.docs { // nothing rare to ask for
		g.docs[i] = d[:strings.Index(d, " item")]
	}
	reached := map[bool]int{}
	for _, sorts := range []bool{false, true} {
		g.sorts = sorts
		alone := querygen.Capabilities{{Name: querygen.CanAnd, Verdict: querygen.No}} // two words at once would reach nearly everything
		p := mustPlan(t, querygen.Options{Form: g.form(), Seeds: []string{"garden"}, Capabilities: alone})
		g.run(p, 600)
		reached[sorts] = p.Held()
	}
	if reached[true]*10 < reached[false]*11 {
		t.Errorf("%d records with a second direction, %d without", reached[true], reached[false])
	}
}
