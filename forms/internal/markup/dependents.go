package markup

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
)

// MarkDependents fills in Field.Reloads and Field.DependsOn of lists whose
// options change with another control, as far as the page shows it: by
// attributes, by what the scripts in it say, by options that name their
// parent's value, or because a list is empty behind one that is not.
func (in *Inventory) MarkDependents(fields []control.Field, controls []*html.Node) {
	var lists []int // fields that are lists, or could steer one
	for i := range fields {
		c := &fields[i]
		n := controls[c.Pos]
		c.Reloads = c.Control.IsChoice() && reloads(n)
		if c.Control == "select" || c.Control == "radio" {
			lists = append(lists, i)
		}
	}
	if len(lists) < 2 {
		return
	}
	named := namesOf(fields, lists, controls)
	for at, i := range lists {
		c := &fields[i]
		if c.Control != "select" {
			continue
		}
		if parent := named.parentOf(fields, lists, at, controls, in.scripts); parent >= 0 {
			c.DependsOn = cmp.Or(fields[parent].Name, fields[parent].ID)
		}
	}
}

// nearLists is how far apart, in lists, two of them are held against each other where
// neither names the other: a form of thousands of lists is no reason to compare all pairs.
const nearLists = 32

// names are the first lists of a form, by their names and ids, and those that name others.
type names struct{ list, naming map[string]int }

func namesOf(fields []control.Field, lists []int, controls []*html.Node) names {
	out := names{map[string]int{}, map[string]int{}}
	note := func(in map[string]int, name string, i int) {
		if _, known := in[name]; name != "" && !known {
			in[name] = i
		}
	}
	for _, i := range lists {
		note(out.list, fields[i].Name, i)
		note(out.list, fields[i].ID, i)
		for name := range named(controls[fields[i].Pos], childAttributes) {
			note(out.naming, name, i)
		}
	}
	return out
}

// parentOf finds the control that the list at a place depends on; -1 for none.
func (by names) parentOf(fields []control.Field, lists []int, at int, controls []*html.Node, scripts []string) int {
	i := lists[at]
	child := &fields[i]
	node := controls[child.Pos]
	for name := range named(node, parentAttributes) { // the child names its parent
		if k, known := by.list[name]; known && k != i {
			return k
		}
	}
	for _, name := range []string{child.Name, child.ID} { // the parent names its child
		if k, known := by.naming[name]; known && k != i {
			return k
		}
	}
	near := slices.DeleteFunc(slices.Clone(lists[max(0, at-nearLists):min(len(lists), at+nearLists+1)]), func(k int) bool { return k == i })
	for _, k := range near {
		if mentions(Attr(controls[fields[k].Pos], "onchange"), child) {
			return k
		}
	}
	for _, k := range near {
		if optionsNameParent(node, &fields[k]) {
			return k
		}
	}
	for _, k := range near {
		if binding(child) > 0 && binding(&fields[k]) == 0 {
			continue // a list that waits for options of its own decides nothing about one that has them
		}
		if slices.ContainsFunc(scripts, func(s string) bool { return steers(s, &fields[k], child) }) {
			return k
		}
	}
	if at == 0 || binding(child) > 0 {
		return -1
	}
	// An empty list waits for the one before it, as each does in a chain of them.
	if before := lists[at-1]; binding(&fields[before]) > 0 || fields[before].DependsOn != "" {
		return before
	}
	return -1
}

// binding counts the options that restrict something.
func binding(c *control.Field) int {
	n := 0
	for _, o := range c.Options {
		if !o.Any {
			n++
		}
	}
	return n
}

// reloads reports whether choosing sends the form at once.
func reloads(n *html.Node) bool {
	script := Attr(n, "onchange") + Attr(n, "onclick")
	return strings.Contains(script, "submit(") || strings.Contains(script, "__doPostBack") || page.HasAttr(n, "data-autosubmit") || page.HasAttr(n, "data-auto-submit")
}

var (
	parentAttributes = []string{"data-depends-on", "data-depends", "data-dependent-on", "data-depend", "data-parent", "data-parent-id", "data-chained", "data-chained-to", "data-remote-chained-to", "data-cascade-from", "cascadefrom", "data-master", "data-controlled-by", "ng-depends-on"}
	childAttributes  = []string{"data-child", "data-children", "data-dependent", "data-dependents", "data-updates", "data-update", "data-target", "data-target-select", "data-populates", "data-cascade", "data-cascade-to", "data-next", "hx-target", "aria-controls"}
)

// named yields the names and ids of controls that attributes of n hold.
func named(n *html.Node, attributes []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, a := range attributes {
			for v := range strings.FieldsFuncSeq(Attr(n, a), func(r rune) bool { return r == ' ' || r == ',' }) {
				v = strings.Trim(strings.TrimPrefix(v, "#"), `"'`)
				if v = strings.TrimSuffix(strings.TrimPrefix(v, "[name="), "]"); v != "" && !yield(v) {
					return
				}
			}
		}
	}
}

// mentions reports whether a script names the control as a string, a
// selector or a member of its form.
func mentions(script string, c *control.Field) bool {
	for _, name := range []string{c.ID, c.Name} {
		if len(name) < 2 || script == "" {
			continue
		}
		for _, form := range []string{"'" + name + "'", `"` + name + `"`, "#" + name, "[name=" + name, "form." + name + ".", "form." + name + ")"} {
			at := strings.Index(script, form)
			if at < 0 {
				continue
			}
			if end := at + len(form); form[0] != '#' || end == len(script) || !nameByte(script[end]) {
				return true
			}
		}
	}
	return false
}

func nameByte(b byte) bool {
	return b == '_' || b == '-' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// steers reports whether a script handles the change of parent by doing
// something to the options of child: the one's name, the word "change", the
// other's name and a word for filling lists stand near each other.
func steers(script string, parent, child *control.Field) bool {
	const before, after = 200, 800 // bytes around the word
	for at := 0; ; {
		i := strings.Index(script[at:], "change")
		if i < 0 {
			return false
		}
		at += i
		if mentions(script[max(0, at-before):min(len(script), at+40)], parent) {
			handler := script[at:min(len(script), at+after)]
			if mentions(handler, child) && slices.ContainsFunc(fillingWords, func(w string) bool { return strings.Contains(handler, w) }) {
				return true
			}
		}
		at += len("change")
	}
}

// fillingWords are what scripts do to a list of options.
var fillingWords = []string{"option", "innerHTML", ".html(", ".append(", ".empty(", ".load(", "disabled", ".length"}

// optionsNameParent reports whether most options of a list carry a value of
// the parent in a class or data attribute, by which a script shows or hides them.
func optionsNameParent(sel *html.Node, parent *control.Field) bool {
	values := map[string]bool{}
	for _, o := range parent.Options {
		if !o.Any && o.Value != "" {
			values[o.Value] = true
		}
	}
	if len(values) < 2 {
		return false
	}
	n, naming := 0, 0
	for o := range page.Below(sel, "option") {
		if Attr(o, "value") == "" {
			continue
		}
		n++
		for _, a := range o.Attr {
			if (a.Key == "class" || a.Key == "rel" || strings.HasPrefix(a.Key, "data-")) && (values[a.Val] || slices.ContainsFunc(strings.Fields(a.Val), func(v string) bool { return values[v] })) {
				naming++
				break
			}
		}
	}
	return n > 1 && naming*5 >= n*4
}
