package forms

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/markup"
	"github.com/hadal-crawler/hadal/forms/purpose"
	"github.com/hadal-crawler/hadal/page"
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
	return what
}

// guard is the way every submission takes.
func (f *Form) guard(button *control.Field, named bool) error {
	no, doubts := f.against(button)
	return f.refusal(append(f.loose(), no...), doubts, named)
}

// refusal is the error for what speaks against sending f, nil where nothing does.
func (f *Form) refusal(no, doubts []string, named bool) error {
	switch {
	case len(no) > 0:
		return &GuardError{Form: f.ID, Reasons: no}
	case len(doubts) > 0 && !named:
		return &GuardError{Form: f.ID, Reasons: doubts, Doubt: true}
	}
	return nil
}

// loose lists what forbids to send f by a request alone.
func (f *Form) loose() []string {
	if why := f.ByScript(); why != "" {
		return []string{why}
	}
	return nil
}

// notSubmitted begins the reasons of a verdict.
const notSubmitted = "not submitted: "

// settle writes the guard's verdict for the default button into f.
func (f *Form) settle() {
	f.Reasons = slices.DeleteFunc(f.Reasons, func(reason string) bool { return strings.HasPrefix(reason, notSubmitted) })
	button, err := f.submitter(Submission{})
	f.Submit = err == nil
	if err != nil {
		f.Reasons = append(f.Reasons, notSubmitted+err.Error())
	}
	no, doubts := f.against(button)
	for _, reason := range slices.Concat(f.loose(), no, doubts) {
		f.Submit = false
		f.Reasons = append(f.Reasons, notSubmitted+reason)
	}
}

// against lists what forbids to send f in any way, as button does, and what
// speaks against it without the user's word.
func (f *Form) against(button *control.Field) (no, doubts []string) {
	switch f.Purpose {
	case purpose.Login, purpose.Registration, purpose.PasswordRecovery, purpose.Contact, purpose.MailingList, purpose.Order:
		if f.Score >= 0.7 {
			no = append(no, fmt.Sprintf("its purpose is %s (%.0f %%)", f.Purpose, 100*f.Score))
		}
	}
	method, action, _ := f.target(button)
	if method != "DIALOG" && action.IsZero() && f.Index >= 0 && f.Script == "" {
		no = append(no, errNoTarget.Error())
	}
	if f.Purpose != purpose.Search {
		doubts = append(doubts, fmt.Sprintf("its purpose is %s, not search", f.Purpose))
	} else if f.Score < unsure {
		doubts = append(doubts, fmt.Sprintf("it is not certain that it searches (%.0f %%)", 100*f.Score))
	}
	switch v := deeds.Judge(f.act(f.Fields, nil, button)); v.Kind {
	case deeds.Deed:
		no = append(no, v.Reason)
	case deeds.Doubtful:
		doubts = append(doubts, v.Reason)
	}
	if path := lexicon.Split(markup.PathOf(action)); f.Score < sureEnough && !lexicon.Search.Within(path) {
		for _, words := range []*lexicon.List{lexicon.Login, lexicon.Registration, lexicon.PasswordRecovery, lexicon.MailingList, lexicon.Order} {
			if word := words.Find(path); word != "" {
				doubts = append(doubts, fmt.Sprintf("its action's path says %q", word))
			}
		}
	}
	if button != nil && button.FormAction != "" && method == "POST" && f.Method != "POST" {
		doubts = append(doubts, "its button sends it elsewhere by POST, though the form is sent by "+f.Method)
	}
	if method == "POST" && (f.Purpose != purpose.Search || f.Score < sureEnough) {
		doubts = append(doubts, fmt.Sprintf("it is sent by POST, which takes at least %.0f %% confidence that it searches", 100*sureEnough))
	}
	return no, doubts
}

// GoesOn reports whether f only sends what its page wrote, and says where a list goes on: it has the
// number of rows shown until there, or that of the row after them, under a name for such a
// place, or as all in which it differs from another form of the page. A step of an order may have
// such a number, too.
func (f *Form) GoesOn(shown int, onPage []Form) bool {
	at := -1
	for i := range f.Fields {
		switch c := &f.Fields[i]; {
		case c.Control.IsFilled():
			return false
		case c.Control == "hidden":
			if n, err := strconv.Atoi(c.Value); err == nil && (n == shown || n == shown+1) {
				at = i
			}
		}
	}
	if at < 0 || placeNames.Matches(lexicon.Split(f.Fields[at].Name)) {
		return at >= 0
	}
	return slices.ContainsFunc(onPage, func(g Form) bool {
		return g.Method == f.Method && g.Action == f.Action && slices.EqualFunc(f.Fields, g.Fields, func(a, b control.Field) bool {
			own := a.Name == f.Fields[at].Name
			return a.Control == b.Control && a.Name == b.Name && (a.Control != "hidden" || (a.Value != b.Value) == own)
		})
	})
}

// placeNames are names for where in a list a page begins.
var placeNames = lexicon.New(`pos, position, start, start index, startindex, start at, startat, start row, startrow, start record, startrecord, offset, skip, from, first, first row, first result, first record, begin, begin at, row, rec, inicio, desde, debut, depuis, inizio, beginn, ab, van, vanaf, fra, fran, od, poczatek, zacatek, kezdet, baslangic, nachalo`)

// says is what a script says, nil where there is none.
func says(script string) []string {
	if script == "" {
		return nil
	}
	return []string{script}
}

// act is the sending of f with these fields, of which those bound were put in,
// by a button; by Enter or a script where there is none.
func (f *Form) act(fields []control.Field, bound []bool, button *control.Field) deeds.Act {
	method, action, _ := f.target(button)
	a := deeds.Act{By: deeds.Send, Name: f.ID, Says: says(f.Script), Method: method, URL: action, Around: f.Around, Headings: f.Headings, Lang: f.Lang, Calls: f.Calls, Over: f.Over, Asks: f.Asks, Fields: make([]deeds.Field, 0, len(fields))}
	a.Beside = f.Index < 0 && !f.Declared
	a.Linked = f.rowOf(f.Fields) != nil
	a.Answered = (&purpose.Subject{Page: f.Page, Method: f.Method, Action: f.Action, Fields: f.Fields}).Answered()
	if button != nil {
		a.Asks = slices.Concat(f.Asks, button.Asks)
	}
	for i := range fields {
		c := &fields[i]
		switch {
		case c.Control == control.Before: // it is sent nowhere
			continue
		case c.Control.IsButton():
			b := deeds.Button{Name: c.Name, Value: c.Value, Label: c.Label, Title: c.Title, ID: c.ID, Method: c.FormMethod}
			b.URL, _ = page.ParseURL(c.FormAction)
			if button != nil && c.Pos == button.Pos {
				a.Submitter = &b
			} else if c.Control.Submits() && f.Index >= 0 {
				a.Siblings = append(a.Siblings, b)
			}
			continue
		}
		a.Fields = append(a.Fields, c.Asked(bound != nil && bound[i] && c.Control != "hidden"))
	}
	return a
}
