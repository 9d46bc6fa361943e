package roles

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// BindsNothing reports whether choosing option i of f leaves the answer
// unrestricted.
func BindsNothing(f *control.Field, i int) bool {
	if !f.Control.IsMenu() && f.Control != "radio" {
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
	return o.Value == "" && f.Control.IsMenu() || betweenYesAndNo(f, i)
}

// betweenYesAndNo reports whether option i is the third beside a yes and a no, and
// the one that stands where nobody touches it ("Unknown", "Either way"): it asks
// for neither.
func betweenYesAndNo(f *control.Field, i int) bool {
	if len(f.Options) != 3 {
		return false
	}
	preset := slices.IndexFunc(f.Options, func(o control.Option) bool { return o.Selected })
	if max(preset, 0) != i {
		return false
	}
	says := func(l *lexicon.List) int {
		return slices.IndexFunc(f.Options, func(o control.Option) bool { return l.Matches(lexicon.Fold(o.Label)) })
	}
	yes, no := says(yesWords), says(noWords)
	return yes >= 0 && no >= 0 && yes != no && yes != i && no != i
}

var (
	yesWords = lexicon.Section("yes")
	noWords  = lexicon.Section("no")
)

// anyWords mark options that bind nothing.
var anyWords = lexicon.Section("any")
