package querygen

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// fish are six records for which every answer can be told by hand.
func fish(t *testing.T, o ModelOptions) *Model {
	t.Helper()
	var records []ModelRecord
	for i, line := range []string{"red cod 3", "red eel 5", "blue cod 7", "blue eel 9", "red ray 11", "blue ray"} {
		f := strings.Fields(line)
		r := ModelRecord{Key: fmt.Sprint(i), Fields: []page.Pair{pair("colour", f[0]), pair("kind", f[1])}}
		if len(f) > 2 {
			r.Fields = append(r.Fields, pair("weight", f[2]))
		}
		records = append(records, r)
	}
	m, err := NewModel(records, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestModelAnswers(t *testing.T) {
	box := func(text string) []page.Pair { return []page.Pair{pair("q", text)} }
	for _, tt := range []struct {
		name    string
		o       ModelOptions
		bind    []page.Pair
		page    int
		want    Status
		rows    int
		total   int
		capped  bool
		further bool
	}{
		{"a word", ModelOptions{Box: true, PageSize: 2}, box("Red"), 1, Answered, 2, 3, false, true},
		{"its last page", ModelOptions{Box: true, PageSize: 2}, box("red"), 2, Answered, 1, 3, false, false},
		{"beyond", ModelOptions{Box: true, PageSize: 2}, box("red"), 3, Empty, 0, 3, false, false},
		{"no word", ModelOptions{Box: true}, box("pike"), 1, Empty, 0, 0, false, false},
		{"nothing bound", ModelOptions{Box: true}, nil, 1, Empty, 0, 0, false, false},
		{"listing", ModelOptions{Box: true, Lists: true, PageSize: 4}, box(""), 2, Answered, 2, 6, false, false},
		{"limit", ModelOptions{Box: true, TopK: 2}, box("red"), 1, Answered, 2, 3, false, false},
		{"capped total", ModelOptions{Box: true, TopK: 2, Totals: "capped"}, box("red"), 1, Answered, 2, 2, true, false},
		{"hidden total", ModelOptions{Box: true, Totals: "hidden"}, box("red"), 1, Answered, 3, -1, false, false},
		{"refused", ModelOptions{Box: true, TopK: 2, Cap: "refuse"}, box("red"), 1, Refused, 0, -1, false, false},
		{"shown empty", ModelOptions{Box: true, TopK: 2, Cap: "empty"}, box("red"), 1, Empty, 0, 0, false, false},
		{"no operators", ModelOptions{Box: true}, box("red cod"), 1, Empty, 0, 0, false, false},
		{"and", ModelOptions{Box: true, Operators: "and"}, box("red cod"), 1, Answered, 1, 1, false, false},
		{"or", ModelOptions{Box: true, Operators: "or"}, box("red cod"), 1, Answered, 4, 4, false, false},
		{"not", ModelOptions{Box: true, Operators: "not"}, box("red -cod -eel"), 1, Answered, 1, 1, false, false},
		{"minus where NOT is unknown", ModelOptions{Box: true, Operators: "and"}, box("red -cod"), 1, Answered, 1, 1, false, false},
		{"menu", ModelOptions{Attributes: []string{"kind"}}, []page.Pair{pair("kind", "ray")}, 1, Answered, 2, 2, false, false},
		{"menu and range", ModelOptions{Attributes: []string{"kind", "weight"}}, []page.Pair{pair("kind", "eel"), pair("weight_min", "6")}, 1, Answered, 1, 1, false, false},
		{"range", ModelOptions{Attributes: []string{"weight"}}, []page.Pair{pair("weight_min", "5"), pair("weight_max", "9")}, 1, Answered, 3, 3, false, false},
		{"not a number", ModelOptions{Attributes: []string{"weight"}}, []page.Pair{pair("weight_min", "x")}, 1, Empty, 0, 0, false, false},
		{"unstable", ModelOptions{Box: true, Unstable: true, PageSize: 2}, box("red"), 1, Answered, 2, 3, false, true},
	} {
		got := fish(t, tt.o).Ask(Ask{Query{Form: "model", Bind: tt.bind}, tt.page})
		if got.Status != tt.want || len(got.Rows) != tt.rows || got.Total != tt.total || got.Capped != tt.capped || got.More != tt.further || got.Requests != 1 {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}

func TestModelForm(t *testing.T) {
	m := fish(t, ModelOptions{Box: true, Attributes: []string{"kind", "weight", "weight:menu"}})
	var got []string
	for _, f := range m.Form().Fields {
		got = append(got, fmt.Sprint(f.Name, " ", f.Role, " ", len(f.Options)))
	}
	want := []string{"q query 0", "kind category 4", "weight_min range-min 0", "weight_max range-max 0", "weight category 6"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, o := range []ModelOptions{{Totals: "some"}, {Attributes: []string{"length"}}, {Attributes: []string{"kind:list"}}} {
		if _, err := NewModel([]ModelRecord{{Key: "a", Fields: []page.Pair{pair("kind", "cod")}}}, o); err == nil {
			t.Errorf("%+v is no error", o)
		}
	}
	if m.Form().Fields[0].Role != forms.QueryRole || m.Len() != 6 || m.Floor() != 1 {
		t.Errorf("%d records, floor %d", m.Len(), m.Floor())
	}
}

func TestSnippetsShowTheWordAskedFor(t *testing.T) {
	long := strings.Repeat("x1 ", 50) + "needle " + strings.Repeat("x2 ", 50)
	m, err := NewModel([]ModelRecord{{Key: "a", Fields: []page.Pair{pair("text", long)}}}, ModelOptions{Box: true, Snippet: 9})
	if err != nil {
		t.Fatal(err)
	}
	o := m.Ask(Ask{Query{Bind: []page.Pair{pair("q", "needle")}}, 1})
	if got, want := o.Rows[0].Text, "x1 x1 x1 x1 needle x2 x2 x2 x2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestOracle(t *testing.T) {
	// red and blue partition the fish: two requests, the floor for pages of three.
	m := fish(t, ModelOptions{Box: true, PageSize: 3})
	curve, wasted := m.Oracle(0)
	if diff := cmp.Diff(Curve{{1, 3}, {2, 6}, {2, 6}}, curve); diff != "" || wasted != 0 {
		t.Error(diff, wasted)
	}
	if curve.Reached(0.5, 6) != 1 || curve.Reached(0.51, 6) != 2 || curve.Held(1) != 3 || curve.Held(0) != 0 {
		t.Error("the curve is read wrongly")
	}
	// With two reachable the three kinds would do; greedy may take a colour first.
	curve, _ = fish(t, ModelOptions{Box: true, PageSize: 3, TopK: 2}).Oracle(0)
	if got := curve.Reached(1, 6); got != 3 && got != 4 {
		t.Errorf("%d requests under a limit, want 3 or 4", got)
	}
}

func TestOracleReadsAnswersAsTheyAreShown(t *testing.T) {
	var records []ModelRecord
	for i := range 200 {
		records = append(records, ModelRecord{Key: strconv.Itoa(i), Fields: []page.Pair{pair("text", "word")}})
	}
	for _, unstable := range []bool{false, true} {
		m, err := NewModel(records, ModelOptions{Box: true, Unstable: unstable})
		if err != nil {
			t.Fatal(err)
		}
		p := mustPlan(t, Options{Form: m.Form(), Seeds: []string{"word"}, Strategy: "frequency"})
		read, _ := m.Run(p, 0, func() bool { return false })
		knows, wasted := m.Oracle(0)
		got, want := knows[len(knows)-1], Point{20, read[len(read)-1].Records}
		if got != want || wasted != 0 && !unstable {
			t.Errorf("unstable %v: the oracle holds %v with %d wasted, whoever reads the same answer %v", unstable, got, wasted, want)
		}
	}
}

func TestRunHoldsWhatTheCurveSays(t *testing.T) {
	m := fish(t, ModelOptions{Box: true, PageSize: 2})
	p := mustPlan(t, Options{Form: m.Form(), Seeds: []string{"cod"}})
	curve, wasted := m.Run(p, 100, func() bool { return false })
	last := curve[len(curve)-1]
	if last.Records != 6 || p.Held() != 6 || last.Requests != p.Requests() || wasted < 2 || wasted > last.Requests-3 {
		t.Errorf("curve %v, %d wasted, %d held after %d requests", curve, wasted, p.Held(), p.Requests())
	}
}

func TestModelReachable(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    ModelOptions
		want int
	}{
		{"no limit", ModelOptions{Box: true}, 6},
		{"the first of each word", ModelOptions{Box: true, TopK: 1}, 4},
		{"refused", ModelOptions{Box: true, TopK: 1, Cap: "refuse"}, 1}, // by 11, the only word of one record
		{"refused, but narrowed", ModelOptions{Box: true, TopK: 1, Cap: "refuse", Operators: "and"}, 6},
		{"menus", ModelOptions{Attributes: []string{"colour"}, TopK: 2}, 4},
		{"two menus", ModelOptions{Attributes: []string{"colour", "kind"}, TopK: 1}, 6},
		{"a range", ModelOptions{Attributes: []string{"weight"}, TopK: 1}, 6},
		{"menus, refused", ModelOptions{Attributes: []string{"colour"}, TopK: 2, Cap: "refuse"}, 0},
	} {
		if got := fish(t, tt.o).Reachable(); got != tt.want {
			t.Errorf("%s: %d records can be reached, want %d", tt.name, got, tt.want)
		}
	}
}
