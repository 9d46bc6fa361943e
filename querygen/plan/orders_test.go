package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

func sortField(name string, control forms.Kind, values string) forms.Field {
	f := forms.Field{Name: name, Control: control, Role: forms.Sort}
	for i, v := range strings.Fields(values) {
		v, chosen := strings.CutSuffix(v, "!")
		f.Options = append(f.Options, forms.Option{Value: v, Label: v, Selected: chosen || i == 0 && control == "select"})
	}
	return f
}

func TestOrdersOfAForm(t *testing.T) {
	for _, tt := range []struct {
		name   string
		fields []forms.Field
		want   []string
	}{
		{"keys", []forms.Field{sortField("by", "select", "date title")}, []string{"by=title"}},
		{"keys and directions", []forms.Field{sortField("by", "select", "date title price"), sortField("dir", "select", "asc desc")},
			[]string{"dir=desc", "by=title", "by=title dir=desc", "by=price", "by=price dir=desc"}},
		{"a button for the direction", []forms.Field{sortField("by", "select", "date title"), sortField("r", "checkbox", "reverse")},
			[]string{"r=reverse", "by=title", "by=title r=reverse"}},
		{"links, nothing chosen", []forms.Field{sortField("by", "radio", "date title"), sortField("dir", "radio", "asc desc")},
			[]string{"dir=asc", "dir=desc", "by=date", "by=date dir=asc", "by=date dir=desc", "by=title", "by=title dir=asc", "by=title dir=desc"}},
		{"keys with their direction", []forms.Field{sortField("by", "select", "date-asc date-desc")}, []string{"by=date-desc"}},
		{"none", []forms.Field{sortField("by", "hidden", "date")}, nil},
	} {
		var got []string
		for _, o := range space.OrdersOf(forms.Form{Fields: tt.fields}, nil) {
			said := ""
			for _, p := range o.Pairs {
				said += " " + p.Name + "=" + p.Value
			}
			got = append(got, strings.TrimSpace(said))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// Under a limit a question is asked by each key in both directions: the first
// rows by each. Orders that only result pages offer count from the question on
// that showed them, whenever it came.
func TestKeysAndDirectionsReachMore(t *testing.T) {
	const n, k = 400, 40
	value := []func(int) int{func(i int) int { return i }, func(i int) int { return i * 7 % n }, func(i int) int { return i * 11 % n }}
	reached := map[string]int{}
	for _, offered := range []string{"", "form", "later"} {
		plain := boxForm()
		sorted := boxForm(sortField("by", "radio", "0 1 2"), sortField("dir", "radio", "asc desc"))
		form := plain
		if offered == "form" {
			form = sorted
		}
		p := mustPlan(t, querygen.Options{Form: form, Seeds: []string{"all"}})
		for range 300 {
			a, ok := p.Next()
			if !ok {
				break
			}
			by, down, word := 0, false, ""
			for _, b := range a.Query.Bind {
				switch b.Name {
				case "by":
					fmt.Sscan(b.Value, &by)
				case "dir":
					down = b.Value == "desc"
				case "q":
					word = b.Value
				}
			}
			o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Empty, Total: -1, Requests: 1}
			if word == "all" {
				o.Status, o.Total = querygen.Answered, n
				at := make([]int, n)
				for i := range at {
					at[value[by](i)] = i
				}
				for i := (a.Page - 1) * 10; i < min(a.Page*10, k); i++ {
					x := at[i]
					if down {
						x = at[n-1-i]
					}
					o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint(x), Text: "all of them"})
				}
				o.More = a.Page*10 < k
			}
			p.Observe(o)
			if offered == "later" && p.Held() >= k {
				p.Widen(sorted)
			}
		}
		reached[offered] = p.Held()
	}
	if reached[""] != k || reached["form"] < 9*k/2 || reached["later"] < 9*k/2 {
		t.Errorf("reached %v of %d, %d at once", reached, n, k)
	}
}
