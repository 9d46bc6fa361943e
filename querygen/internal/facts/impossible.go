package facts

import (
	"strconv"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/dates"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// A form without a query box can be asked for what no record has, too: a made-up word
// in a column, a quantity beyond all that records have, bounds that leave nothing between
// them. What comes shows what an empty answer looks like, before any answer must be told
// from one. Such a question is asked once the first one that divides the records is due:
// a form that lists everything as served never needs it. Where a form has menus only, each
// of whose values may be there, two choices are impossible together where one of them was
// read to its end and none of its records has the other.

// Of impossible questions. Beyond what records have, values are still such that a person
// might enter them: sites refuse what is absurd, and refusals teach nothing.
const (
	ImpossibleTries = 3   // until one is taken for what it is
	ImpossibleRows  = 20  // of a part that is looked at for choices that none of them has
	ImpossibleParts = 4   // parts that are looked at before each question, the latest
	Unlikely        = 0.3 // records that two choices may have together, as far as is known, where pages without records came that tell nothing
	beyondYears     = 2999
	leastColumn     = 8 // letters that a column's box must take for a made-up word
)

// Impossible returns questions that nothing can match, the most telling first; none
// where a form has menus only, each of whose values may be there.
func Impossible(si *space.SearchInterface, seed uint64) []querygen.Query {
	var out []querygen.Query
	ask := func(why string, pairs ...page.Pair) {
		if len(out) < ImpossibleTries {
			out = append(out, querygen.Query{Form: si.Form.ID, Bind: si.Bind(pairs...), Strategy: ProbeStrategy, Nonsense: true,
				Why: why + ": shows what an empty answer looks like"})
		}
	}
	inSpan := map[string]bool{}
	for _, s := range si.Spans {
		inSpan[s.Min.Name], inSpan[s.Max.Name] = true, true
	}
	for _, l := range si.Lone {
		inSpan[l.Span.Min.Name] = true
	}
	usable := func(f forms.Field) bool {
		return f.Name != "" && f.Control.IsBox() && !f.Disabled && !f.ReadOnly && !si.IsFixed(f.Name) && !inSpan[f.Name] && f.Pattern == "" &&
			(f.Role == forms.QueryRole || space.Filters(&f))
	}
	for _, f := range si.Form.Fields {
		switch kind := space.TypeOf(f); {
		case !usable(f) || space.WantsDate(f) || kind == space.NumberType || kind == space.YearType || kind == space.ZipType:
		case f.MaxLength == 0 || f.MaxLength >= leastColumn:
			w := text.Nonsense(seed, 0)
			if f.MaxLength > 0 && len(w) > f.MaxLength {
				w = w[len(w)-f.MaxLength:] // its end is what no word has
			}
			ask("a made-up word in "+space.NameOf(f.Label, f.Name), page.Pair{Name: f.Name, Value: w})
		}
	}
	for _, s := range si.Spans {
		if pairs, why := s.Impossible(); pairs != nil {
			ask(why, pairs...)
		}
	}
	for _, l := range si.Lone {
		if pair, ok := l.Impossible(); ok {
			ask("a bound that no record keeps to", pair)
		}
	}
	for _, f := range si.Form.Fields {
		if !usable(f) || f.Max != "" {
			continue
		}
		switch kind := space.TypeOf(f); {
		case space.WantsDate(f):
			if n := space.NotationOf(f); n != "" {
				ask("a day on which no record is", page.Pair{Name: f.Name, Value: n.Write(dates.Last, false)})
			}
		case kind == space.YearType && (f.MaxLength == 0 || f.MaxLength >= 4):
			ask("a year that no record has", page.Pair{Name: f.Name, Value: strconv.Itoa(beyondYears)})
		case kind == space.NumberType && f.MaxLength == 0:
			ask("a number that no record has", page.Pair{Name: f.Name, Value: strconv.Itoa(space.BeyondAll)})
		}
	}
	return out
}
