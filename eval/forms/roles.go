package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/roles"
)

// roleClass is what a labelled field type and our roles are compared as.
type roleClass string

const (
	query    roleClass = "query"
	category roleClass = "category" // whatever restricts: category, range, date, place, number, operator
	sorting  roleClass = "sort and page-size"
)

// labelledAs maps field types of the data; types that no role stands for give "".
func labelledAs(fieldType string) roleClass {
	switch fieldType {
	case "search query":
		return query
	case "sorting option":
		return sorting
	case "search category / refinement", "other number", "year", "month", "day", "full date", "state", "city",
		"country", "address", "postal code":
		return category
	}
	return ""
}

func judgedAs(r forms.Role) roleClass {
	switch r {
	case forms.QueryRole:
		return query
	case forms.Sort, forms.PageSize:
		return sorting
	case forms.CategoryRole, forms.RangeMin, forms.RangeMax, forms.Date, forms.Place, forms.Number, forms.Operator:
		return category
	}
	return ""
}

// printRoles compares roles inside labelled searches, a field once a name.
// Fields of forms that we do not judge searches count as missed. In strict
// counting, "category" is met by nothing but the role of that name and
// operators, as the data knows no difference between them.
func printRoles(w io.Writer, js []judged, verbose bool) {
	tallies := map[roleClass]*tally{query: {}, category: {}, sorting: {}}
	right, all := 0, 0
	split := map[forms.Role]int{} // how refinements are judged
	for i := range js {
		j := &js[i]
		if j.FormType != "search" {
			continue
		}
		names := make([]string, 0, len(j.Fields))
		for name := range j.Fields {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			if slices.Contains(j.Unlabeled, name) || slices.Contains(j.Foreign, name) || j.Fields[name] == "submit button" {
				continue
			}
			is := labelledAs(j.Fields[name])
			role, label := roleOf(j.form, name)
			as := judgedAs(role)
			if is == "" && as == "" {
				continue
			}
			all++
			if is == as {
				right++
			} else if verbose {
				fmt.Fprintf(w, "    %s %q (%.60s) is %s, judged %q\n", j.ID, name, label, j.Fields[name], role)
			}
			if j.Fields[name] == "search category / refinement" {
				split[role]++
			}
			for class, t := range tallies {
				t.add(as == class, is == class)
			}
		}
	}
	fmt.Fprintf(w, "roles in searches: %.3f of %d fields right\n", ratio(right, all), all)
	for _, class := range []roleClass{query, category, sorting} {
		fmt.Fprintf(w, "  %-19s %v\n", class, *tallies[class])
	}
	fmt.Fprint(w, "  refinements are judged:")
	for _, r := range []forms.Role{forms.CategoryRole, forms.RangeMin, forms.RangeMax, forms.Date, forms.Place, forms.Number, forms.Operator, forms.QueryRole, forms.Sort, forms.PageSize, forms.View, forms.OtherRole} {
		if split[r] > 0 {
			fmt.Fprintf(w, " %s %d", r, split[r])
		}
	}
	fmt.Fprintln(w)
}

// roleOf is the role of the control with a name, or "#id" for one without.
func roleOf(f *forms.Form, name string) (role forms.Role, label string) {
	if f == nil {
		return "", ""
	}
	for i := range f.Fields {
		c := &f.Fields[i]
		if c.Name == name || c.Name == "" && "#"+c.ID == name {
			return c.Role, c.Label
		}
	}
	return "", ""
}

// interface8 is a search interface of the TEL-8 set: attributes with labels
// and controls, without HTML.
type interface8 struct {
	ID         string      `json:"id"`
	Topic      string      `json:"topic"`
	Attributes []attribute `json:"attributes"`
}

type attribute struct {
	Label   string  `json:"label"`
	Concept string  `json:"concept"`
	Range   bool    `json:"range"`
	Inputs  []input `json:"inputs"`
	// of the whole attribute
	Operators []operator `json:"operators"`
}

type input struct {
	Control   forms.Kind `json:"control"`
	Options   []string   `json:"options"`
	Operators []operator `json:"operators"`
}

type operator struct {
	Label   string     `json:"label"`
	Control forms.Kind `json:"control"`
	Values  []string   `json:"values"` // empty: the label of one control
}

// fields makes controls of an interface as we would read them from HTML: the
// first of an attribute bears its label, the others their own. at says which
// attribute each belongs to.
func (x *interface8) fields() (fields []forms.Field, at []int, operators []bool) {
	for a, attr := range x.Attributes {
		for k, in := range attr.Inputs {
			control := in.Control
			if control == "" {
				control = "text"
			}
			f := forms.Field{Name: fmt.Sprintf("f%d", len(fields)), Control: control}
			var labels []string
			if k == 0 {
				labels = append(labels, attr.Label)
			}
			for _, o := range in.Operators {
				if len(o.Values) == 0 {
					labels = append(labels, o.Label)
				}
			}
			f.Label = strings.TrimSpace(strings.Join(labels, " "))
			f.Options = choices(in.Options)
			fields, at, operators = append(fields, f), append(at, a), append(operators, false)
		}
		for _, o := range attr.Operators {
			if o.Control == "" || len(o.Values) == 0 {
				continue
			}
			f := forms.Field{Name: fmt.Sprintf("f%d", len(fields)), Control: o.Control, Label: o.Label, Options: choices(o.Values)}
			fields, at, operators = append(fields, f), append(at, a), append(operators, true)
		}
	}
	return fields, at, operators
}

func choices(texts []string) []forms.Option {
	var out []forms.Option
	for _, t := range texts {
		out = append(out, forms.Option{Value: t, Label: t})
	}
	return out
}

// printInterfaces scores ranges and operators of interfaces without HTML.
func printInterfaces(w io.Writer, xs []interface8, verbose bool) {
	var ranges, ops tally
	for i := range xs {
		x := &xs[i]
		fields, at, operators := x.fields()
		roles.Assign(fields)
		byName := map[string]int{}
		for k, f := range fields {
			byName[f.Name] = k
		}
		found := make([]bool, len(x.Attributes))
		for k, f := range fields {
			if f.Role == forms.RangeMin && f.Pair != "" && at[byName[f.Pair]] == at[k] {
				found[at[k]] = true
			}
			ops.add(f.Role == forms.Operator, operators[k])
			if verbose && (f.Role == forms.Operator) != operators[k] {
				fmt.Fprintf(w, "    operator %v, judged %s: %s %q %q\n", operators[k], f.Role, x.ID, f.Label, texts(f.Options))
			}
		}
		for a, attr := range x.Attributes {
			ranges.add(found[a], attr.Range)
			if verbose && found[a] != attr.Range {
				fmt.Fprintf(w, "    range %v, judged %v: %s %q", attr.Range, found[a], x.ID, attr.Label)
				for k, f := range fields {
					if at[k] == a {
						fmt.Fprintf(w, " [%s %q %q]", f.Control, f.Label, texts(f.Options))
					}
				}
				fmt.Fprintln(w)
			}
		}
	}
	fmt.Fprintf(w, "TEL-8, %d interfaces without HTML\n  ranges    %v\n  operators %v\n", len(xs), ranges, ops)
}

func texts(options []forms.Option) []string {
	var out []string
	for _, o := range options[:min(len(options), 5)] {
		out = append(out, o.Label)
	}
	return out
}
