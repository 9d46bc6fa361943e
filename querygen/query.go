package querygen

import (
	"net/url"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
)

// Key identifies the question: equal for equal Form and Bind. It can be read
// by people, as the query string of a URL can.
func (q Query) Key() string {
	var b strings.Builder
	b.WriteString(url.QueryEscape(q.Form))
	sep := byte('?')
	for _, p := range q.Bind {
		b.WriteByte(sep)
		b.WriteString(url.QueryEscape(p.Name))
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(p.Value))
		sep = '&'
	}
	return b.String()
}

// Planned is the strategy of the questions of a person's plan.
const Planned = "plan"

// Words returns what q asks for as a person would say it: the bound texts, and
// the labels of bound options of form.
func (q Query) Words(form forms.Form) []string {
	var out []string
	for _, p := range q.Bind {
		if w := Spoken(form, p.Name, p.Value); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// Spoken returns the label of the option that value chooses, else value.
func Spoken(form forms.Form, name, value string) string {
	for _, f := range form.Fields {
		if f.Name != name {
			continue
		}
		for _, o := range f.Options {
			if o.Value != value {
				continue
			}
			if label := strings.TrimSpace(o.Label); label != "" {
				return label
			}
		}
	}
	return value
}
