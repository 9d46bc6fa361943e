package deeds

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Login judges the sending of a form that logs in, on a page that the user has named for
// that: its password and what its button says of logging in are no matter. What is left is
// what destroys, ends, pays or spreads something, by the button that is pressed, by where it
// is sent, by the method, or by what the form sends that nobody put in.
func Login(a Act) Verdict {
	var j Judging
	if v := j.method(&a); v.Kind == Deed {
		return v
	}
	strong := func(text string) string {
		if !shortLabel(text) || strings.Contains(text, "/") { // where a visitor goes on to
			return ""
		}
		return known.strong.Find(lexicon.Split(text))
	}
	for i := range a.Fields {
		if f := &a.Fields[i]; f.Kind == "hidden" && !f.Asked && !off(f.Value) {
			if word := cmp.Or(strong(f.Name), strong(f.Value)); word != "" {
				return deed(fmt.Sprintf("its field %q says %q", f.Name, word))
			}
		}
	}
	if b := a.Submitter; b != nil {
		if word := j.harms(b); word != "" {
			return deed(fmt.Sprintf("its button says %q", word))
		}
	}
	path, _, _ := strings.Cut(a.URL.PathQuery(), "?")
	for part := range strings.SplitSeq(path, "/") {
		if word := strong(unescapeValue(part)); word != "" {
			return deed(fmt.Sprintf("its address says %q", word))
		}
	}
	return Verdict{}
}
