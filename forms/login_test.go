package forms

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// A login is filled in as a person would, tokens and presets kept; what is none is not.
func TestLogIn(t *testing.T) {
	const box, button = `<label>Name <input name="user"></label><label>Password <input type="password" name="pw"></label>`, `<button name="go" value="1">Log in</button>`
	for _, c := range []struct {
		name, html, form, more string
		want                   string // of the body, or of the error after "!"
	}{
		{"plain", `<form method="post" action="/in"><input type="hidden" name="t" value="x">` + box + button + `</form>`, "", "", "t=x&user=me&pw=s3cret&go=1"},
		{"beside a search", `<form action="/s"><input name="q"></form><form method="post">` + box + `</form>`, "", "", "user=me&pw=s3cret"},
		{"mail for a name", `<form method="post"><input type="search" name="q"><input type="email" name="mail"><input type="password" name="pw"></form>`, "", "", "q=&mail=me&pw=s3cret"},
		{"a further control", `<form method="post"><input name="tenant"><input name="user"><input type="password" name="pw"></form>`, "", "tenant", "tenant=north&user=me&pw=s3cret"},
		{"one that is not there", `<form method="post">` + box + `</form>`, "", "tenent", `!control "tenent": the form has no such control`},
		{"two", `<form method="post" id="a">` + box + `</form><form method="post" id="b">` + box + `</form>`, "", "", "!several forms"},
		{"two, one named", `<form method="post" id="a" action="/a">` + box + `</form><form method="post" id="b">` + box + button + `</form>`, "b", "", "user=me&pw=s3cret&go=1"},
		{"a registration above it", `<h2>Register</h2><form method="post" action="/register"><input name="first_name"><input name="last_name"><input name="email"><input name="phone">` + box + `<button>Create account</button></form><h2>Log in</h2><form method="post" action="/in">` + box + button + `</form>`, "", "", "user=me&pw=s3cret&go=1"},
		{"none", `<form method="post"><input name="user"></form>`, "", "", "!no form with one password"},
		{"none of that name", `<form method="post">` + box + `</form>`, "other", "", "!no form with one password"},
		{"a registration", `<form method="post"><input name="user">Password <input type="password" name="a"> Again <input type="password" name="b"></form>`, "", "", "!no form with one password"},
		{"sign up", `<h1>Register</h1><form method="post" action="/register"><input name="first_name"><input name="last_name"><input name="email"><input name="phone">` + box + `<button>Create account</button></form>`, "", "", "!is no login"},
		{"in the address", `<form action="/in">` + box + `</form>`, "", "", "!by POST alone"},
		{"deletes", `<form method="post" action="/account/delete">` + box + `<button>Go</button></form>`, "", "", `!its address says "delete"`},
		{"by its button", `<form method="post">` + box + `<button>Close account for ever</button></form>`, "", "", "!its button says"},
		{"by another's address", `<form method="post">` + box + `<button formaction="/account/delete">Go</button></form>`, "", "", "!says \"delete\""},
		{"by method", `<form method="post"><input type="hidden" name="_method" value="delete">` + box + button + `</form>`, "", "", "!makes its method DELETE"},
		{"by what it sends", `<form method="post"><input type="hidden" name="op" value="delete_account">` + box + button + `</form>`, "", "", "!says \"delete"},
		{"pays", `<form method="post" action="/transfer">` + box + `<button>Send money</button></form>`, "", "", "!its button says"},
		{"what logins send", `<form method="post" action="/sessions/create"><input type="hidden" name="action" value="login"><input type="hidden" name="next" value="/logout">` + box + button + `</form>`, "", "", "action=login&next=%2Flogout&user=me&pw=s3cret&go=1"},
		{"no name", `<form method="post"><input type="password" name="pw"></form>`, "", "", "!no box for a user name"},
	} {
		doc, err := page.ParseDocument([]byte(c.html), "text/html", page.MustParseURL("http://a.test/login"))
		if err != nil {
			t.Fatal(err)
		}
		credentials := Credentials{Form: c.form, User: "me", Password: "s3cret", More: Values{}}
		if c.more != "" {
			credentials.More[c.more] = []string{"north"}
		}
		r, err := LogIn(doc, credentials)
		if want, fails := strings.CutPrefix(c.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%s: %+v, %v, want %q", c.name, r, err, want)
			}
		} else if err != nil || r.Method != "POST" || r.Body != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, r.Body, err, c.want)
		}
	}
}
