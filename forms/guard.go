package forms

import (
	"fmt"
	"strings"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// The side-effect guard decides whether a form may be sent at all. It knows
// prohibitions, which nothing lifts, and doubts, which the user lifts by
// naming the form (Submission.Named). Both are derived from the Form alone and
// anew at each Fill, so that a stored form or an edited verdict cannot pass by.

// sureEnough is the score that a search sent by POST needs.
const sureEnough = 0.9

// unsure is the score below which any search is doubtful.
const unsure = 0.5

// GuardError is returned for a form that must not be submitted.
type GuardError struct {
	Form    string   // Form.ID
	Reasons []string // why, for people
	Doubt   bool     // nothing but doubt is against it: Submission.Named lifts it
}

func (e *GuardError) Error() string {
	what := fmt.Sprintf("form %s is not submitted: %s", e.Form, strings.Join(e.Reasons, "; "))
	if e.Doubt {
		return what + fmt.Sprintf(" (if it is a harmless search, name it: set form: %s for this site)", e.Form)
	}
	return what + " (naming it does not change that; choose another form of the site)"
}

// guard is the way every submission takes.
func (f *Form) guard(button *Field, named bool) error {
	if no := f.prohibitions(button); len(no) > 0 {
		return &GuardError{Form: f.ID, Reasons: no}
	}
	if named {
		return nil
	}
	if doubts := f.doubts(button); len(doubts) > 0 {
		return &GuardError{Form: f.ID, Reasons: doubts, Doubt: true}
	}
	return nil
}

// settle writes the guard's verdict for the default button into f.
func (f *Form) settle() {
	button, err := f.submitter(Submission{})
	f.Submit = err == nil
	if err != nil {
		f.Reasons = append(f.Reasons, "not submitted: "+err.Error())
	}
	against := append(f.prohibitions(button), f.doubts(button)...)
	for _, reason := range against {
		f.Submit = false
		f.Reasons = append(f.Reasons, "not submitted: "+reason)
	}
}

// prohibitions lists what forbids to send f by a request, as button does.
func (f *Form) prohibitions(button *Field) []string {
	var out []string
	if f.Index < 0 {
		out = append(out, "it is a box outside any form, which only a script sends")
	}
	return append(out, f.harms(button)...)
}

// harms lists what forbids to send f in any way.
func (f *Form) harms(button *Field) []string {
	var out []string
	switch f.Purpose {
	case Login, Registration, PasswordRecovery, Contact, MailingList, Order:
		if f.Score >= 0.7 {
			out = append(out, fmt.Sprintf("its purpose is %s (%.0f %%)", f.Purpose, 100*f.Score))
		}
	}
	for i := range f.Fields {
		if reason := forbidden(&f.Fields[i]); reason != "" {
			out = append(out, reason)
		}
	}
	method, action, _ := f.target(button)
	switch {
	case method == "DIALOG":
		out = append(out, "its method is dialog, which sends nothing")
	case action.IsZero() && f.Index >= 0:
		out = append(out, errNoTarget.Error())
	}
	if word := lexicon.Deeds.Find(lexicon.Split(pathOf(action))); word != "" {
		out = append(out, fmt.Sprintf("its action's path says %q", word))
	}
	if button != nil {
		for _, text := range []string{button.Label, button.Value} {
			if word := harmfulActions.Find(lexicon.Fold(text)); word != "" {
				out = append(out, fmt.Sprintf("its button says %q", word))
				break
			}
		}
	}
	return out
}

// doubts lists what speaks against sending f without the user's word.
func (f *Form) doubts(button *Field) []string {
	var out []string
	if f.Purpose != Search {
		out = append(out, fmt.Sprintf("its purpose is %s, not search", f.Purpose))
	} else if f.Score < unsure {
		out = append(out, fmt.Sprintf("it is not certain that it searches (%.0f %%)", 100*f.Score))
	}
	method, action, _ := f.target(button)
	if path := lexicon.Split(pathOf(action)); f.Score < sureEnough && !searchWords.Within(path) {
		for _, words := range []*lexicon.List{loginWords, registerWords, recoverWords, mailingWords, orderWords} {
			if word := words.Find(path); word != "" {
				out = append(out, fmt.Sprintf("its action's path says %q", word))
			}
		}
	}
	if method == "POST" && (f.Purpose != Search || f.Score < sureEnough) {
		out = append(out, fmt.Sprintf("it is sent by POST, which takes at least %.0f %% confidence that it searches", 100*sureEnough))
	}
	return out
}

// forbidden says why a form with this control is never sent, "" where the
// control is harmless.
func forbidden(c *Field) string {
	why := ""
	switch {
	case c.Control == "password", asksSecret(c):
		why = "it has a password field"
	case c.Control == "file":
		why = "it takes a file"
	case asksEmail(c):
		why = "it asks for an e-mail address"
	case asksPayment(c):
		why = "it asks for a means of payment"
	case asksConsent(c):
		why = "it asks for consent"
	default:
		return ""
	}
	return fmt.Sprintf("%s %q", why, firstOf(c.Label, c.Name, c.ID))
}

// asksSecret reports whether a plain text box takes a password.
func asksSecret(c *Field) bool {
	switch c.Control {
	case "text", "tel", "number":
		return strings.HasSuffix(c.Autocomplete, "-password") || c.Autocomplete == "one-time-code" ||
			secretWords.Within(lexicon.Split(c.Name)) || secretWords.Within(lexicon.Fold(c.Label+" "+c.Placeholder))
	}
	return false
}

// asksEmail reports whether a control takes an e-mail address.
func asksEmail(c *Field) bool {
	switch c.Control {
	case "email":
		return true
	case "text", "tel", "url", "textarea":
	default:
		return false
	}
	if c.Autocomplete == "email" || emailWords.Within(lexicon.Split(c.Name)) || emailWords.Within(lexicon.Split(c.ID)) {
		return true
	}
	label := lexicon.Fold(c.Label + " " + c.Placeholder)
	return emailWords.Within(label) && !searchWords.Within(label)
}

func asksPayment(c *Field) bool {
	if strings.HasPrefix(c.Autocomplete, "cc-") {
		return true
	}
	if c.Control == "hidden" || isButton(c.Control) {
		return false
	}
	name, label := lexicon.Split(c.Name), lexicon.Fold(c.Label)
	return paymentWords.Within(name) || paymentWords.Within(lexicon.Split(c.ID)) || len(label) < 60 && paymentWords.Within(label)
}

// asksConsent reports whether ticking a box agrees to something.
func asksConsent(c *Field) bool {
	if c.Control != "checkbox" && c.Control != "radio" {
		return false
	}
	if len(c.Options) > 3 { // a list of subjects, among which "Privacy" may be
		return false
	}
	if consentWords.Within(lexicon.Split(c.Name)) || consentWords.Within(lexicon.Fold(c.Label)) {
		return true
	}
	for _, o := range c.Options {
		if consentWords.Within(lexicon.Fold(o.Label)) {
			return true
		}
	}
	return false
}
