package forms

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// selectOptions reads the options of a select, with the selectedness that a
// browser gives them at load: of a single select the last one that is marked,
// or else the first that is not disabled (unless it is shown as a list box).
func selectOptions(n *html.Node, multiple bool) []Option {
	var out []Option
	marked := -1
	for c := range n.Descendants() {
		if c.Type != html.ElementNode || c.Data != "option" {
			continue
		}
		o := readOption(c)
		if g := optgroup(c, n); g != nil {
			o.Group = attr(g, "label")
			o.Disabled = o.Disabled || page.HasAttr(g, "disabled")
		}
		if o.Selected {
			marked = len(out)
		}
		out = append(out, o)
	}
	if multiple {
		return out
	}
	if size, err := strconv.Atoi(strings.TrimSpace(page.Attr(n, "size"))); marked < 0 && (err != nil || size <= 1) {
		for i, o := range out {
			if !o.Disabled {
				marked = i
				break
			}
		}
	}
	for i := range out {
		out[i].Selected = i == marked
	}
	return out
}

// listOptions reads the suggestions of a datalist.
func listOptions(list *html.Node) []Option {
	var out []Option
	for c := range list.Descendants() {
		if c.Type == html.ElementNode && c.Data == "option" && !page.HasAttr(c, "disabled") {
			if o := readOption(c); o.Value != "" {
				o.Selected = false
				out = append(out, o)
			}
		}
	}
	return out
}

func readOption(n *html.Node) Option {
	text := strings.Join(strings.FieldsFunc(optionText(n), isASCIISpace), " ")
	o := Option{
		Value:    text,
		Label:    cmp.Or(attr(n, "label"), text),
		Selected: page.HasAttr(n, "selected"),
		Disabled: page.HasAttr(n, "disabled"),
	}
	if page.HasAttr(n, "value") {
		o.Value = attr(n, "value")
	}
	return o
}

// optionText is the text of an option without scripts (HTML, "text" IDL
// attribute of option).
func optionText(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for c := range n.ChildNodes() {
			switch {
			case c.Type == html.TextNode:
				b.WriteString(c.Data)
			case c.Type == html.ElementNode && c.Data != "script":
				walk(c)
			}
		}
	}
	walk(n)
	return valid(b.String())
}

func optgroup(option, sel *html.Node) *html.Node {
	for p := option.Parent; p != nil && p != sel; p = p.Parent {
		if p.Type == html.ElementNode && p.Data == "optgroup" {
			return p
		}
	}
	return nil
}

func isASCIISpace(r rune) bool {
	return r == ' ' || r == '\t' || r == '\n' || r == '\f' || r == '\r'
}

// BindsNothing reports whether choosing option i of f leaves the answer
// unrestricted.
func BindsNothing(f *Field, i int) bool {
	switch f.Control {
	case "select", "radio":
	default:
		return false
	}
	o := &f.Options[i]
	if strings.Trim(o.Label, " -–—=_.*·…<>«»()[]:\u00a0") == "" {
		return o.Value == "" || i == 0 || strings.Trim(o.Value, "-0_*.") == ""
	}
	text := lexicon.Fold(o.Label)
	if anyWords.Matches(text) || anyWords.Within(text) && len(strings.Fields(text)) <= 5 {
		return true
	}
	// "Choose a category" with nothing to send.
	return o.Value == "" && f.Control == "select" || betweenYesAndNo(f, i)
}

// betweenYesAndNo reports whether option i is the third beside a yes and a no, and
// the one that stands where nobody touches it ("Unknown", "Either way"): it asks
// for neither.
func betweenYesAndNo(f *Field, i int) bool {
	if len(f.Options) != 3 {
		return false
	}
	preset := slices.IndexFunc(f.Options, func(o Option) bool { return o.Selected })
	if max(preset, 0) != i {
		return false
	}
	says := func(l *lexicon.List) int {
		return slices.IndexFunc(f.Options, func(o Option) bool { return l.Matches(lexicon.Fold(o.Label)) })
	}
	yes, no := says(yesWords), says(noWords)
	return yes >= 0 && no >= 0 && yes != no && yes != i && no != i
}

var (
	yesWords = lexicon.New(`yes, y, true, ja, oui, si, sim, da, tak, ano, igen, evet, kylla, да, так, ναι, כן, نعم, بله, はい, 有り, 是, 有, 예, 네, ใช่`)
	noWords  = lexicon.New(`no, n, false, nein, nee, nej, nei, non, nao, nu, nie, ne, nem, hayir, ei, нет, не, ні, οχι, לא, لا, خیر, いいえ, 無し, 否, 无, 無, 아니요, 아니오, ไม่ใช่`)
)
