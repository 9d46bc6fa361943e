package forms_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

func TestLabels(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"label for", `<label for=a>Author:</label><p>noise</p><input id=a name=x>`, "Author"},
		{"wrapping", `<label>Author * <input name=x></label>`, "Author"},
		{"wrapping does not read options", `<label>Year <select name=x><option>2001</select></label>`, "Year"},
		{"aria-labelledby", `<b id=l1>First</b> <i id=l2>part</i><hr><p>noise</p><input name=x aria-labelledby="l1 l2">`, "First part"},
		{"aria-label", `noise <input name=x aria-label=Author>`, "Author"},
		{"cell before", `<table><tr><td>Author</td><td><input name=x></td></tr></table>`, "Author"},
		{"cell before, second pair", `<table><tr><td>A</td><td><input name=a></td><td>Author</td><td><input name=x></td></tr></table>`, "Author"},
		{"column header", `<table><tr><th>Title</th><th>Author</th></tr><tr><td><input name=t></td><td><input name=x></td></tr></table>`, "Author"},
		{"text before", `Title <input name=t> Author: <input name=x>`, "Author"},
		{"block above", `<div><div>Author</div><div><input name=x></div></div>`, "Author"},
		{"definition", `<dl><dt>Author</dt><dd><input name=x></dd></dl>`, "Author"},
		{"no prose", `<p>` + lorem + `</p><input name=x placeholder=Author>`, "Author"},
		{"title", `<input name=x title=Author>`, "Author"},
		{"name", `<input name=txtAuthor_name[]>`, "txt author name"},
		{"not the control before", `<input name=y placeholder=Other><input name=x placeholder=Author>`, "Author"},
		{"button", `<button name=x><img alt=Find></button>`, "Find"},
		{"button value", `<input type=submit name=x value="Find it">`, "Find it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, c := range parse(t, "<form action=/s>"+tt.body+"</form>")[0].Fields {
				if c.Name == "x" || c.Name == "txtAuthor_name[]" {
					if c.Label != tt.want {
						t.Errorf("label %q, want %q", c.Label, tt.want)
					}
					return
				}
			}
			t.Fatal("no control x")
		})
	}
}

const lorem = "This long paragraph explains at length what the collection holds, who put it together over the years, how its records were described, and where the originals can be seen."

