package purpose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/markup"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// structure is what the controls of a form do together, seen before its
// purpose is known.
type structure struct {
	roles      []roles.Judged
	selecting  int    // choices that restrict which records are shown
	presenting int    // choices of order, page size or view
	open       int    // choices with an option that binds nothing ("Any")
	openLabel  string // of one such option
	ranges     int    // pairs of a lower and an upper bound
	bounds     int    // single bounds
	rangeName  string // of one pair
	personal   bool   // something asks who a person is, or for his word
	secret     bool   // ... and it is more than names and places, which one may also search by
}

// structureOf looks at all controls but hidden ones and buttons.
func structureOf(fields []control.Field) structure {
	roles := roles.Judge(fields)
	s := structure{roles: roles}
	for i := range fields {
		c := &fields[i]
		if !c.Control.IsFilled() {
			continue
		}
		switch c.Control {
		case "password", "file", "textarea", "email", "tel":
			s.secret = true
		}
		d := c.Asked(false)
		s.secret = s.secret || deeds.Email(d) || deeds.Secret(d) || deeds.Payment(d) || deeds.Consent(d)
		s.personal = s.personal || s.secret || AsksPerson(c)
		if !c.Control.IsChoice() {
			continue
		}
		switch roles[i].Role {
		case control.Sort, control.PageSize, control.View:
			s.presenting++
		default:
			if c.Control != "checkbox" || len(c.Options) > 1 {
				s.selecting++
			}
			if k := slices.IndexFunc(c.Options, func(o control.Option) bool { return o.Any && lexicon.Fold(o.Label) != "" }); k >= 0 && len(c.Options) > 2 {
				s.open++
				s.openLabel = cmp.Or(s.openLabel, c.Options[k].Label)
			}
		}
	}
	for i := range roles {
		switch {
		case roles[i].Role == control.RangeMin && roles[i].Pair >= 0:
			s.ranges++
			s.rangeName = cmp.Or(s.rangeName, fields[i].Label, fields[i].Name)
		case (roles[i].Role == control.RangeMin || roles[i].Role == control.RangeMax) && roles[i].Pair < 0:
			s.bounds++
		}
	}
	return s
}

// AsksPerson reports whether a control asks who somebody is or where he lives.
func AsksPerson(c *control.Field) bool {
	if !c.Control.IsFilled() || c.Control.IsTick() {
		return false
	}
	return personalAutofill.Matches(lexicon.Fold(c.Autocomplete)) || personWords.Within(lexicon.Split(c.Name)) || personWords.Within(lexicon.Fold(c.Label))
}

// byStructure: forms that narrow records down offer ranges and choices that
// may stay open, and do not ask who somebody is.
func byStructure(e *Evidence) []vote {
	s := e.shape
	var out []vote
	if e.jumps() {
		out = append(out, vote{Search, -2.5, "its options are addresses", "jump menu"}, vote{OtherPurpose, 2, "its options are addresses", "jump menu"})
	}
	if s.personal {
		return out
	}
	weigh := func(w float64, reason, sign string) {
		if e.form.Method != "GET" { // settings and orders have choices too
			w, sign = w/2, sign+" (POST)"
		}
		out = append(out, vote{Search, w, reason, sign})
	}
	switch {
	case e.visible == 1: // a lone list may as well lead to places or set something
	case s.open == 1:
		weigh(1.2, fmt.Sprintf("a choice may stay open (%q)", s.openLabel), "open choice")
	case s.open > 1:
		weigh(2, fmt.Sprintf("%d choices may stay open (%q)", s.open, s.openLabel), "open choices")
	}
	if e.visible == 1 && len(e.boxes) == 1 && e.boxes[0].Suggests && slices.ContainsFunc(e.buttons, deeds.Shows) {
		weigh(1, "all that is asked is one of what it suggests, to be shown", "shows what is suggested")
	}
	switch {
	case s.ranges > 0:
		weigh(2, fmt.Sprintf("has a range from - to (%q)", s.rangeName), "range")
	case s.bounds > 0:
		weigh(0.4, "has a lower or upper bound", "bound")
	}
	if s.presenting > 0 && s.selecting > 0 {
		out = append(out, vote{Search, 1.2, "says how to sort or cut a list, beside what to select", "presents and selects"})
	}
	if s.selecting+len(e.boxes) > 0 && resultWords.Within(e.action) {
		weigh(1.2, fmt.Sprintf("the action's path says %q", resultWords.Find(e.action)), "path of results")
	}
	if e.form.Method != "GET" && len(e.boxes) == 1 && s.open > 0 && e.visible == s.open+1 && e.onlySearches() {
		out = append(out, vote{Search, 1.5, "all that can be set is a box and choices that may stay open, and all that can be pressed says search", "nothing but a search (POST)"})
	}
	if (e.visible > 1 || len(e.boxes) == 1) && e.form.Answered() {
		weigh(2, "the page is the answer to an earlier submission of it", "answered")
	}
	return out
}

