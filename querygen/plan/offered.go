package plan

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Offered returns the plan of questions by which a form is divided as auto divides it: each
// menu with all its values and each pair of bounds from end to end, the next one only where
// an answer was cut. Controls that auto does not bind are left. unbounded are the pairs whose
// ends the form does not tell, as a plan would call them: only a person knows a range for
// them.
func Offered(f forms.Form) (p questions.Plan, unbounded []string) {
	var fixed forms.Values
	si := space.NewSearchInterface(f, fixed)
	said := map[string]bool{} // names of controls that something is done with
	add := func(c questions.Control) bool {
		tried := questions.Plan{Controls: append(slices.Clone(p.Controls), c)}
		if _, err := understand(f, fixed, &tried); err != nil || len(tried.Check()) > 0 {
			return false
		}
		p.Controls = tried.Controls
		return true
	}
	for _, m := range si.Menus {
		said[m.Field.Name] = true
		c := questions.Control{Control: f.Calling(m.Field)}
		for _, v := range m.Values {
			c.Only.List = append(c.Only.List, saying(f, m.Field, v))
		}
		add(c)
	}
	for _, s := range si.Spans {
		said[s.Min.Name], said[s.Max.Name] = true, true
		c := questions.Control{Control: callingSpan(f, fixed, s)}
		low, top, step := s.Least, s.Greatest, 0.0
		if n := len(s.Lows); n > 1 {
			low, top = s.Lows[0].At, s.Tops[len(s.Tops)-1].At
			step = s.Lows[1].At - s.Lows[0].At
		}
		if math.IsInf(low, 0) || math.IsInf(top, 0) {
			unbounded = append(unbounded, c.Control)
			continue
		}
		c.Range = questions.Range{From: s.Say(low), To: s.Say(top)}
		if s.Lows != nil && s.Step == 0 {
			c.Range.Step = s.Say(step)
		}
		if !add(c) {
			unbounded = append(unbounded, c.Control)
		}
	}
	if len(p.Controls) > 1 { // axes, so far
		p.Split = "where-cut"
	}
	for _, g := range f.Fields {
		if g.Control == "select" && slices.Contains([]forms.Role{forms.View, forms.OtherRole}, g.Role) && !g.Disabled && !si.IsFixed(g.Name) && !said[g.Name] {
			said[g.Name] = true
			add(questions.Control{Control: f.Calling(g), Leave: true})
		}
	}
	return p, unbounded
}

// callingSpan returns what a plan calls a pair of bounds: the words that the labels share, or
// the label of the lower one.
func callingSpan(f forms.Form, fixed forms.Values, s *space.Span) string {
	other := querygen.LabelWords(s.Max.Label)
	shared := slices.DeleteFunc(strings.Fields(s.Min.Label), func(word string) bool {
		w := querygen.LabelWords(word)
		return len(w) == 0 || slices.ContainsFunc(w, func(w string) bool { return !slices.Contains(other, w) })
	})
	for _, called := range []string{strings.Trim(strings.Join(shared, " "), " :,"), strings.TrimSpace(s.Min.Label)} {
		if t := spanOf(f, fixed, called); called != "" && t != nil && t.Min.Name == s.Min.Name {
			return called
		}
	}
	return s.Min.Name
}

// saying returns how a plan says a value of a menu: by its label, where that means no other one.
func saying(f forms.Form, g forms.Field, value string) string {
	label := strings.TrimSpace(cmp.Or(querygen.Spoken(f, g.Name, value), value))
	if _, settled, err := f.Settle(g.Name, []string{label}); err == nil && slices.Equal(settled, []string{value}) && utf8.RuneCountInString(label) <= forms.LongestCall {
		return label
	}
	return value
}
