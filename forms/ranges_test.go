package forms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/roles"
)

// describeRoles writes the fields that have a pair or are part of a date.
func describeRoles(fields []forms.Field) []string {
	var out []string
	for _, c := range fields {
		if c.Control == "submit" {
			continue
		}
		s := fmt.Sprintf("%s %s", c.Name, c.Role)
		if c.Part != "" {
			s += " " + c.Part
		}
		if c.Pair != "" {
			s += " with " + c.Pair
		}
		out = append(out, s)
	}
	return out
}

func numbers(first string, n, step int) string {
	var b strings.Builder
	b.WriteString("<option value=''>" + first)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "<option>%d", i*step)
	}
	return b.String()
}

func TestRanges(t *testing.T) {
	const months = `<option>Jan<option>Feb<option>Mar<option>Apr<option>May<option>Jun`
	years := `<option>2001<option>2002<option>2003`
	tests := []struct {
		name, body string
		want       []string
	}{
		{"by name", `Height <input name=height_min> <input name=height_max>`, []string{"height_min range-min with height_max", "height_max range-max with height_min"}},
		{"the other way round", `Most <input name=maxWeight type=number> least <input name=minWeight type=number>`, []string{"maxWeight range-max with minWeight", "minWeight range-min with maxWeight"}},
		{"by label", `<label>Prix de <input name=a></label> <label>à <input name=b></label>`, []string{"a range-min with b", "b range-max with a"}},
		{"Japanese", `<label>価格 <input name=a></label> <label>から <input name=b></label>`, []string{"a range-min with b", "b range-max with a"}},
		{"by numbered names", `<select name=depth1>` + numbers("Any", 6, 10) + `</select> <select name=depth2>` + numbers("Any", 6, 10) + `</select>`, []string{"depth1 range-min with depth2", "depth2 range-max with depth1"}},
		{"any scale", `Grade <select name=a><option>P<option>K<option>A</select> to <select name=b><option>P<option>K<option>A</select>`, []string{"a range-min with b", "b range-max with a"}},
		{"dates", `<input type=date name=found_from> <input type=date name=found_to>`, []string{"found_from range-min with found_to", "found_to range-max with found_from"}},
		{"a unit between", `<input name=weight_from> <select name=unit><option>m²<option>acre</select> <input name=weight_to>`, []string{"weight_from range-min with weight_to", "unit category", "weight_to range-max with weight_from"}},
		{"whatever noun, in English", `<label>Mast from <input name=a></label> <label>to (m) <input name=b></label>`, []string{"a range-min with b", "b range-max with a"}},
		{"whatever noun, in German", `<label>Tragkraft von (km) <input name=ta></label> <label>bis <input name=tb></label>`, []string{"ta range-min with tb", "tb range-max with ta"}},
		{"whatever noun, in French", `<label>Tirage de <input name=x1></label> <label>à <input name=x2></label>`, []string{"x1 range-min with x2", "x2 range-max with x1"}},
		{"whatever noun, in Spanish", `<label>Eslora desde <input name=c></label> <label>hasta <input name=d></label>`, []string{"c range-min with d", "d range-max with c"}},
		{"whose boxes show how they are written", `<label>Angeboten von <input name=d1 placeholder="TT.MM.JJJJ"></label> <label>Angeboten bis <input name=d2 placeholder="TT.MM.JJJJ"></label>`, []string{"d1 range-min with d2", "d2 range-max with d1"}},
		{"towns of a noun are no range", `<label>Coach from <input name=a placeholder="Town"></label> <label>to <input name=b placeholder="Town"></label>`, []string{"a place", "b place"}},
		{"places are no range", `From <input name=from> To <input name=to>`, []string{"from query", "to query"}},
		{"journeys are no range", `Travel from <input name=a> to <input name=b>`, []string{"a query", "b query"}},
		{"date in parts", `Found on <select name=d>` + numbers("Day", 31, 1) + `</select><select name=m>` + months + `</select><select name=y>` + years + `</select>`, []string{"d date day", "m date month", "y date year"}},
		{"two dates in parts", `<select name=m1>` + months + `</select><select name=d1>` + numbers("Day", 31, 1) + `</select> <select name=m2>` + months + `</select><select name=d2>` + numbers("Day", 31, 1) + `</select>`, []string{"m1 date month", "d1 date day", "m2 date month", "d2 date day"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := parse(t, `<form action=/search role=search>`+tt.body+`<button>Search</button></form>`)[0]
			if diff := cmp.Diff(tt.want, describeRoles(f.Fields)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOperators(t *testing.T) {
	for body, want := range map[string]forms.Role{
		`<select name=x><option>All of the words<option>Any of the words<option>Exact phrase</select>`:                                                          forms.Operator,
		`<label><input type=radio name=x value=1>any</label><label><input type=radio name=x value=2>all</label>`:                                                forms.Operator,
		`<select name=x><option>All dates<option>Before the year<option>After the year</select>`:                                                                forms.Operator,
		`<label><input type=checkbox name=x> Whole words</label>`:                                                                                               forms.Operator,
		`<select name=x><option>beginnt mit<option>enthält</select>`:                                                                                            forms.Operator,
		`<select name=x><option>LIKE<option>LIKE %...%<option>NOT LIKE<option>=<option>!=<option>REGEXP<option>IN (...)<option>BETWEEN<option>IS NULL</select>`: forms.Operator,
		`<select name=x><option>&lt; 100 km<option>&gt;= 100 km</select>`:                                                                                       forms.CategoryRole,
		`<select name=x><option>Any colour<option>red<option>blue</select>`:                                                                                     forms.CategoryRole,
		`<select name=x><option>All<option>Novels<option>Plays</select>`:                                                                                        forms.CategoryRole,
		`<label><input type=radio name=x value=1>books</label><label><input type=radio name=x value=2>films</label>`:                                            forms.CategoryRole,
		`<select name=x><option>Before the Flood<option>Silent Running<option>After Hours<option>Brazil<option>Solaris<option>Up</select>`:                      forms.CategoryRole,
	} {
		f := parse(t, `<form action=/search role=search><input type=search name=q>`+body+`<button>Search</button></form>`)[0]
		for _, c := range f.Fields {
			if c.Name == "x" && c.Role != want {
				t.Errorf("%s is %s, want %s", body, c.Role, want)
			}
		}
	}
}

// TestAssignRoles: labels, types and options suffice.
func TestAssignRoles(t *testing.T) {
	options := []forms.Option{{Label: "Any price"}, {Value: "1", Label: "$100"}, {Value: "2", Label: "$200"}, {Value: "3", Label: "$300"}}
	fields := []forms.Field{
		{Name: "1", Control: "text", Label: "Title"},
		{Name: "2", Control: "select", Label: "Price", Options: options},
		{Name: "3", Control: "select", Label: "to", Options: options},
	}
	roles.Assign(fields)
	if diff := cmp.Diff([]string{"1 query", "2 range-min with 3", "3 range-max with 2"}, describeRoles(fields)); diff != "" {
		t.Error(diff)
	}
	if !fields[1].Options[0].Any || fields[1].Options[1].Any {
		t.Error("open option not marked")
	}
}
