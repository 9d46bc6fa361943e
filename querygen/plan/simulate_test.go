package plan

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// fish are six records for which every answer can be told by hand.
func fish(t *testing.T, o model.Options) *model.Model {
	t.Helper()
	var records []model.Record
	for i, line := range []string{"red cod 3", "red eel 5", "blue cod 7", "blue eel 9", "red ray 11", "blue ray"} {
		f := strings.Fields(line)
		r := model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{pair("colour", f[0]), pair("kind", f[1])}}
		if len(f) > 2 {
			r.Fields = append(r.Fields, pair("weight", f[2]))
		}
		records = append(records, r)
	}
	m, err := model.New(records, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestModelAnswers(t *testing.T) {
	box := func(text string) []page.Pair { return []page.Pair{pair("q", text)} }
	for _, tt := range []struct {
		name    string
		o       model.Options
		bind    []page.Pair
		page    int
		want    querygen.Status
		rows    int
		total   int
		capped  bool
		further bool
	}{
		{"a word", model.Options{Box: true, PageSize: 2}, box("Red"), 1, querygen.Answered, 2, 3, false, true},
		{"its last page", model.Options{Box: true, PageSize: 2}, box("red"), 2, querygen.Answered, 1, 3, false, false},
		{"beyond", model.Options{Box: true, PageSize: 2}, box("red"), 3, querygen.Empty, 0, 3, false, false},
		{"no word", model.Options{Box: true}, box("pike"), 1, querygen.Empty, 0, 0, false, false},
		{"nothing bound", model.Options{Box: true}, nil, 1, querygen.Empty, 0, 0, false, false},
		{"listing", model.Options{Box: true, Lists: true, PageSize: 4}, box(""), 2, querygen.Answered, 2, 6, false, false},
		{"limit", model.Options{Box: true, TopK: 2}, box("red"), 1, querygen.Answered, 2, 3, false, false},
		{"capped total", model.Options{Box: true, TopK: 2, Totals: "capped"}, box("red"), 1, querygen.Answered, 2, 2, true, false},
		{"hidden total", model.Options{Box: true, Totals: "hidden"}, box("red"), 1, querygen.Answered, 3, -1, false, false},
		{"refused", model.Options{Box: true, TopK: 2, Cap: "refuse"}, box("red"), 1, querygen.Refused, 0, -1, false, false},
		{"shown empty", model.Options{Box: true, TopK: 2, Cap: "empty"}, box("red"), 1, querygen.Empty, 0, 0, false, false},
		{"no operators", model.Options{Box: true}, box("red cod"), 1, querygen.Empty, 0, 0, false, false},
		{"and", model.Options{Box: true, Operators: "and"}, box("red cod"), 1, querygen.Answered, 1, 1, false, false},
		{"or", model.Options{Box: true, Operators: "or"}, box("red cod"), 1, querygen.Answered, 4, 4, false, false},
		{"not", model.Options{Box: true, Operators: "not"}, box("red -cod -eel"), 1, querygen.Answered, 1, 1, false, false},
		{"minus where NOT is unknown", model.Options{Box: true, Operators: "and"}, box("red -cod"), 1, querygen.Answered, 1, 1, false, false},
		{"menu", model.Options{Attributes: []string{"kind"}}, []page.Pair{pair("kind", "ray")}, 1, querygen.Answered, 2, 2, false, false},
		{"menu and range", model.Options{Attributes: []string{"kind", "weight"}}, []page.Pair{pair("kind", "eel"), pair("weight_min", "6")}, 1, querygen.Answered, 1, 1, false, false},
		{"range", model.Options{Attributes: []string{"weight"}}, []page.Pair{pair("weight_min", "5"), pair("weight_max", "9")}, 1, querygen.Answered, 3, 3, false, false},
		{"not a number", model.Options{Attributes: []string{"weight"}}, []page.Pair{pair("weight_min", "x")}, 1, querygen.Empty, 0, 0, false, false},
		{"unstable", model.Options{Box: true, Unstable: true, PageSize: 2}, box("red"), 1, querygen.Answered, 2, 3, false, true},
	} {
		got := fish(t, tt.o).Ask(querygen.Ask{Query: querygen.Query{Form: "model", Bind: tt.bind}, Page: tt.page})
		if got.Status != tt.want || len(got.Rows) != tt.rows || got.Total != tt.total || got.Capped != tt.capped || got.More != tt.further || got.Requests != 1 {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}

func TestModelForm(t *testing.T) {
	m := fish(t, model.Options{Box: true, Attributes: []string{"kind", "weight", "weight:menu"}})
	var got []string
	for _, f := range m.Form().Fields {
		got = append(got, fmt.Sprint(f.Name, " ", f.Role, " ", len(f.Options)))
	}
	want := []string{"q query 0", "kind category 4", "weight_min range-min 0", "weight_max range-max 0", "weight category 6"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, o := range []model.Options{{Totals: "some"}, {Attributes: []string{"length"}}, {Attributes: []string{"kind:list"}}} {
		if _, err := model.New([]model.Record{{Key: "a", Fields: []page.Pair{pair("kind", "cod")}}}, o); err == nil {
			t.Errorf("%+v is no error", o)
		}
	}
	if m.Form().Fields[0].Role != forms.QueryRole || m.Len() != 6 || m.Floor() != 1 {
		t.Errorf("%d records, floor %d", m.Len(), m.Floor())
	}
}

func TestSnippetsShowTheWordAskedFor(t *testing.T) {
	long := strings.Repeat("x1 ", 50) + "needle " + strings.Repeat("x2 ", 50)
	m, err := model.New([]model.Record{{Key: "a", Fields: []page.Pair{pair("text", long)}}}, model.Options{Box: true, Snippet: 9})
	if err != nil {
		t.Fatal(err)
	}
	o := m.Ask(querygen.Ask{Query: querygen.Query{Bind: []page.Pair{pair("q", "needle")}}, Page: 1})
	if got, want := o.Rows[0].Text, "x1 x1 x1 x1 needle x2 x2 x2 x2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestOracle(t *testing.T) {
	// red and blue partition the fish: two requests, the floor for pages of three.
	m := fish(t, model.Options{Box: true, PageSize: 3})
	curve, wasted := m.Oracle(0)
	if diff := cmp.Diff(model.Curve{{Requests: 1, Records: 3}, {Requests: 2, Records: 6}, {Requests: 2, Records: 6}}, curve); diff != "" || wasted != 0 {
		t.Error(diff, wasted)
	}
	if curve.Reached(0.5, 6) != 1 || curve.Reached(0.51, 6) != 2 || curve.Held(1) != 3 || curve.Held(0) != 0 {
		t.Error("the curve is read wrongly")
	}
	// With two reachable the three kinds would do; greedy may take a colour first.
	curve, _ = fish(t, model.Options{Box: true, PageSize: 3, TopK: 2}).Oracle(0)
	if got := curve.Reached(1, 6); got != 3 && got != 4 {
		t.Errorf("%d requests under a limit, want 3 or 4", got)
	}
}

func TestOracleReadsAnswersAsTheyAreShown(t *testing.T) {
	var records []model.Record
	for i := range 200 {
		records = append(records, model.Record{Key: strconv.Itoa(i), Fields: []page.Pair{pair("text", "word")}})
	}
	for _, unstable := range []bool{false, true} {
		m, err := model.New(records, model.Options{Box: true, Unstable: unstable})
		if err != nil {
			t.Fatal(err)
		}
		p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"word"}, Strategy: "frequency"})
		read, _ := m.Run(p, 0, func() bool { return false })
		knows, wasted := m.Oracle(0)
		got, want := knows[len(knows)-1], model.Point{Requests: 20, Records: read[len(read)-1].Records}
		if got != want || wasted != 0 && !unstable {
			t.Errorf("unstable %v: the oracle holds %v with %d wasted, whoever reads the same answer %v", unstable, got, wasted, want)
		}
	}
}

func TestRunHoldsWhatTheCurveSays(t *testing.T) {
	m := fish(t, model.Options{Box: true, PageSize: 2})
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"cod"}})
	curve, wasted := m.Run(p, 100, func() bool { return false })
	last := curve[len(curve)-1]
	if last.Records != 6 || p.Held() != 6 || last.Requests != p.Requests() || wasted < 2 || wasted > last.Requests-3 {
		t.Errorf("curve %v, %d wasted, %d held after %d requests", curve, wasted, p.Held(), p.Requests())
	}
}

func TestModelReachable(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    model.Options
		want int
	}{
		{"no limit", model.Options{Box: true}, 6},
		{"the first of each word", model.Options{Box: true, TopK: 1}, 4},
		{"refused", model.Options{Box: true, TopK: 1, Cap: "refuse"}, 1}, // by 11, the only word of one record
		{"refused, but narrowed", model.Options{Box: true, TopK: 1, Cap: "refuse", Operators: "and"}, 6},
		{"menus", model.Options{Attributes: []string{"colour"}, TopK: 2}, 4},
		{"two menus", model.Options{Attributes: []string{"colour", "kind"}, TopK: 1}, 6},
		{"a range", model.Options{Attributes: []string{"weight"}, TopK: 1}, 6},
		{"menus, refused", model.Options{Attributes: []string{"colour"}, TopK: 2, Cap: "refuse"}, 0},
	} {
		if got := fish(t, tt.o).Reachable(); got != tt.want {
			t.Errorf("%s: %d records can be reached, want %d", tt.name, got, tt.want)
		}
	}
}