// onlySearches reports whether there is a button and each says that it searches: a form
// that is sent to save or order something has one that says so.
func (e *Evidence) onlySearches() bool {
	return len(e.buttons) > 0 && !slices.ContainsFunc(e.buttons, func(b string) bool {
		return !lexicon.Search.Within(b) || saveWords.Find(b) != ""
	})
}

// Answered reports whether the page's own URL is the action with parameters
// named as the controls.
func (f *Subject) Answered() bool {
	_, query, ok := strings.Cut(f.Page.PathQuery(), "?")
	if !ok || f.Method != "GET" || f.Action.IsZero() || markup.PathOf(f.Action) != markup.PathOf(f.Page) || f.Action.Origin() != f.Page.Origin() {
		return false
	}
	given, named := 0, 0
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if name == "" {
			continue
		}
		given++
		if slices.ContainsFunc(f.Fields, func(c control.Field) bool { return c.Name == name && c.Control.IsFilled() }) {
			named++
		}
	}
	return named > 0 && named*2 >= given
}

// byAgreement: when several parts of a form say on their own that it
// searches, they are hardly all wrong.
func byAgreement(e *Evidence) []vote {
	if e.shape.secret {
		return nil
	}
	switch e.agree() {
	case 0, 1:
		return nil
	case 2:
		return []vote{{Search, 0.8, "two of button, address and text box agree that it searches", "two agree"}}
	}
	return []vote{{Search, 1.6, "button, address and text box agree that it searches", "three agree"}}
}

// agree counts which of the buttons, the form's address or name, and its text
// boxes say that it searches.
func (e *Evidence) agree() int {
	n := 0
	if slices.ContainsFunc(e.buttons, lexicon.Search.Within) {
		n++
	}
	if lexicon.Search.Within(e.action) || lexicon.Search.Within(e.naming) {
		n++
	}
	if slices.ContainsFunc(e.boxes, func(c *control.Field) bool {
		return roles.QueryNames.Matches(lexicon.Split(c.Name)) || lexicon.Search.Within(boxText(c))
	}) {
		n++
	}
	return n
}

// jumps reports whether there is a single list to choose from and its options
// lead to pages: a menu for moving about.
func (e *Evidence) jumps() bool {
	if e.visible != 1 {
		return false
	}
	for i := range e.form.Fields {
		c := &e.form.Fields[i]
		if !c.Control.IsMenu() {
			continue
		}
		addresses, n := 0, 0
		for _, o := range c.Options {
			if o.Any || o.Value == "" {
				continue
			}
			n++
			if strings.HasPrefix(o.Value, "/") || strings.HasPrefix(o.Value, "?") || strings.Contains(o.Value, "://") || strings.Contains(o.Value, ".htm") || strings.Contains(o.Value, ".php") {
				addresses++
			}
		}
		return n > 0 && addresses*3 >= n*2
	}
	return false
}
