package forms

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/net/html"
)

// judge settles a form's purpose, the roles of its controls and the guard's
// verdict.
func (in *inventory) judge(f *Form, n *html.Node) {
	e := in.evidence(f, n)
	votes := poll(e)
	f.Purpose, f.Score = decide(votes)
	f.Reasons = reasonsFor(votes, f.Purpose)
	f.assignRoles(e)
	f.settle()
}

// vote is one judge's weight for (or against) a purpose, in log odds.
type vote struct {
	purpose Purpose
	weight  float64
	reason  string
}

// allPurposes in the order in which ties are broken.
var allPurposes = []Purpose{OtherPurpose, Search, Login, Registration, PasswordRecovery, Contact, MailingList, Order}

// prior are the log odds of a form about which nothing is known.
var prior = map[Purpose]float64{OtherPurpose: 1.2, Search: -0.6, Contact: 0, Order: -0.3, Login: -0.5, Registration: -0.8, MailingList: -0.3, PasswordRecovery: -1.2}

// poll asks all judges. Each knows one kind of evidence and may be wrong; the
// sum of their votes is what counts.
func poll(e *evidence) []vote {
	var votes []vote
	for _, judge := range []func(*evidence) []vote{
		byDeclaration, byButtons, byNaming, byBoxes, byControls, byPersonalData, byShape, byLinks, byProse,
	} {
		votes = append(votes, judge(e)...)
	}
	return votes
}

// decide adds the votes up and turns them into a probability by softmax.
// Measured on labelled forms, the share that is right follows it within a few
// per cent.
func decide(votes []vote) (Purpose, float64) {
	sum := map[Purpose]float64{}
	for p, w := range prior {
		sum[p] = w
	}
	for _, v := range votes {
		sum[v.purpose] += v.weight
	}
	best := OtherPurpose
	for _, p := range allPurposes {
		if sum[p] > sum[best] {
			best = p
		}
	}
	total := 0.0
	for _, p := range allPurposes {
		total += math.Exp(sum[p] - sum[best])
	}
	return best, math.Round(1000/total) / 1000
}

// reasonsFor lists the votes for a purpose, heaviest first, then the heaviest
// against it.
func reasonsFor(votes []vote, p Purpose) []string {
	byWeight := slices.Clone(votes)
	slices.SortStableFunc(byWeight, func(a, b vote) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return 0
	})
	var out []string
	for _, v := range byWeight {
		if v.purpose == p && v.weight > 0 && v.reason != "" && !slices.Contains(out, v.reason) {
			out = append(out, v.reason)
		}
	}
	for _, v := range byWeight {
		against := "but " + v.reason
		if v.purpose == p && v.weight < 0 && v.reason != "" && !slices.Contains(out, against) {
			out = append(out, against)
		}
	}
	if len(out) == 0 {
		out = []string{"nothing says what it is for"}
	}
	return out
}

// themes are the words of each purpose.
var themes = []struct {
	purpose Purpose
	words   *lexicon
}{
	{Search, searchWords}, {Login, loginWords}, {Registration, registerWords}, {PasswordRecovery, recoverWords},
	{Contact, contactWords}, {MailingList, mailingWords}, {Order, orderWords}, {OtherPurpose, otherWords},
}

// thematic votes for every purpose whose words occur in a text.
func thematic(text string, weight float64, where string) []vote {
	var out []vote
	if text == "" {
		return nil
	}
	for _, t := range themes {
		if w := t.words.find(text); w != "" {
			out = append(out, vote{t.purpose, weight, fmt.Sprintf("%s says %q", where, w)})
		}
	}
	return out
}

// byDeclaration: the author says so in the markup.
func byDeclaration(e *evidence) []vote {
	var out []vote
	if e.role {
		out = append(out, vote{Search, 4, "role=search"})
	}
	if e.count["search"] > 0 {
		out = append(out, vote{Search, 3.5, "has an input of type search"})
	}
	return out
}

