package forms_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/internal/cputime"
	"github.com/hadal-crawler/hadal/page"
)

func TestDependsOn(t *testing.T) {
	const makes = `<select name=make id=mk%s><option value="">Any make<option value=1>Amel<option value=2>Bavaria</select>`
	const models = `<select name=model id=mo%s><option value="">Any model<option value=7>Maramu<option value=8>Cruiser</select>`
	tests := []struct {
		name, makeAttr, modelAttr, more string
		want                            string
	}{
		{"independent", "", "", "", ""},
		{"child names its parent", "", ` data-depends-on="#mk"`, "", "make"},
		{"parent names its child", ` data-target=model`, "", "", "make"},
		{"inline handler", ` onchange="fill(this.value, 'model')"`, "", "", "make"},
		{"htmx", ` hx-get=/models hx-target="#mo"`, "", "", "make"},
		{"script", "", "", `<script>$('#mk').on('change', function () { $.get('/m?k=' + this.value, function (d) { $('#mo').html(d) }) })</script>`, "make"},
		{"script without jQuery", "", "", `<script>document.getElementById("mk").addEventListener("change", e => { const m = document.getElementById("mo"); m.options.length = 0; })</script>`, "make"},
		{"script about something else", "", "", `<script>$('#mk').on('change', function () { log('#mox') })</script>`, ""},
		{"longer id", ` onchange="show('#mo2')"`, "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			body := `<form action=/search role=search>` + strings.Replace(makes, "%s", tt.makeAttr, 1) + strings.Replace(models, "%s", tt.modelAttr, 1) + `<button>Search</button></form>` + tt.more
			f := parse(t, body)[0]
			if got := f.Fields[1].DependsOn; got != tt.want {
				t.Errorf("model depends on %q, want %q", got, tt.want)
			}
			if got := f.Fields[0].DependsOn; got != "" {
				t.Errorf("make depends on %q", got)
			}
		})
	}
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"options name the parent's value":                   {`<select name=a><option value=x>X<option value=y>Y</select><select name=b><option value="">all<option value=1 class=x>1<option value=2 class=y>2</select>`, []string{"", "a"}},
		"empty lists wait":                                  {`<select name=a><option>All<option>X<option>Y</select><select name=b><option value="">Choose X first</select><select name=c disabled><option value="">Choose</select>`, []string{"", "a", "b"}},
		"an empty list is loaded by what another is set to": {`<select name=a id=aa><option value="">all<option>X<option>Y</select><select name=b id=bb></select><script>$("#bb").select2({ajax: {data: p => ({q: p.term, of: $("#aa").val()})}}); $("#bb").on("change", () => { $("#cc").html($("#aa").val()) })</script>`, []string{"", "a"}},
		"a list that sends the form":                        {`<select name=a onchange="this.form.submit()"><option>X<option>Y</select><select name=b><option>1<option>2</select>`, []string{"", ""}},
	} {
		f := parse(t, `<form action=/search role=search>`+c.body+`</form>`)[0]
		for i, want := range c.want {
			if got := f.Fields[i].DependsOn; got != want {
				t.Errorf("%s: %s depends on %q, want %q", name, f.Fields[i].Name, got, want)
			}
		}
		if got, want := f.Fields[0].Reloads, strings.Contains(c.body, "submit()"); got != want {
			t.Errorf("%s: reloads %v", name, got)
		}
	}
}

// A form of many lists takes as much longer to understand as it has more of them.
func TestManyListsAreNotComparedInPairs(t *testing.T) {
	parse := func(lists int) time.Duration {
		var b strings.Builder
		b.WriteString("<form>")
		for i := range lists {
			fmt.Fprintf(&b, `<select name=s%d onchange="fill('s%d')"><option value=%d>a<option value=%d>b</select>`, i, i+1, i, i+1)
		}
		doc, err := page.ParseDocument([]byte(b.String()+"</form>"), "text/html; charset=utf-8", page.MustParseURL("http://a.example/"))
		if err != nil {
			t.Fatal(err)
		}
		best := time.Hour
		for range 3 {
			began, _ := cputime.Used()
			f := forms.Parse(doc)
			ended, err := cputime.Used() // and not the clock, which goes on while others are at work
			if err != nil {
				t.Fatal(err)
			}
			best = min(best, ended-began)
			if got := f[0].Fields[lists-1].DependsOn; got != fmt.Sprintf("s%d", lists-2) {
				t.Fatalf("the last of %d lists depends on %q", lists, got)
			}
		}
		return best
	}
	if few, many := parse(250), parse(2000); many > 24*few { // 8 times as many, 64 times as many pairs
		t.Errorf("250 lists take %v, 2000 take %v", few, many)
	}
}
