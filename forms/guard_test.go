package forms_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page"
)

func parse(t testing.TB, body string) []forms.Form {
	t.Helper()
	doc, err := page.ParseDocument([]byte("<!DOCTYPE html><title>t</title><body>"+body), "text/html; charset=utf-8", page.MustParseURL("http://site.example/dir/page"))
	if err != nil {
		t.Fatal(err)
	}
	return forms.Parse(doc)
}

// certain is a form that searches without doubt, with more controls in it.
func certain(more string) string {
	return `<form action=/search role=search><input type=search name=q><button>Search</button>` + more + `</form>`
}

// TestGuardProhibits: nothing lifts these, not even the user's word and a
// judgement that it is a search.
func TestGuardProhibits(t *testing.T) {
	tests := []struct{ name, body, why string }{
		{"password", certain(`<input type=password name=p>`), "password field"},
		{"password in a text box", certain(`<input name=passwd>`), "password field"},
		{"password by label", certain(`<label>Kennwort <input name=x></label>`), "password field"},
		{"one-time code", certain(`<input name=x autocomplete=one-time-code>`), "password field"},
		{"file", certain(`<input type=file name=f>`), "takes a file"},
		{"e-mail by type", certain(`<input type=email name=x>`), "e-mail address"},
		{"e-mail by name", certain(`<label>Who <input name=userEmail></label>`), "e-mail address"},
		{"e-mail by id", certain(`<label>Who <input name=x id=e-mail></label>`), "e-mail address"},
		{"e-mail by label", certain(`<label>E-Mail-Adresse <input name=x></label>`), "e-mail address"},
		{"e-mail by Chinese label", certain(`<label>邮箱 <input name=x></label>`), "e-mail address"},
		{"e-mail by autofill", certain(`<input name=x autocomplete="section-a email">`), "e-mail address"},
		{"e-mail by placeholder", certain(`<input name=x placeholder="Your e-mail">`), "e-mail address"},
		{"payment by autofill", certain(`<input name=x autocomplete=cc-number>`), "means of payment"},
		{"payment by name", certain(`<label>No. <input name=cardNumber></label>`), "means of payment"},
		{"payment by id", certain(`<label>No. <input name=x id=iban></label>`), "means of payment"},
		{"payment by label", certain(`<label>CVV <input name=x></label>`), "means of payment"},
		{"consent", certain(`<label><input type=checkbox name=x> I agree to the rules</label>`), "consent"},
		{"commands of a database", certain(`<textarea name=sql_query></textarea>`), "what a program runs"},
		{"commands in Russian", certain(`<label>SQL-запрос <textarea name=x></textarea></label>`), "what a program runs"},
		{"a question that is code", certain(`<input name=x value="SELECT * FROM lamps">`), "what a program runs"},
		{"commands of a shell", certain(`<label>Befehlszeile <textarea name=x></textarea></label>`), "what a program runs"},
		{"a command along", certain(`<input type=hidden name=query value="DELETE FROM lamps WHERE made < 1900 AND place = 'the second shelf of the attic'">`), `"delete"`},
		{"consent among radio buttons", certain(`<fieldset><legend>Choice</legend><label><input type=radio name=x value=1>I agree</label><label><input type=radio name=x value=0>No</label></fieldset>`), "consent"},
		{"consent by name", certain(`<label><input type=checkbox name=gdpr> yes</label>`), "consent"},
		{"consent in German", certain(`<input type=checkbox name=x> Ich habe die Datenschutzerklärung gelesen`), "consent"},
		{"disabled password still counts", certain(`<input type=password name=p disabled>`), "password field"},
		{"dialog", `<form method=dialog action=/search><input type=search name=q><button>Search</button></form>`, "dialog"},
		{"javascript action", `<form action="javascript:go()"><input type=search name=q></form>`, "not an http or https URL"},
		{"mailto action", `<form action="mailto:a@b.example"><input type=search name=q></form>`, "not an http or https URL"},
		{"javascript formaction", `<form action=/s><input type=search name=q><button formaction="javascript:x()">Search</button></form>`, "not an http or https URL"},
		{"log out", `<form action=/search><input type=search name=q><button>Log out</button></form>`, `"log out"`},
		{"delete", `<form action=/search><input type=search name=q><input type=submit value="Delete all"></form>`, `"delete"`},
		{"order", `<form action=/search><input type=search name=q><button>In den Warenkorb</button></form>`, "in den warenkorb"},
		{"vote", `<form action=/search><input type=search name=q><button>Vote</button></form>`, `"vote"`},
		{"comment", `<form action=/search><input type=search name=q><button>Post comment</button></form>`, "post comment"},
		{"mail", `<form action=/search><input type=search name=q><button>Send message</button></form>`, "send message"},
		{"bought in Japanese", `<form action=/search><input type=search name=q><button>購入する</button></form>`, "購入する"},
		{"deed in the path", `<form action=/account/logout><input type=search name=q><button>Search</button></form>`, `address says "logout"`},
		{"deed in the button's path", `<form action=/search><input type=search name=q><button formaction=/item/delete>Search</button></form>`, `address says "delete"`},
		{"outside any form", `<input type=search name=q>`, "outside any form"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := parse(t, tt.body)[0]
			if f.Submit {
				t.Error("Submit is true")
			}
			if !strings.Contains(strings.Join(f.Reasons, "\n"), tt.why) {
				t.Errorf("Reasons %q do not say %q", f.Reasons, tt.why)
			}
			f.Purpose, f.Score, f.Submit = forms.Search, 1, true // a stored form that was tampered with
			_, err := f.Fill(nil, forms.Submission{Named: true})
			guard, ok := errors.AsType[*forms.GuardError](err)
			if !ok {
				t.Fatalf("Fill: %v, want a GuardError", err)
			}
			if guard.Doubt || guard.Form != f.ID || !strings.Contains(err.Error(), tt.why) {
				t.Errorf("GuardError %+v %q, want the reason %q", guard, err, tt.why)
			}
		})
	}
}

