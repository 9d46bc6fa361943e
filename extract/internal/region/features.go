package region

import (
	"math"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// features say how much a region looks like a list of results. All but size
// and count lie between 0 and 1.
type features struct {
	count    float64 // records
	size     float64 // letters, at most 400 a record
	share    float64 // of the letters outside menus that are in the records
	cover    float64 // of the letters around the records that are in them
	regular  float64 // mean support of the paths that a record has
	repeats  float64 // share of a record's leaves that stand in it several times
	linked   float64 // records with a link
	distinct float64 // records with a text of their own
	targets  float64 // links among the first ones that lead elsewhere than the others
	dense    float64 // letters in links
	mean     float64 // letters a record
	rich     float64 // records with two pieces of text or more
	nav      float64 // records in menus, pagers, calendars
	form     float64 // controls a record
	Hits     float64 // records with a word of the query
	Known    float64 // letters that the background has
	even     float64 // evenness of the records' sizes
	numeric  float64 // records whose text is digits mostly
	imaged   float64 // records with an image
	unit     float64 // how the records' tag fits
	titled   bool    // table rows under a row that names the columns
	fan      float64 // mean number of targets a record has
	notes    float64 // records that are notes to a text: by what their list is called, or as their first link leads to a place of the page
	data     float64 // records with a digit: a date, a price, a number
	named    float64 // share of the records' elements and the two around them that are called after records
	main     bool    // in what the page calls its main part
	whole    float64 // of the elements on the page that are of the records' kinds, those that are records
}

// recordWords are what pages call records and lists of them in class names.
var recordWords = wording.Set("result", "results", "hit", "hits", "match", "matches", "record", "records", "item", "items", "entry", "entries", "listing", "listings",
	"product", "products", "article", "articles", "post", "posts", "story", "stories", "document", "documents", "book", "books", "job", "jobs", "offer", "offers",
	"card", "cards", "teaser", "teasers", "tile", "tiles", "list", "row", "rows", "grid", "feed", "catalog", "catalogue", "collection", "search")

// Score weighs the features. The product form makes each a veto: a region
// must look like results in every respect.
func (f features) Score(asked bool) float64 {
	s := 1.8 * math.Sqrt(f.size) * math.Sqrt(f.share)
	s *= math.Pow(f.regular, 1.5)
	s *= 1 - 0.7*f.repeats
	s *= 0.35 + 0.65*f.linked
	s *= f.distinct * f.distinct
	s *= 0.4 + 0.6*f.targets
	s *= 0.6 + 0.4*f.rich
	s *= 0.3 + 0.7*f.even
	// A part that is called menu or side bar by mistake holds more than links.
	if f.rich > 0.8 && f.dense < 0.75 && f.repeats < 0.6 {
		s *= 1 - 0.5*f.nav
	} else {
		s *= 1 - 0.92*f.nav
	}
	if f.titled {
		s *= 1.5
	}
	s *= f.unit * (1 + 0.25*f.imaged)
	s *= 1 - (0.8-0.2*f.imaged)*f.dense*f.repeats // menus of menus
	if f.dense > 0.95 {
		s *= 0.8
		// Short links and nothing else, as in menus.
		s *= 1 - 0.75*(1-f.rich)*(1-f.imaged)*max(0, 1-f.mean/60)
	}
	s *= 1 - 0.3*f.form
	s *= 1 - 0.8*f.numeric
	s *= 1 - f.Known
	s *= 0.5 + 0.5*f.cover
	s *= f.mean / (f.mean + 20)
	// Two or three parts are what any page consists of.
	s *= math.Pow((f.count-1)/(f.count+0.5), 2) * min(1, 0.4+0.15*f.count)
	s *= 0.35 + 0.65*f.data
	s *= 1 + 0.65*f.named
	if f.main {
		s *= 1.3
	}
	s /= math.Pow(max(1, f.fan/4), 0.4) // groups of records
	if asked {
		s *= 0.6 + 0.4*f.Hits
	}
	return s
}

// choice is what speaks for a region beside its score where there are several: it is not
// less of a list by these, but less likely the one of the results. A list that leaves out
// some elements for their looks is a part of another one.
func (f features) choice() float64 {
	c := (0.4 + 0.6*f.whole) * (0.6 + 0.4*f.rich)
	if f.main {
		c *= 1.6
	}
	return c
}
