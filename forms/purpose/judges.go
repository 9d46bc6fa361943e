package purpose

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/markup"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// byDeclaration: the author says so in the markup.
func byDeclaration(e *Evidence) []vote {
	var out []vote
	if e.role {
		out = append(out, vote{Search, 4, "role=search", "role=search"})
	}
	if e.count["search"] > 0 {
		out = append(out, vote{Search, 3.5, "has an input of type search", "has an input of type search"})
	}
	return out
}

func byButtons(e *Evidence) []vote {
	var out []vote
	for _, b := range e.buttons {
		got := thematic(b, 2.5, "a button")
		if len(got) == 0 && deeds.Shows(b) {
			got = []vote{{Search, 1.2, fmt.Sprintf("a button says %q", b), "a button may mean search"}}
			if e.form.Method != "GET" { // "OK" is on any button
				got = []vote{{Search, 0.6, fmt.Sprintf("a button says %q", b), "a button may mean search (POST)"}}
			}
		}
		out = append(out, got...)
	}
	out = strongest(out)
	if len(out) == 0 {
		out = strongest(thematic(e.handles, 1.8, "a button's name"))
	}
	for _, b := range e.buttons {
		if word := saveWords.Find(b); word != "" && !lexicon.Search.Within(b) {
			reason := fmt.Sprintf("a button says %q, which changes something", word)
			return append(out, vote{Search, -2.5, reason, "saves"}, vote{OtherPurpose, 1, reason, "saves"})
		}
	}
	return out
}

// strongest keeps one vote a purpose, so that ten buttons do not outvote all else.
func strongest(votes []vote) []vote {
	var out []vote
	for _, v := range votes {
		i := slices.IndexFunc(out, func(o vote) bool { return o.purpose == v.purpose })
		switch {
		case i < 0:
			out = append(out, v)
		case v.weight > out[i].weight:
			out[i] = v
		}
	}
	return out
}

func byNaming(e *Evidence) []vote {
	out := thematic(e.naming, 1.8, "the form's name or class")
	out = append(out, thematic(e.action, 2, "the action's path")...) // addresses are named by what answers
	out = append(out, thematic(e.around, 0.8, "the place around it")...)
	return append(out, thematic(e.hidden, 0.8, "a hidden field")...)
}

func byBoxes(e *Evidence) []vote {
	var out []vote
	for _, c := range e.boxes {
		name := lexicon.Split(c.Name)
		text := boxText(c)
		switch {
		case roles.QueryNames.Matches(name):
			out = append(out, vote{Search, 2.2, fmt.Sprintf("a text box is named %q", c.Name), "a text box is named as queries are"})
		}
		out = append(out, thematic(text, 1.6, "a text box")...)
	}
	out = strongest(out)
	if len(e.boxes) > 3 { // one of many boxes says little about the whole
		for i := range out {
			out[i].weight *= 0.6
		}
	}
	return out
}

