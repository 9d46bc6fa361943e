// Package correct applies what a person says about a site's profile, as a form of the pages
// says it, and tells what that changes in the file. A part that the form does not have stays
// as it is. It keeps nothing and reads nothing but the form.
package correct

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
)

// Role is a role that a control may have, and what that means.
type Role struct {
	Name string `json:"role"`
	Help string `json:"help"`
}

// Roles are those that a person may give a control. NotAsked is what an excluded one has.
var Roles = []Role{{"query", "words go here"}, {"category", "a menu that divides the records"}, {"range-min", "a lower bound"}, {"range-max", "an upper bound"},
	{"date", "a date"}, {"place", "a place"}, {"number", "a number"}, {"sort", "the order of the results"}, {"page-size", "rows a page"}, {"operator", "how words are joined"},
	{notAsked, "how it looks: left as it is, never asked"}, {"other", "something else: never asked where you say so"}, {"token", "a token of the site"}, {"submit", "the button"}}

const notAsked = "view"

// Apply returns a profile with what a person says about it. A part that the form does
// not have stays as it is; shown are the values always bound that it showed.
func Apply(p harvest.Profile, shown map[string]string, given url.Values) (harvest.Profile, error) {
	if p.Form != nil {
		form := *p.Form
		form.Fields = slices.Clone(form.Fields)
		for i := range form.Fields {
			f := &form.Fields[i]
			n := strconv.Itoa(i)
			if role := given.Get("role." + n); role != "" && role != string(f.Role) {
				if !slices.ContainsFunc(Roles, func(r Role) bool { return r.Name == role }) {
					return p, fmt.Errorf("there is no role %s", role)
				}
				f.Role, f.Score = as(f.Role, role), 1
			}
			if value := strings.TrimSpace(given.Get("fixed." + n)); given.Has("fixed."+n) && value != shown[f.Name] {
				if err := p.Bind(f.Name, value); err != nil {
					return p, err
				}
			}
		}
		p.Form = &form
	}
	var err error
	if p.Wrapper.Columns, err = correctedColumns(p.Wrapper.Columns, "", given); err == nil {
		p.Details.Columns, err = correctedColumns(p.Details.Columns, OwnPages, given)
	}
	if err != nil {
		return p, err
	}
	if given.Has("new.name") {
		columns := Columns(&p, given.Get("new.on") == "details")
		*columns = append(*columns, New(given))
	}
	if given.Has("next") {
		p.Wrapper.Next = strings.TrimSpace(given.Get("next"))
	}
	if given.Has("freezing") {
		p.Frozen = given.Has("frozen")
	}
	return p, cmp.Or(p.Wrapper.Check(), p.Details.Check())
}

// OwnPages is what the names of a form begin with for columns of the records' own pages.
const OwnPages = "own."

// correctedColumns returns columns with what a person says about them, by names that begin
// with prefix.
func correctedColumns(columns []extract.Column, prefix string, given url.Values) (out []extract.Column, err error) {
	names := map[string]bool{}
	for i, c := range columns {
		has := func(member string) bool { return given.Has(prefix + member + "." + strconv.Itoa(i)) }
		get := func(member string) string { return given.Get(prefix + member + "." + strconv.Itoa(i)) }
		if has("name") || has("hide") {
			c.Drop = has("hide")
			if c.Drop && c.Rows == 0 && (c.Select != "" || c.Attribute != "") {
				continue // a person chose it
			}
		}
		if has("name") {
			c.Required, c.Key = has("required"), has("key")
			if c.Name = strings.TrimSpace(get("name")); c.Name == "" || len(c.Name) > 100 {
				return nil, errors.New("a column needs a name of at most 100 letters")
			}
		}
		if names[c.Name] {
			return nil, fmt.Errorf("two columns are called %s", c.Name)
		}
		names[c.Name] = true
		if kind := get("kind"); kind != "" {
			if !slices.Contains(extract.Kinds, kind) {
				return nil, fmt.Errorf("there is no type %s", kind)
			}
			if c.Kind = kind; kind == "text" && c.Rows > 0 {
				c.Kind = ""
			}
		}
		out = append(out, c)
	}
	return out, nil
}

// as gives a text the type of another.
func as[T ~string](_ T, text string) T { return T(text) }

// Columns are the columns that a page of a profile has: of its records, or of their own pages.
func Columns(p *harvest.Profile, detail bool) *[]extract.Column {
	if detail {
		return &p.Details.Columns
	}
	return &p.Wrapper.Columns
}

// New reads the column that a form describes.
func New(given url.Values) extract.Column {
	text := func(name string) string { return strings.TrimSpace(given.Get("new." + name)) }
	nth, _ := strconv.Atoi(text("nth")) // what is no number is no choice
	return extract.Column{Name: text("name"), Select: text("select"), Nth: min(max(nth, 0), 1000), Attribute: text("attribute"), Pattern: given.Get("new.pattern"), Kind: text("kind"),
		Currency: text("currency"), Notation: text("notation"), Required: given.Has("new.required"), Key: given.Has("new.key"), Title: given.Has("new.title")}
}

// Line is a line of two texts that are compared.
type Line struct {
	Sign string // "+", "-", " ", or "…" for lines that are left out
	Text string
}

// Changes compares two texts by their lines; of what is the same only what stands around a
// change is told.
func Changes(before, after []byte) (out []Line) {
	text := string(diff.Diff("", before, "", after))
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		switch {
		case i < 3: // the names of the two
		case strings.HasPrefix(line, "@@"):
			if len(out) > 0 {
				out = append(out, Line{"…", ""})
			}
		default:
			out = append(out, Line{line[:1], line[1:]})
		}
	}
	return out
}