func byButtons(e *evidence) []vote {
	var out []vote
	for _, b := range e.buttons {
		got := thematic(b, 2.5, "a button")
		if len(got) == 0 && searchButtons.matches(b) {
			got = []vote{{Search, 1.2, fmt.Sprintf("a button says %q", b)}}
		}
		out = append(out, got...)
	}
	out = strongest(out)
	if len(out) == 0 {
		out = thematic(e.handles, 1.8, "a button's name")
	}
	return strongest(out)
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

func byNaming(e *evidence) []vote {
	out := thematic(e.naming, 1.8, "the form's name or class")
	out = append(out, thematic(e.action, 1.5, "the action's path")...)
	out = append(out, thematic(e.around, 0.8, "the place around it")...)
	return append(out, thematic(e.hidden, 0.8, "a hidden field")...)
}

func byBoxes(e *evidence) []vote {
	var out []vote
	for _, c := range e.boxes {
		name := splitName(c.Name)
		text := boxText(c)
		switch {
		case emailWords.within(text) && !searchWords.within(text):
			continue
		case queryNames.matches(name):
			out = append(out, vote{Search, 2.2, fmt.Sprintf("a text box is named %q", c.Name)})
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

func byControls(e *evidence) []vote {
	var out []vote
	switch n := e.count["password"]; {
	case n == 1:
		out = append(out, vote{Login, 3.5, "has one password field"}, vote{Registration, 1.5, "has a password field"}, vote{Search, -9, "has a password field"})
		if e.visible <= 4 {
			out = append(out, vote{Login, 1, "has few fields beside the password"})
		} else {
			out = append(out, vote{Registration, 1.5, "has many fields beside the password"})
		}
	case n > 1:
		out = append(out, vote{Registration, 4, "asks for a password twice"}, vote{Login, 0.5, "has password fields"}, vote{Search, -9, "has password fields"})
	}
	if e.count["file"] > 0 {
		out = append(out, vote{Contact, 1, "takes a file"}, vote{OtherPurpose, 1, "takes a file"}, vote{Search, -4, "takes a file"})
	}
	if n := e.count["textarea"]; n > 0 {
		out = append(out, vote{Contact, 2.5, "has a text area"}, vote{Search, -3, "has a text area"})
	}
	mails := 0
	for i := range e.form.Fields {
		if asksEmail(&e.form.Fields[i]) {
			mails++
		}
	}
	if mails > 0 {
		out = append(out, vote{Search, -3.5, "asks for an e-mail address"})
		switch {
		case e.visible == 1:
			out = append(out, vote{MailingList, 2.5, "asks for an e-mail address only"}, vote{PasswordRecovery, 1.5, "asks for an e-mail address only"})
		case e.count["password"] == 0 && e.count["textarea"] == 0 && e.visible <= 3:
			out = append(out, vote{MailingList, 1.5, "asks for an e-mail address"}, vote{PasswordRecovery, 0.5, "asks for an e-mail address"}, vote{Contact, 0.5, "asks for an e-mail address"})
		case e.count["password"] == 0:
			out = append(out, vote{Contact, 1.5, "asks for an e-mail address"})
		}
	}
	if e.count["tel"] > 0 {
		out = append(out, vote{Search, -2, "asks for a phone number"}, vote{Contact, 1, "asks for a phone number"})
	}
	return out
}

// byPersonalData: forms that ask who somebody is and where they live want to
// know, not to tell.
func byPersonalData(e *evidence) []vote {
	asked := ""
	n := 0
	for i := range e.form.Fields {
		c := &e.form.Fields[i]
		if c.Control == "hidden" || isButton(c.Control) || isChoice(c.Control) && len(c.Options) > 0 && c.Control != "select" {
			continue
		}
		if personalAutofill.matches(fold(c.Autocomplete)) || personWords.within(splitName(c.Name)) || personWords.within(fold(c.Label)) {
			n++
			asked = firstOf(asked, c.Label, c.Name)
		}
	}
	if n == 0 {
		return nil
	}
	reason := fmt.Sprintf("asks for personal data (%q)", asked)
	against := -1.5 * math.Min(float64(n), 3)
	out := []vote{{Search, against, reason}}
	switch {
	case e.count["password"] > 0:
		out = append(out, vote{Registration, 1.5, reason})
	case e.count["textarea"] > 0:
		out = append(out, vote{Contact, 1, reason})
	case n >= 3:
		out = append(out, vote{Registration, 1, reason}, vote{Order, 1, reason}, vote{Contact, 0.5, reason})
	default:
		out = append(out, vote{Contact, 0.5, reason}, vote{MailingList, 0.5, reason})
	}
	return out
}

func byShape(e *evidence) []vote {
	var out []vote
	get := e.form.Method == "GET"
	if get {
		out = append(out, vote{Search, 0.9, "sent by GET"})
	} else {
		for _, p := range []Purpose{Login, Registration, PasswordRecovery, Contact, MailingList, Order} {
			out = append(out, vote{p, 0.5, ""})
		}
	}
	choices := e.count["select"] + e.count["radio"] + e.count["checkbox"]
	switch {
	case len(e.boxes) == 1 && e.visible == 1:
		out = append(out, vote{Search, 0.7, "one text box and nothing else to fill in"})
	case len(e.boxes) == 0 && choices >= 2 && get:
		out = append(out, vote{Search, 1.2, "several choices, sent by GET"})
	case len(e.boxes) >= 1 && choices >= 1 && get:
		out = append(out, vote{Search, 0.8, "a text box and choices, sent by GET"})
	case e.listControls() && e.visible > 0:
		out = append(out, vote{Search, 1.9, "sorts or pages a list"})
	case e.visible == 0:
		out = append(out, vote{Search, -4, "nothing to fill in"}, vote{OtherPurpose, 1.5, "nothing to fill in"}, vote{Order, 1.5, "nothing to fill in"})
	}
	return out
}

// listControls reports whether all there is to set is how a list is sorted,
// cut into pages or limited to recent items.
func (e *evidence) listControls() bool {
	for i := range e.form.Fields {
		c := &e.form.Fields[i]
		if c.Control == "hidden" || isButton(c.Control) {
			continue
		}
		if role, _ := roleOf(c); c.Control != "select" || role != Sort && role != PageSize {
			return false
		}
	}
	return true
}

// byLinks: a site's own links to the action with the box's name in their
// query (/find?q=cats) show that it answers questions.
func byLinks(e *evidence) []vote {
	for _, c := range e.boxes {
		if c.Name != "" && slices.Contains(e.linked, c.Name) {
			return []vote{{Search, 2, fmt.Sprintf("the page links to its action with %q filled in", c.Name)}}
		}
	}
	return nil
}

func byProse(e *evidence) []vote { return thematic(clip(e.prose, 400), 0.7, "the text in the form") }