// TestGuardProhibitsByPurpose: a form that is judged something else for
// certain is not sent, though no single control gives it away.
func TestGuardProhibitsByPurpose(t *testing.T) {
	for _, p := range []forms.Purpose{forms.Login, forms.Registration, forms.PasswordRecovery, forms.Contact, forms.MailingList, forms.Order} {
		f := parse(t, certain(""))[0]
		f.Purpose, f.Score = p, 0.9
		_, err := f.Fill(nil, forms.Submission{Named: true})
		if guard, ok := errors.AsType[*forms.GuardError](err); !ok || guard.Doubt {
			t.Errorf("%s: %v, want a prohibition", p, err)
		}
	}
}

// TestGuardDoubts: the user's word lifts these.
func TestGuardDoubts(t *testing.T) {
	tests := []struct {
		name    string
		body    string
		purpose forms.Purpose
		score   float64
		why     string
	}{
		{"not a search", certain(""), forms.OtherPurpose, 0.9, "purpose is other"},
		{"perhaps a login", certain(""), forms.Login, 0.5, "purpose is login"},
		{"perhaps a search", certain(""), forms.Search, 0.49, "not certain"},
		{"POST", `<form method=post action=/search><input name=q></form>`, forms.Search, 0.89, "POST"},
		{"POST by the button", `<form action=/search><input name=q><button formmethod=post>Search</button></form>`, forms.Search, 0.89, "POST"},
		{"path of another purpose", `<form action=/newsletter><input name=q></form>`, forms.Search, 0.8, `"newsletter"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := parse(t, tt.body)[0]
			f.Purpose, f.Score = tt.purpose, tt.score
			f.Submit = true
			_, err := f.Fill(nil, forms.Submission{})
			guard, ok := errors.AsType[*forms.GuardError](err)
			if !ok || !guard.Doubt || !strings.Contains(err.Error(), tt.why) || !strings.Contains(err.Error(), "form: "+f.ID) {
				t.Errorf("Fill: %v, want a doubt about %q that says what to set", err, tt.why)
			}
			if _, err := f.Fill(nil, forms.Submission{Named: true}); err != nil {
				t.Errorf("Fill of the named form: %v", err)
			}
		})
	}
}

func TestGuardLetsSearchesThrough(t *testing.T) {
	for name, body := range map[string]string{
		"GET":              `<form action=/find><input name=q><input type=submit value=Find></form>`,
		"sure POST":        `<form action=/search method=post role=search><input type=search name=q><button>Search</button></form>`,
		"German":           `<form action=/suche><input name=suchbegriff><button>Suchen</button></form>`,
		"Japanese":         `<form action=/a><input name=w><button>検索</button></form>`,
		"Arabic":           `<form action=/a><input name=q placeholder="بحث"></form>`,
		"structured":       `<form action=/cars><select name=make><option value="">Any make<option>A</select><select name=year><option value="">All years<option>2001</select><button>Search</button></form>`,
		"taxonomy terms":   certain(`<input type=checkbox name=terms[] value=1> Birds`),
		"searches mails":   certain(`<label>Search the e-mail archive <input name=words></label>`),
		"other button":     certain(`<button type=button>Delete</button>`),
		"reset is no deed": certain(`<input type=reset value=Remove>`),
	} {
		t.Run(name, func(t *testing.T) {
			f := parse(t, body)[0]
			if f.Purpose != forms.Search || !f.Submit {
				t.Errorf("purpose %s (%.2f), submit %v: %q", f.Purpose, f.Score, f.Submit, f.Reasons)
			}
			if _, err := f.Fill(nil, forms.Submission{}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestGuardLooksAtTheButton: in one form one button may search and another
// may delete.
func TestGuardLooksAtTheButton(t *testing.T) {
	f := parse(t, `<form action=/search role=search><input type=search name=q><button name=do value=find>Search</button><button name=do value=del>Delete</button></form>`)[0]
	if _, err := f.Fill(nil, forms.Submission{Button: "do", Value: "find"}); err != nil {
		t.Error(err)
	}
	if _, err := f.Fill(nil, forms.Submission{Button: "do", Value: "del", Named: true}); err == nil {
		t.Error("pressed Delete")
	}
}

// TestFormsThatAskFirst: a browser would ask its visitor first, a request asks nobody.
func TestFormsThatAskFirst(t *testing.T) {
	for _, body := range []string{
		`<form action=/search role=search onsubmit="return confirm('Oletko varma?')"><input type=search name=q><button>Search</button></form>`,
		`<form action=/search role=search data-confirm="Oletko varma?"><input type=search name=q><button>Search</button></form>`,
		`<form action=/search role=search><input type=search name=q><button onclick="return confirm(sure)">Search</button></form>`,
	} {
		f := parse(t, body)[0]
		_, err := f.Fill(forms.Values{"q": {"x"}}, forms.Submission{})
		if guard, ok := errors.AsType[*forms.GuardError](err); f.Submit || !ok || !guard.Doubt {
			t.Errorf("%s: %v", body, err)
		}
	}
	other := parse(t, `<form action=/search role=search><input type=search name=q><button>Search</button><button name=all onclick="return confirm(sure)">Everything</button></form>`)[0]
	if !other.Submit {
		t.Errorf("another button asks: %q", other.Reasons)
	}
}

// What a script sends by another method is no search by GET: by POST it is sent as the script
// sends it, by others not at all.
func TestFormsThatScriptsSend(t *testing.T) {
	for body, want := range map[string]string{
		`<form action=/search hx-delete=/rows><input type=search name=q><button>Search</button></form>`:           "",
		`<form action=/search data-method=put><input type=search name=q><button>Search</button></form>`:           "",
		`<form action=/search><input type=search name=q><button up-method=patch>Search</button></form>`:           "",
		`<form action=/search><input type=search name=q><button hx-post=/queue>Search</button></form>`:            "",
		`<form hx-post=/search role=search><input type=search name=q><button>Search</button></form>`:              "POST http://site.example/search",
		`<form action=/search data-method=get hx-get=/x><input type=search name=q><button>Search</button></form>`: "GET http://site.example/search?q=x",
	} {
		f := parse(t, body)[0]
		got := ""
		if r, err := f.Fill(forms.Values{"q": {"x"}}, forms.Submission{}); err == nil {
			got = r.Method + " " + r.URL.String()
		}
		if got != want {
			t.Errorf("%s: sent %q: %q", body, got, f.Reasons)
		}
	}
}

// A form that is sent to another site says so, and by what, and how it can be asked there.
func TestFormsSentElsewhere(t *testing.T) {
	for body, want := range map[string]string{
		`<base href="http://other.example/"><form action=find role=search><input name=q></form>`: "another site by the page's <base href>: other.example, ",
		`<form action="http://other.example/find" role=search><input name=q></form>`:             "another site: other.example, ",
		`<form action="http://find.site.example/" role=search><input name=q></form>`:             "",
		`<form action=find role=search><input name=q></form>`:                                    "",
	} {
		f := parse(t, body)[0]
		if says := strings.Join(f.Reasons, "; "); !strings.Contains(says, want) || strings.Contains(says, "another site") != (want != "") {
			t.Errorf("%s: %s", body, says)
		}
	}
}

// What a heading orders, what a button says where a visitor rests on it, and a button that
// sends a form elsewhere by POST speak against a form whose box and address look like a search.
func TestFormsWhoseDressSaysADeed(t *testing.T) {
	for _, body := range []string{
		`<form action=/do><fieldset><legend>Deactivate a listing</legend><input name=q><button>Go</button></fieldset></form>`,
		`<h2>Unsubscribe</h2><form action=/do><input name=q><button>Go</button></form>`,
		`<form action=/do><fieldset><legend>Konto löschen</legend><input name=q><button>Los</button></fieldset></form>`,
		`<form action=/do><fieldset><legend>Supprimer</legend><input name=q><button>OK</button></fieldset></form>`,
		`<form action=/find><input name=q><button title="Unsubscribe all matches">Go</button></form>`,
		`<form action=/find><input name=q><button title="Alle Treffer löschen">Los</button></form>`,
		`<form action=/find><input name=q><input type=image alt="Empty the shelf" src=x.png name=act></form>`,
		`<form action=/find id=f><input name=q></form><button form=f formaction=/anew formmethod=post>Search</button>`,
	} {
		if f := parse(t, body)[0]; f.Submit {
			t.Errorf("%s: %q", body, f.Reasons)
		}
	}
	for _, body := range []string{
		`<h2>Vote results</h2><form action=/find><input name=q><button title="Find votes">Search</button></form>`,
		`<form action=/find><fieldset><legend>Deleted records</legend><input name=q><button title="Go">Search</button></fieldset></form>`,
	} {
		if f := parse(t, body)[0]; !f.Submit {
			t.Errorf("%s: %q", body, f.Reasons)
		}
	}
}

// A box for code in a search is left alone; what is searched for may be code.
func TestBoxesForCode(t *testing.T) {
	for body, want := range map[string]forms.Role{
		`<label>Or conditions (body of the "where" clause) <input name=x></label>`: forms.OtherRole,
		`<input name=customWhereClause>`:                                           forms.OtherRole,
		`<label>Условие WHERE <input name=x></label>`:                              forms.OtherRole,
		`<input name=keywords placeholder="Search SQL books">`:                     forms.QueryRole,
		`<label>Title <input name=x></label>`:                                      forms.QueryRole,
	} {
		for _, c := range parse(t, certain(body))[0].Fields[1:] {
			if c.Control == "text" && c.Role != want {
				t.Errorf("%s: %s, want %s", body, c.Role, want)
			}
		}
	}
}

// A form that sends what its page wrote, and where the list goes on, asks for that and no more.
func TestFormsThatGoOn(t *testing.T) {
	for body, want := range map[string]bool{
		`<input type=hidden name=q value=lamp><input type=hidden name=pos value=25><button name=go>&gt;</button>`:                                                                    true,
		`<input type=hidden name=start value=26><button name=go>&gt;</button>`:                                                                                                       true,
		`<input type=hidden name=items value=25><button name=go>Next</button>`:                                                                                                       false,
		`<input type=hidden name=z value=25><button name=go>&gt;</button></form><form method=post action=/rows><input type=hidden name=z value=75><button name=go>&gt;&gt;</button>`: true,
		`<input type=hidden name=z value=25><button name=go>&gt;</button></form><form method=post action=/rows><input type=hidden name=z value=25><button name=go>Order</button>`:    false,
		`<input type=hidden name=step value=2><button name=go>Next</button>`:                                                                                                         false,
		`<input type=hidden name=pos value=25><input name=who><button name=go>&gt;</button>`:                                                                                         false,
		`<input type=hidden name=pos value=1975><button name=go>&gt;&gt;</button>`:                                                                                                   false,
		`<input type=hidden name=pos value=25><select name=how><option>a<option>b</select><button name=go>&gt;</button>`:                                                             false,
	} {
		if fs := parse(t, `<form method=post action=/rows>`+body+`</form>`); fs[0].GoesOn(25, fs) != want {
			t.Errorf("%s: want %t", body, want)
		}
	}
}

// Of several boxes that which is held against parts of values is the one that takes words; an
// operator that says that it compares stands before others.
func TestBoxesWithOperators(t *testing.T) {
	f := parse(t, `<form action=/search role=search>
<select name=op1><option>=<option>&gt;<option>LIKE %...%<option>NOT LIKE %...%</select><input name=v1>
<select name=op2><option>LIKE<option>=<option>NOT LIKE<option>NOT LIKE %...%<option>LIKE %...%</select><input name=v2><button>Search</button></form>`)[0]
	score := map[string]float64{}
	for i, c := range f.Fields {
		score[c.Name] = c.Score
		if by := roles.OperatorOf(f.Fields, i); c.Control == "text" && (by == nil || roles.Finding(by) != "LIKE %...%") {
			t.Errorf("%s: no operator finds parts", c.Name)
		}
	}
	if score["v1"] >= score["v2"] {
		t.Errorf("boxes: %v", score)
	}
	for options, want := range map[string]string{
		"<option value=1>ist<option value=2>enthält<option value=3>enthält nicht":                                 "2",
		"<option value=eq>is<option value=c>contains<option value=nc>does not contain<option value=s>starts with": "c",
		"<option value=c>contains<option value=eq>is":                                                             "",
		"<option value=any>any word<option value=all>all words":                                                   "",
	} {
		f := parse(t, `<form action=/search role=search><select name=op>`+options+`</select><input name=v><button>Search</button></form>`)[0]
		if got := roles.Finding(&f.Fields[0]); got != want || want != "" && f.Fields[0].Role != forms.Operator {
			t.Errorf("%s: %q, want %q, as %s", options, got, want, f.Fields[0].Role)
		}
	}
}