func byControls(e *Evidence) []vote {
	var out []vote
	switch n := e.count["password"]; {
	case n == 1:
		out = append(out, vote{Login, 3.5, "has one password field", "has one password field"}, vote{Registration, 1.5, "has a password field", "has a password field"}, vote{Search, -9, "has a password field", "has a password field"})
		if e.visible <= 4 {
			out = append(out, vote{Login, 1, "has few fields beside the password", "has few fields beside the password"})
		} else {
			out = append(out, vote{Registration, 1.5, "has many fields beside the password", "has many fields beside the password"})
		}
	case n > 1:
		out = append(out, vote{Registration, 4, "asks for a password twice", "asks for a password twice"}, vote{Login, 0.5, "has password fields", "has password fields"}, vote{Search, -9, "has password fields", "has password fields"})
	}
	if e.count["file"] > 0 {
		out = append(out, vote{Contact, 1, "takes a file", "takes a file"}, vote{OtherPurpose, 1, "takes a file", "takes a file"}, vote{Search, -4, "takes a file", "takes a file"})
	}
	if n := e.count["textarea"]; n > 0 {
		out = append(out, vote{Contact, 2.5, "has a text area", "has a text area"}, vote{Search, -3, "has a text area", "has a text area"})
	}
	if e.captcha {
		out = append(out, vote{Search, -1.5, "has a captcha", "has a captcha"})
	}
	if e.mails > 0 {
		out = append(out, vote{Search, -3.5, "asks for an e-mail address", "asks for an e-mail address"})
		var asks string
		switch {
		case e.visible == 1:
			asks = "asks for an e-mail address only"
			out = append(out, vote{MailingList, 2.5, asks, asks}, vote{PasswordRecovery, 1.5, asks, asks})
			if lexicon.Registration.Within(strings.Join(e.buttons, " ")) { // "Sign up" for what is sent to the address
				out = append(out, vote{MailingList, 1.5, "the button says to sign up with nothing but an e-mail address", "sign up by mail"})
			}
		case e.count["password"] == 0 && e.count["textarea"] == 0 && e.visible <= 3:
			asks = "asks for an e-mail address and little else"
			out = append(out, vote{MailingList, 1.5, asks, asks}, vote{PasswordRecovery, 0.5, asks, asks}, vote{Contact, 0.5, asks, asks})
		case e.count["password"] == 0 && e.count["textarea"] > 0:
			asks = "asks for an e-mail address and a text"
			out = append(out, vote{Contact, 1.5, asks, asks})
		case e.count["password"] == 0:
			asks = "asks for an e-mail address and more"
			out = append(out, vote{Contact, 1.5, asks, asks})
		}
	}
	if e.count["password"] == 0 && deeds.Speaks(e.prose) && (e.mails > 0 || e.shape.personal || len(e.boxes) > 0 && e.visible <= 2) {
		out = append(out, vote{PasswordRecovery, 1.5, "speaks of a password without asking for it", "speaks of a password"})
	}
	if e.count["tel"] > 0 {
		out = append(out, vote{Search, -2, "asks for a phone number", "asks for a phone number"}, vote{Contact, 1, "asks for a phone number", "asks for a phone number"})
	}
	return out
}

// byPersonalData: forms that ask who somebody is and where they live want to
// know, not to tell.
func byPersonalData(e *Evidence) []vote {
	asked := ""
	n := 0
	for i := range e.form.Fields {
		c := &e.form.Fields[i]
		if AsksPerson(c) {
			n++
			asked = cmp.Or(asked, c.Label, c.Name)
		}
	}
	if n == 0 {
		return nil
	}
	reason := fmt.Sprintf("asks for personal data (%q)", asked)
	asked = "asks for personal data"
	plain := func(b string) bool { return lexicon.Search.Matches(b) }
	if !e.shape.secret && (e.agree() >= 2 || e.form.Method == "GET" && len(e.buttons) == 1 && plain(e.buttons[0])) { // people are searched for, too
		return []vote{{Search, -0.3 * math.Min(float64(n), 3), reason, "searches by personal data"}}
	}
	against := -1.5 * math.Min(float64(n), 3)
	out := []vote{{Search, against, reason, asked}}
	switch {
	case e.count["password"] > 0:
		out = append(out, vote{Registration, 1.5, reason, asked})
	case e.count["textarea"] > 0:
		out = append(out, vote{Contact, 1, reason, asked})
	case n >= 3:
		out = append(out, vote{Registration, 1, reason, asked}, vote{Order, 1, reason, asked}, vote{Contact, 0.5, reason, asked})
	default:
		out = append(out, vote{Contact, 0.5, reason, asked}, vote{MailingList, 0.5, reason, asked})
	}
	return out
}