func TestGroups(t *testing.T) {
	f := parse(t, `<form action=/s>
		<fieldset><legend>Format</legend>
			<label><input type=radio name=f value="">All</label>
			<input type=radio name=f value=b id=fb checked><label for=fb>Book</label>
			<input name=q>
			<input type=radio name=f value=c> Compact disc
		</fieldset>
		Subject: <input type=checkbox name=s value=1>Birds<br><input type=checkbox name=s value=2>Fish
		<input type=checkbox name=only value=1> Only new
	</form>`)[0]
	want := []forms.Field{
		{Name: "f", Control: "radio", Label: "Format", Pos: 0, Options: []forms.Option{
			{Value: "", Label: "All", Any: true, Pos: 0},
			{Value: "b", Label: "Book", Selected: true, Pos: 1},
			{Value: "c", Label: "Compact disc", Pos: 3}}},
		{Name: "q", Control: "text", Label: "q", Pos: 2},
		{Name: "s", Control: "checkbox", Label: "Subject", Multiple: true, Pos: 4, Options: []forms.Option{
			{Value: "1", Label: "Birds", Pos: 4}, {Value: "2", Label: "Fish", Pos: 5}}},
		{Name: "only", Control: "checkbox", Label: "Only new", Multiple: true, Pos: 6, Options: []forms.Option{
			{Value: "1", Label: "Only new", Pos: 6}}},
	}
	for i := range f.Fields {
		f.Fields[i].Role, f.Fields[i].Score = "", 0
	}
	if diff := cmp.Diff(want, f.Fields); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestControls(t *testing.T) {
	f := parse(t, `<form action=/s>
		<select name=c><optgroup label=Birds><option>Owl<option value=k label=Kite>x</optgroup><option disabled>No</select>
		<input name=d list=l maxlength=9 minlength=2 pattern=x+ required><datalist id=l><option value=a label=A><option>b<option disabled>c</datalist>
		<input type=NUMBER name=n min=1 max=9 step=2><output name=o>1</output><input type=unheard name=u></form>`)[0]
	want := []forms.Field{
		{Name: "c", Control: "select", Label: "c", Pos: 0, Options: []forms.Option{
			{Value: "Owl", Label: "Owl", Selected: true, Group: "Birds"}, {Value: "k", Label: "Kite", Group: "Birds"}, {Value: "No", Label: "No", Disabled: true}}},
		{Name: "d", Control: "text", Label: "d", Pos: 1, MaxLength: 9, MinLength: 2, Pattern: "x+", Required: true, Options: []forms.Option{
			{Value: "a", Label: "A"}, {Value: "b", Label: "b"}}},
		{Name: "n", Control: "number", Label: "n", Pos: 2, Min: "1", Max: "9", Step: "2"},
		{Name: "u", Control: "text", Label: "u", Pos: 3},
	}
	for i := range f.Fields {
		f.Fields[i].Role, f.Fields[i].Score = "", 0
	}
	if diff := cmp.Diff(want, f.Fields); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestAnyOptions(t *testing.T) {
	any := []string{"Any", "All", "All categories", "-- Select --", "---", "", "Any price", "Alle", "Toutes les catégories", "Cualquiera", "Todos", "Qualquer", "Tutti", "Wszystkie",
		"Все", "Любой", "Hepsi", "Tümü", "全部", "不限", "すべて", "指定なし", "전체", "الكل", "הכל", "Please choose...", "No preference", "Všechny"}
	for _, label := range any {
		f := parse(t, `<form action=/s><select name=s><option value="">`+label+`<option value=1>Birds<option value=2>Ballads</select></form>`)[0]
		if o := f.Fields[0].Options; !o[0].Any || o[1].Any || o[2].Any {
			t.Errorf("%q is not told from the others: %+v", label, o)
		}
	}
	for _, label := range []string{"Ballads", "Allergies", "Anatomy", "Alle Farben sind schön und hell heute", "2001", "C"} {
		f := parse(t, `<form action=/s><select name=s><option value=0>x<option value=1>`+label+`</select></form>`)[0]
		if f.Fields[0].Options[1].Any {
			t.Errorf("%q is taken for any", label)
		}
	}
	for body, want := range map[string]int{ // the option that binds nothing, -1 for none
		`<option value=u selected>Unknown<option value=t>Yes<option value=f>No`:                     0,
		`<option value=t>Ja<option value=f>Nein<option value=e selected>Einerlei`:                   2,
		`<option value=t selected>Yes<option value=f>No<option value=u>Unknown`:                     -1, // the yes is preset
		`<option value=u selected>Unknown<option value=t>Tall<option value=f>Low`:                   -1,
		`<option value=u selected>Unknown<option value=t>Yes<option value=f>No<option value=s>Some`: -1,
	} {
		f := parse(t, `<form action=/s><input name=q><select name=s>`+body+`</select></form>`)[0]
		if got := slices.IndexFunc(f.Fields[1].Options, func(o forms.Option) bool { return o.Any }); got != want {
			t.Errorf("%s: %d binds nothing, want %d", body, got, want)
		}
	}
}

func TestID(t *testing.T) {
	id := func(body string) string { return parse(t, body)[0].ID }
	base := id(`<form action="/s;jsessionid=1?x=1" method=post><input type=hidden name=token value=a><input name=q><select name=c><option>1</select></form>`)
	same := map[string]string{
		"other values and tokens": `<form action="/s;jsessionid=2" method=POST><input type=hidden name=token2 value=b><input name=q value=z><select name=c><option>2</select></form>`,
		"other position":          `<form></form><form action="/s" method=post><select name=c></select><input name=q></form>`,
	}
	for name, body := range same {
		fs := parse(t, body)
		if got := fs[len(fs)-1].ID; got != base {
			t.Errorf("%s: ID %s, want %s", name, got, base)
		}
	}
	for name, body := range map[string]string{
		"method": `<form action=/s><input name=q><select name=c></select></form>`,
		"action": `<form action=/t method=post><input name=q><select name=c></select></form>`,
		"names":  `<form action=/s method=post><input name=q><select name=d></select></form>`,
		"more":   `<form action=/s method=post><input name=q><select name=c></select><input name=e></form>`,
	} {
		if id(body) == base {
			t.Errorf("the same ID in spite of another %s", name)
		}
	}
}

func TestLooseBoxes(t *testing.T) {
	fs := parse(t, `<input type=search name=s><form action=/s><input type=search name=in></form><div role=search><input name=r><input type=checkbox name=c></div>
		<input role=searchbox id=b><input name=plain><search><input name=e></search><input type=search name=off disabled>`)
	var got []string
	for _, f := range fs {
		if f.Index == -1 {
			got = append(got, f.Name)
			if f.Purpose != forms.Search || f.Fields[0].Role != forms.QueryRole || f.Submit {
				t.Errorf("%s: %s, role %s, submit %v", f.Name, f.Purpose, f.Fields[0].Role, f.Submit)
			}
		}
	}
	if diff := cmp.Diff([]string{"s", "r", "b", "e"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRenew(t *testing.T) {
	old := parse(t, `<form action=/search method=post role=search><input type=hidden name=csrf value=aaaaaaaa11><input name=q><button>Search</button></form>`)[0]
	if !old.HasToken() {
		t.Error("HasToken is false")
	}
	old.Fields[1].Role = forms.Place // as a person may overrule it
	fresh := parse(t, `<form action=/other><input name=z></form><form action="/search;jsessionid=9" method=post role=search><input type=hidden name=extra value=1><input type=hidden name=csrf value=bbbbbbbb22><input name=q><button>Search</button></form>`)
	got, ok := old.Renew(fresh)
	if !ok {
		t.Fatal("not found")
	}
	r, err := got.Fill(forms.Values{"q": {"x"}}, forms.Submission{})
	if err != nil {
		t.Fatal(err)
	}
	if want := "extra=1&csrf=bbbbbbbb22&q=x"; r.Body != want || r.URL.PathQuery() != "/search;jsessionid=9" {
		t.Errorf("sends %s %s, want %s", r.URL.PathQuery(), r.Body, want)
	}
	if got.Fields[2].Role != forms.Place {
		t.Errorf("role became %s", got.Fields[2].Role)
	}
	if _, ok := old.Renew(fresh[:1]); ok {
		t.Error("found where it is not")
	}
	if (parse(t, `<form action=/s><input type=hidden name=lang value=en><input name=q></form>`)[0]).HasToken() {
		t.Error("a constant is taken for a token")
	}
}

// TestRenewFromAnAnswer: an answer shows what was asked, which is not asked again with the next question.
func TestRenewFromAnAnswer(t *testing.T) {
	const page = `<form action=/search method=post role=search><input type=hidden name=csrf value=%s><input name=q value="%s"><select name=kind><option value="">All<option%s>maps</select><input type=checkbox name=new value=1 %s><button>Search</button></form>`
	old, answer := parse(t, fmt.Sprintf(page, "aaaaaaaa11", "", "", "checked"))[0], parse(t, fmt.Sprintf(page, "bbbbbbbb22", "lion", " selected", ""))
	got, ok := old.Renew(answer)
	if !ok {
		t.Fatal("not found")
	}
	r, err := got.Fill(forms.Values{}, forms.Submission{})
	if err != nil {
		t.Fatal(err)
	}
	if want := "csrf=bbbbbbbb22&q=&kind=&new=1"; r.Body != want {
		t.Errorf("sends %s, want %s", r.Body, want)
	}
}

// TestRefresh: a request that stands on an old page gets the tokens of today, and
// nothing else of it changes.
func TestRefresh(t *testing.T) {
	form := parse(t, `<form action=/search method=post role=search><input type=hidden name="csrf[key]" value="bbbb/bbbb+22aa"><input name=q><button>Search</button></form>`)[0]
	for body, want := range map[string]string{
		"csrf%5Bkey%5D=aaaaaaaa11&q=a+%26+b&page=3": "csrf%5Bkey%5D=bbbb%2Fbbbb%2B22aa&q=a+%26+b&page=3",
		"q=csrf%5Bkey%5D%3Dx&page=3":                "",
		"":                                          "",
	} {
		r, ok := form.Refresh(page.Request{Method: "POST", Body: body})
		if ok != (want != "") || ok && r.Body != want || !ok && r.Body != body {
			t.Errorf("%q becomes %q, %t; want %q", body, r.Body, ok, want)
		}
	}
}

func TestBrokenTableAndJSON(t *testing.T) {
	fs := parse(t, `<table><form action=/s role=search><tr><td><input name=q></td><td><input type=checkbox name=a value=1 checked></td></tr><tr><td><select name=c><option value="">All<option>2</select></td></tr><tr><td><input type=checkbox name=a value=2 checked><input type=submit></td></tr></form></table>`)
	data, err := json.Marshal(fs[0])
	if err != nil {
		t.Fatal(err)
	}
	var back forms.Form
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fs[0], back, cmp.Comparer(func(a, b page.URL) bool { return a == b })); diff != "" {
		t.Errorf("JSON round trip (-before +after)\n%s", diff)
	}
	r, err := back.Fill(forms.Values{"q": {"x"}}, forms.Submission{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.URL.PathQuery(), "/s?q=x&a=1&c=&a=2"; got != want {
		t.Errorf("sends %s, want %s", got, want)
	}
}
