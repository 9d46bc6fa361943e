package forms

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/purpose"
	"github.com/hadal-crawler/hadal/page"
)

// Credentials are what the user's settings fill a login form with.
type Credentials struct {
	Form           string // the form's ID, index, name or action path; "": the page's only one
	User, Password string
	More           Values // of further controls
}

// LogIn returns the request of the login form of a page. It is the one way by which a
// password is ever put into a form, and it is for a page that the user's settings name:
// neither Fill nor a browser's steps do so. A form that registers, orders, sets another
// password or does any other deed (deeds.Login) is refused all the same, and so is one that
// would show the password in an address. No error has anything of the credentials.
func LogIn(doc *page.Document, c Credentials) (page.Request, error) {
	var all []Form
	for _, f := range Parse(doc) {
		passwords := 0
		for _, field := range f.Fields {
			if field.Control == "password" && !field.Disabled {
				passwords++
			}
		}
		if passwords != 1 || f.Index < 0 || c.Form != "" && !f.CalledBy(c.Form) {
			continue
		}
		all = append(all, f)
	}
	if logins := slices.DeleteFunc(slices.Clone(all), func(f Form) bool { return f.otherwise() != "" }); len(logins) > 0 {
		all = logins // as where one registers above the login
	}
	switch len(all) {
	case 0:
		return page.Request{}, errors.New("the page has no form with one password")
	case 1:
		return all[0].logIn(c)
	}
	return page.Request{}, fmt.Errorf("the page has several forms with a password, %s and %s: name one", all[0].ID, all[1].ID)
}

// otherwise returns what a form with a password is for where that is no login; "" where it may
// be one.
func (f *Form) otherwise() purpose.Purpose {
	switch f.Purpose {
	case purpose.Registration, purpose.PasswordRecovery, purpose.MailingList, purpose.Order:
		if f.Score >= 0.7 {
			return f.Purpose
		}
	}
	return ""
}

// CalledBy reports whether a user's choice means f: its ID, index, name or action path.
func (f *Form) CalledBy(choice string) bool {
	path, _, _ := strings.Cut(f.Action.PathQuery(), "?")
	return f.ID == choice || f.Name == choice && choice != "" || strconv.Itoa(f.Index) == choice || path == choice || f.Action.String() == choice
}

func (f *Form) logIn(c Credentials) (page.Request, error) {
	if other := f.otherwise(); other != "" {
		return page.Request{}, fmt.Errorf("form %s is no login: its purpose is %s", f.ID, other)
	}
	password := slices.IndexFunc(f.Fields, func(field Field) bool { return field.Control == "password" && !field.Disabled })
	user := -1
	for i, field := range f.Fields {
		switch field.Control {
		case "text", "email", "tel", "number":
			_, taken := c.More[field.Name]
			if !field.Disabled && !field.ReadOnly && !taken && (user < 0 || i < password) { // the last one before the password
				user = i
			}
		}
	}
	if user < 0 {
		return page.Request{}, fmt.Errorf("form %s has no box for a user name", f.ID)
	}
	button, err := f.submitter(Submission{})
	if err != nil {
		return page.Request{}, fmt.Errorf("form %s: its button is disabled: a script enables it, log in with a browser and give the cookies", f.ID)
	}
	if method, _, _ := f.target(button); method != "POST" {
		return page.Request{}, fmt.Errorf("form %s is sent by %s: a password is sent by POST alone", f.ID, method)
	}
	values := Values{f.Fields[user].Name: {c.User}, f.Fields[password].Name: {c.Password}}
	maps.Copy(values, c.More)
	fields, bound, err := f.bind(values)
	if err != nil {
		if wrong, ok := errors.AsType[*ValueError](err); ok && !f.has(wrong.Control) {
			return page.Request{}, fmt.Errorf("form %s: %w", f.ID, wrong)
		}
		return page.Request{}, fmt.Errorf("form %s does not take what it is filled with", f.ID)
	}
	if v := deeds.Login(f.act(fields, bound, button)); v.Kind == deeds.Deed {
		return page.Request{}, fmt.Errorf("form %s is no login: %s", f.ID, v.Reason)
	}
	return f.request(f.entries(fields, button), button)
}

// has reports whether f has a control of a name.
func (f *Form) has(name string) bool {
	return slices.ContainsFunc(f.Fields, func(field Field) bool { return field.Name == name })
}
