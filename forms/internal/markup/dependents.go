package markup

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
)

// longestScript is how much of an inline script is looked at, in bytes.
const longestScript = 200_000

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
	for _, i := range lists {
		c := &fields[i]
		if c.Control != "select" {
			continue
		}
		if parent := parentOf(fields, i, lists, controls, in.scripts); parent >= 0 {
			c.DependsOn = cmp.Or(fields[parent].Name, fields[parent].ID)
		}
	}
}

// parentOf finds the control that field i depends on; -1 for none.
func parentOf(fields []control.Field, i int, lists []int, controls []*html.Node, scripts []string) int {
	child := &fields[i]
	node := controls[child.Pos]
	for _, k := range lists { // the child names its parent
		if k != i && namesControl(node, parentAttributes, &fields[k]) {
			return k
		}
	}
	for _, k := range lists { // the parent names its child
		n := controls[fields[k].Pos]
		if k == i {
			continue
		}
		if namesControl(n, childAttributes, child) || mentions(Attr(n, "onchange"), child) {
			return k
		}
	}
	for _, k := range lists {
		if k != i && optionsNameParent(node, &fields[k]) {
			return k
		}
	}
	for _, k := range lists {
		if k != i && slices.ContainsFunc(scripts, func(s string) bool { return steers(s, &fields[k], child) }) {
			return k
		}
	}
	// An empty list waits for the one before it.
	if at := slices.Index(lists, i); at > 0 && binding(child) == 0 && binding(&fields[lists[at-1]]) > 0 {
		return lists[at-1]
	}
	// In a chain of empty lists, each waits for the one before.
	if at := slices.Index(lists, i); at > 0 && binding(child) == 0 && fields[lists[at-1]].DependsOn != "" {
		return lists[at-1]
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

// namesControl reports whether one of n's attributes is c's id or name.
func namesControl(n *html.Node, attributes []string, c *control.Field) bool {
	for _, a := range attributes {
		for v := range strings.FieldsFuncSeq(Attr(n, a), func(r rune) bool { return r == ' ' || r == ',' }) {
			v = strings.Trim(strings.TrimPrefix(v, "#"), `"'`)
			if v = strings.TrimSuffix(strings.TrimPrefix(v, "[name="), "]"); v != "" && (v == c.Name || v == c.ID) {
				return true
			}
		}
	}
	return false
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
	for o := range sel.Descendants() {
		if o.Type != html.ElementNode || o.Data != "option" || Attr(o, "value") == "" {
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
