package forms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
)

func TestPurpose(t *testing.T) {
	tests := []struct {
		body string
		want forms.Purpose
	}{
		{`<form action=/find><input name=q><input type=submit value=Find></form>`, forms.Search},
		{`<form><input name=kw><button>Szukaj</button></form>`, forms.Search},
		{`<form action=/x method=post><input name=sozcuk><button>Ara</button></form>`, forms.Search},
		{`<form action=/x><input name=a placeholder="Поиск по сайту"></form>`, forms.Search},
		{`<form action=/x><input name=a><button>搜索</button></form>`, forms.Search},
		{`<form action=/flats><select name=rooms><option>Any<option>1</select><select name=area><option>All<option>North</select><input type=submit value=Show></form>`, forms.Search},
		{`<a href="/list?term=owl">owls</a> <form action=/list><input name=term></form>`, forms.Search},
		{`<form action=/p><label>Nom <input name=nom></label><label>Prénom <input name=prenom></label><select name=v><option value="">Indifférent<option>Lyon<option>Lille</select><button>Rechercher</button></form>`, forms.Search},
		{`<form action=/members><label>First name <input name=a></label><label>Last name <input name=b></label><input type=submit value=Find></form>`, forms.Search},
		{`<form action=/waiting/list><label>First name <input name=a></label><label>Last name <input name=b></label><button>Find me a place</button></form>`, forms.OtherPurpose},
		{`<form action=/booking><label>Last name <input name=a></label><label>Number <input name=b></label><button>Find and cancel</button></form>`, forms.OtherPurpose},
		{`<form action=/members><label>First name <input name=a></label><label>Last name <input name=b></label><input type=submit value=Send></form>`, forms.OtherPurpose},
		{`<form action=/login method=post><input name=user><input type=password name=pw><button>Log in</button></form>`, forms.Login},
		{`<form method=post><input name=u><input type=password name=p><button>Anmelden</button></form>`, forms.Login},
		{`<form action=/register method=post>First name <input name=fn> Last name <input name=ln> E-mail <input name=email><input type=password name=p1><input type=password name=p2><button>Create account</button></form>`, forms.Registration},
		{`<form action=/forgot method=post><input type=email name=email><button>Reset password</button></form>`, forms.PasswordRecovery},
		{`<form action=/contact method=post><input name=name><input type=email name=email><textarea name=message></textarea><button>Send message</button></form>`, forms.Contact},
		{`<form action=/comments method=post><textarea name=comment></textarea><button>Kommentar abschicken</button></form>`, forms.Contact},
		{`<form method=post><input type=email name=email><button>Subscribe to our newsletter</button></form>`, forms.MailingList},
		{`<form action=/cart/add method=post><input type=hidden name=id value=7><input name=qty value=1><button>Add to cart</button></form>`, forms.Order},
		{`<form action=/poll method=post><input type=radio name=a value=1> Yes <input type=radio name=a value=2> No <button>Vote</button></form>`, forms.OtherPurpose},
		{`<form method=post><select name=lang><option>English<option>Deutsch</select></form>`, forms.OtherPurpose},
		{`<form></form>`, forms.OtherPurpose},
	}
	for _, tt := range tests {
		fs := parse(t, tt.body)
		f := fs[0]
		if f.Purpose != tt.want {
			t.Errorf("%s\nis %s (%.2f), want %s: %q", tt.body, f.Purpose, f.Score, tt.want, f.Reasons)
		}
		if f.Score <= 0 || f.Score > 1 || len(f.Reasons) == 0 {
			t.Errorf("%s\nscore %v, reasons %q", tt.body, f.Score, f.Reasons)
		}
		if f.Purpose != forms.Search && f.Submit {
			t.Errorf("%s\nwould be submitted", tt.body)
		}
	}
}

