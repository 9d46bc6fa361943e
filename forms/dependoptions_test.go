package forms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
)

// described writes the options of a list that bind something, each with the
// values that it goes with.
func described(f forms.Field) string {
	var out []string
	for _, o := range f.Options {
		if !o.Any && o.Value != "" {
			out = append(out, fmt.Sprintf("%s %s of %s", o.Value, o.Label, strings.Join(o.Of, "+")))
		}
	}
	return strings.Join(out, ", ")
}

// The options of a list that depends on another one stand in many shapes in
// the scripts of a page, and are read from all of them.
func TestOptionsOfDependentLists(t *testing.T) {
	const lists = `<select name=maker id=maker><option value="">Any<option value=1>Amel<option value=2>Bavaria<option value=3>Contest</select>
		<select name=model id=model%s><option value="">Choose a maker</select>`
	const filling = `document.getElementById("maker").addEventListener("change", function () { document.getElementById("model").options.length = 0; });`
	const plain = "Maramu Maramu of 1, Santorin Santorin of 1, Cruiser Cruiser of 2"
	for _, tt := range []struct{ name, body, want string }{
		{"named for values", `<script>var m = {"1": ["Maramu", "Santorin"], "2": ["Cruiser"]};` + filling + `</script>`, plain},
		{"named for labels", `<script>const m = {Amel: ['Maramu', 'Santorin',], Bavaria: ['Cruiser']};` + filling + `</script>`, plain},
		{"in a member", `<script>var boats = {makers: 3, /* all */ models: {1: ["Maramu", "Santorin"], 2: ["Cruiser"], 3: []}};` + filling + `</script>`, plain},
		{"in a script of its own", `<script id=data type="application/json">{"1": ["Maramu", "Santorin"], "2": ["Cruiser"]}</script><script>` + filling + `</script>`, plain},
		{"pairs", `<script>fill({"1": [["m1", "Maramu"], ["m2", "Santorin"]], "2": [["m3", "Cruiser"]]});` + filling + `</script>`, "m1 Maramu of 1, m2 Santorin of 1, m3 Cruiser of 2"},
		{"objects", `<script>x = {"1": [{"id": 11, "name": "Maramu"}, {"id": 12, "name": "Santorin"}], "2": [{"id": 21, "name": "Cruiser"}]};` + filling + `</script>`, "11 Maramu of 1, 12 Santorin of 1, 21 Cruiser of 2"},
		{"values to labels", `<script>x = {"1": {"11": "Maramu", "12": "Santorin"}, "2": {"21": "Cruiser"}};` + filling + `</script>`, "11 Maramu of 1, 12 Santorin of 1, 21 Cruiser of 2"},
		{"shared options", `<script>x = {"1": ["Cruiser", "Maramu"], "2": ["Cruiser"]};` + filling + `</script>`, "Cruiser Cruiser of 1+2, Maramu Maramu of 1"},
		{"escapes", `<script>x = {"1": ["Mara\u006du"], "2": ['l\'Été']};` + filling + `</script>`, "Maramu Maramu of 1, l'Été l'Été of 2"},
		{"data about something else", `<script>x = {"1": ["a", "b"], "9": ["c"], "8": ["c"]}; y = ["1", "2"];` + filling + `</script>`, ""},
		{"no data", `<script>` + filling + `</script>`, ""},
		{"broken data", `<script>x = {"1": ["a", "b"; y = {"2": ["c"]`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := parse(t, `<form action=/search role=search>`+fmt.Sprintf(lists, "")+`<button>Search</button></form>`+tt.body)[0]
			if f.Fields[1].DependsOn != "maker" {
				t.Errorf("model depends on %q", f.Fields[1].DependsOn)
			}
			if diff := cmp.Diff(tt.want, described(f.Fields[1])); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("attributes", func(t *testing.T) {
		f := parse(t, `<form action=/search role=search><select name=a><option value=x>X<option value=y>Y</select><select name=b><option value="">all<option value=1 class=x>1<option value=2 class="y wide">2<option value=3 data-a=y>3</select></form>`)[0]
		if diff := cmp.Diff("1 1 of x, 2 2 of y, 3 3 of y", described(f.Fields[1])); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("a chain", func(t *testing.T) {
		f := parse(t, `<form action=/search role=search><select name=a><option value="">Any<option>X<option>Y</select><select name=b><option value="">Choose</select><select name=c><option value="">Choose</select></form>
			<script>d = {"X": {"X1": [2001, 2002], "X2": [2002]}, "Y": {"Y1": [1999]}}</script>`)[0]
		if diff := cmp.Diff([]string{"X1 X1 of X, X2 X2 of X, Y1 Y1 of Y", "2001 2001 of X1, 2002 2002 of X1+X2, 1999 1999 of Y1"}, []string{described(f.Fields[1]), described(f.Fields[2])}); diff != "" {
			t.Error(diff)
		}
	})
}
