package extract

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// emptyLike is how much of a page's text the background must know for it to
// be taken for another answer to a nonsense word.
const emptyLike = 0.97

// empty tells why the page is one that found nothing; "" if it is not.
func empty(v *view.Page, best region.Region, t tally.Total, c tally.Claim, b Background) string {
	strong := best.Strong()
	if b.Pages > 0 {
		known := known(v)
		if len(b.Labels) > 0 && (len(best.Recs) == 0 || best.F.Known >= emptyLike) {
			known = knownButEcho(v, b)
		}
		if known >= emptyLike && denied(v, b) {
			return "all of its text stands in the answer to a nonsense word too"
		}
		if len(best.Recs) > 0 && best.F.Known < 0.5 {
			return "" // records that the nonsense answer has not
		}
	}
	if t.N == 0 && t.Rank >= 5 {
		return "it counts none: " + t.Text
	}
	if c.Total == 0 && best.Score < region.DoubtfulScore {
		return "it counts none"
	}
	if c.Past != "" && !strong {
		return "it counts on from behind the last: " + c.Past
	}
	until := int32(len(v.Nodes))
	if strong {
		until = best.Recs[0].Lo
	}
	lost := t.N <= 0 || t.Rank <= tally.WeakTotal
	if lost && (!strong || len(v.Query) > 0 && best.F.Hits < 0.3) {
		if phrase := tally.Failure(v, until); phrase != "" {
			return "it says: " + phrase
		}
	}
	if len(best.Recs) == 0 && b.Pages > 0 && (known(v) > 0.9 || len(b.Labels) > 0 && knownButEcho(v, b) > 0.9) && denied(v, b) {
		return "nothing but what the answer to a nonsense word has"
	}
	if phrase := substitute(v, best); phrase != "" && lost && (len(v.Query) == 0 || best.F.Hits < 0.5) {
		return "it says, above other things: " + phrase
	}
	return ""
}

// demand returns the line by which a page asks for another question; "" without one.
func demand(v *view.Page) string {
	for _, l := range tally.LinesOf(v, func(l tally.Line) bool { return l.Zone&view.ZoneNav == 0 && demands.MatchString(l.Lower) }) {
		return l.Text
	}
	return ""
}

// Demand returns what a page says that did not take the question, query being its
// words: that a value is wrong, missing, too short or too broad. "" where it does not.
func Demand(doc *page.Document, query []string) string {
	return demand(view.New(doc, query, view.Known{}))
}

// TooMuch reports whether a page says that a question matches more than it would show:
// that is no answer, but a known way of giving none. What stands on the form's page too,
// whose lines are home, as an Outline has them, is said of no question.
func TooMuch(doc *page.Document, home []uint64) bool {
	v := view.New(doc, nil, view.Known{})
	return len(tally.LinesOf(v, func(l tally.Line) bool {
		return l.Zone&view.ZoneNav == 0 && tooMuch.MatchString(l.Lower) && !slices.Contains(home, LineHash(l.Text))
	})) > 0
}

// SaysTooMuch reports whether a line says that a question matches more than is shown.
func SaysTooMuch(line string) bool { return tooMuch.MatchString(strings.ToLower(line)) }

// tooMuch matches what a site says that finds too much.
var tooMuch = wording.Compile(lexicon.Pattern("too-much"))

// demands matches what a form says that did not take the question.
var demands = wording.Compile(lexicon.Pattern("demand"))

// substitute returns the line above a list that says that nothing was found,
// where another line calls the list a substitute ("did you mean", "popular
// items"); "" without these. An essay between the two is no substitute.
func substitute(v *view.Page, best region.Region) string {
	if len(best.Recs) == 0 {
		return ""
	}
	top := best.Recs[0].Lo
	failed, offers := "", false
	for _, l := range tally.LinesOf(v, func(l tally.Line) bool {
		return l.At < top && l.Zone&(view.ZoneNav|view.ZoneCalendar) == 0 && v.Sums[top].Chars-v.Sums[l.At].Chars < tally.Essay/2
	}) {
		t := l.Lower
		if failed == "" && tally.Nothing.MatchString(t) && !tally.Conditional.MatchString(t) {
			failed = l.Text
		}
		offers = offers || failed != "" && tally.Instead.MatchString(t)
	}
	if !offers {
		return ""
	}
	return failed
}