func byShape(e *Evidence) []vote {
	var out []vote
	get := e.form.Method == "GET"
	if get {
		out = append(out, vote{Search, 0.9, "sent by GET", "sent by GET"})
	} else {
		for _, p := range []Purpose{Login, Registration, PasswordRecovery, Contact, MailingList, Order} {
			out = append(out, vote{p, 0.5, "", "sent by POST"})
		}
	}
	choices := e.count["select"] + e.count["radio"] + e.count["checkbox"]
	switch {
	case len(e.boxes) == 1 && e.visible == 1 && get:
		out = append(out, vote{Search, 0.7, "one text box and nothing else to fill in", "one text box and nothing else to fill in"})
	case len(e.boxes) == 1 && e.visible == 1:
		out = append(out, vote{Search, 0.5, "one text box and nothing else to fill in", "one text box and nothing else to fill in (POST)"})
	case len(e.boxes) == 0 && choices >= 2 && get:
		out = append(out, vote{Search, 1.2, "several choices, sent by GET", "several choices, sent by GET"})
	case len(e.boxes) >= 1 && choices >= 1 && get:
		out = append(out, vote{Search, 0.8, "a text box and choices, sent by GET", "a text box and choices, sent by GET"})
	case e.listControls() && e.visible > 0: // it presents what something else found
		out = append(out, vote{OtherPurpose, 1, "does nothing but sort or page a list", "does nothing but sort or page a list"})
	case e.visible == 0:
		out = append(out, vote{Search, -4, "nothing to fill in", "nothing to fill in"}, vote{OtherPurpose, 1.5, "nothing to fill in", "nothing to fill in"}, vote{Order, 1.5, "nothing to fill in", "nothing to fill in"})
	}
	return out
}

// listControls reports whether all there is to set is how a list is sorted,
// cut into pages or limited to recent items.
func (e *Evidence) listControls() bool {
	for i := range e.form.Fields {
		c := &e.form.Fields[i]
		if !c.Control.IsFilled() {
			continue
		}
		if role, _ := roles.JudgeOne(c); !c.Control.IsMenu() || role != control.Sort && role != control.PageSize {
			return false
		}
	}
	return true
}

// byPage: what the page is called is what its main form is for, which is the
// one that asks something of the visitor.
func byPage(e *Evidence) []vote {
	if !e.shape.personal {
		return nil
	}
	var out []vote
	for _, v := range thematic(e.title(), 0.7, "the page's title or path") {
		if v.purpose != Search && v.purpose != OtherPurpose {
			out = append(out, v)
		}
	}
	return out
}

// byCount gives no weight by hand: how many controls of which kind there are.
func byCount(e *Evidence) []vote {
	var out []vote
	note := func(sign string) { out = append(out, vote{OtherPurpose, 0, "", sign}) }
	few := func(n int) string {
		switch {
		case n <= 2:
			return strconv.Itoa(n)
		case n <= 5:
			return "3 to 5"
		}
		return "over 5"
	}
	note(few(e.visible) + " controls")
	note(few(len(e.boxes)) + " text boxes")
	for _, kind := range []control.Kind{"select", "radio", "checkbox", "password", "textarea", "tel", "number", "image", "button", "reset"} {
		if n := e.count[kind]; n > 0 {
			note(few(n) + " of type " + string(kind))
		}
	}
	if e.shape.personal && !e.shape.secret {
		note("asks for a person's name or place only")
	}
	for i := range e.form.Fields {
		c := &e.form.Fields[i]
		switch {
		case !c.Control.IsFilled():
		case c.Control == "checkbox" && deeds.Consent(c.Asked(false)):
			note("asks for consent")
		case c.Control == "checkbox" && rememberWords.Within(lexicon.Split(c.Name)+" "+lexicon.Fold(c.Label)):
			note("offers to remember the visitor")
		case quantityWords.Within(lexicon.Split(c.Name)) && c.Control != "checkbox":
			note("has a quantity")
		case nickWords.Within(lexicon.Split(c.Name) + " " + lexicon.Fold(c.Label)):
			note("asks for a user name")
		}
	}
	return out
}

func byProse(e *Evidence) []vote {
	return thematic(markup.Clip(e.prose, 400), 0.7, "the text in the form")
}