func TestRoles(t *testing.T) {
	f := parse(t, `<form action=/search>
		<input type=hidden name=csrf_token value=8f3a9c01d2e4b567><input type=hidden name=lang value=en>
		Keywords <input name=words>
		Category <select name=cat><option value="">All<option>Birds<option>Fish</select>
		Price from <input name=price_from> to <input name=price_to>
		Year: <select name=year_min><option>Min<option>2001<option>2002</select> - <select name=year_max><option>Max<option>2001<option>2002</select>
		City <input name=city>
		<input type=date name=since>
		Sort by <select name=sort><option>Price ascending<option>Price descending</select>
		Results per page <select name=n><option>10<option>25<option>50</select>
		Match <select name=op><option>all words<option>any words</select>
		<button>Search</button></form>`)[0]
	want := map[string]forms.Role{
		"csrf_token": forms.Token, "lang": forms.OtherRole, "words": forms.QueryRole, "cat": forms.CategoryRole,
		"price_from": forms.RangeMin, "price_to": forms.RangeMax, "year_min": forms.RangeMin, "year_max": forms.RangeMax,
		"city": forms.Place, "since": forms.Date, "sort": forms.Sort, "n": forms.PageSize, "op": forms.Operator, "": forms.SubmitRole,
	}
	for _, c := range f.Fields {
		if c.Role != want[c.Name] {
			t.Errorf("%q is %s, want %s", c.Name, c.Role, want[c.Name])
		}
		if c.Score <= 0 || c.Score > 1 {
			t.Errorf("%q has score %v", c.Name, c.Score)
		}
	}
}

// A list of numbers is one of page sizes where it is called so and has the usual ones.
func TestListsOfPageSizes(t *testing.T) {
	const lists = `<select name=%s><option>%s</select>`
	for _, tt := range []struct {
		name, values string
		want         forms.Role
	}{
		{"num", "5 10 25 100", forms.PageSize},
		{"show", "20 50 100", forms.PageSize},
		{"size", "36 37 38 39 40", forms.CategoryRole}, // of shoes
		{"num", "1 2 3 4", forms.CategoryRole},
		{"km", "10 25 50", forms.CategoryRole},
	} {
		f := parse(t, `<form action=/s><input name=q>`+fmt.Sprintf(lists, tt.name, strings.ReplaceAll(tt.values, " ", "<option>"))+`<button>Search</button></form>`)[0]
		if got := f.Fields[1].Role; got != tt.want {
			t.Errorf("%s of %s is %s, want %s", tt.name, tt.values, got, tt.want)
		}
	}
}

// A box for the number of rows or for the first one is not searched with.
func TestBoxesThatSayWhichPartOfAListIsShown(t *testing.T) {
	f := parse(t, `<form action=/stock>Show <input name=numRows value=25> row(s) from record # <input name=startRow value=0>
		<input type=submit name=go value=Show></form>
		<form action=/list>Words <input name=q> Number of rows per page <input type=number name=session_max_rows value=25 min=1>
		Rows per page of the binding <input name=bound value="">
		<input type=submit value=Search></form>
		<form action=/search>Words <input name=start_row value=harbour><input name=page value=1><input type=submit value=Search></form>`)
	want := []map[string]forms.Role{
		{"numRows": forms.PageSize, "startRow": forms.OtherRole, "go": forms.SubmitRole},
		{"q": forms.QueryRole, "session_max_rows": forms.PageSize, "bound": forms.QueryRole, "": forms.SubmitRole}, // what is empty may say anything
		{"start_row": forms.QueryRole, "page": forms.OtherRole, "": forms.SubmitRole},                              // a word is no row
	}
	for i, form := range f {
		for _, c := range form.Fields {
			if c.Role != want[i][c.Name] {
				t.Errorf("form %d: %q is %s, want %s", i, c.Name, c.Role, want[i][c.Name])
			}
		}
	}
}

// A form whose only box suggests what there is, and whose button shows that, asks for it.
func TestFormsThatShowWhatTheySuggest(t *testing.T) {
	for body, want := range map[string]bool{
		`<label>Helység <input role=combobox aria-autocomplete=list></label><button>Mutasd</button>`:                     true,
		`<label>Helység <input></label><button>Mutasd</button>`:                                                          false,
		`<label>Who <input role=combobox aria-autocomplete=list></label><button>Vote</button>`:                           false,
		`<label>Town <input role=combobox aria-autocomplete=list></label><button>Order</button>`:                         false,
		`<label>Your street <input role=combobox aria-autocomplete=list></label><input name=phone><button>Send</button>`: false,
	} {
		f := parse(t, `<form>`+body+`</form>`)[0]
		if got := f.Purpose == forms.Search && f.Score > 0.6; got != want {
			t.Errorf("%s: %s %.2f %q", body, f.Purpose, f.Score, f.Reasons)
		}
	}
}
