package extract

import (
	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/table"
	"github.com/hadal-crawler/hadal/extract/pager"
	"github.com/hadal-crawler/hadal/page"
)

// What the rooms below offer, under the names by which the house is known.
type (
	Field      = record.Field     // one named value of a record
	Record     = record.Record    // one result item
	Column     = table.Column     // one field of the records of an interface: where it stands in a record, and what it holds
	RowPiece   = record.Piece     // a part of what a row says
	Shown      = record.Shown     // a record as an answer shows it
	KeyScheme  = table.KeyScheme  // how records with an address are told apart
	Step       = pager.Step       // leads from one result page to another
	SizeChoice = pager.SizeChoice // one setting of a page's own knob for how many records it shows
)

// The schemes of keys.
const (
	ByAddress = table.ByAddress // by their address alone
	ByTitle   = table.ByTitle   // by their address and their title: one address has several records
	ByRow     = table.ByRow     // by what they say: one record has several addresses
	ByBoth    = table.ByBoth    // by their address and what they say: one address has several records, under one title even
)

// Kinds are the types that a column may have.
var Kinds = table.Kinds

// Result is what one page says.
type Result struct {
	Records []Record       `json:"records"`
	Others  [][]Record     `json:"others,omitempty"` // further lists on the page (suggestions, categories, news), the likeliest first
	Next    Step           `json:"next,omitzero"`
	Prev    Step           `json:"prev,omitzero"`
	Further []Step         `json:"further,omitempty"` // the next pages of other lists on the page, each with a pager of its own
	Whole   []page.URL     `json:"whole,omitempty"`   // of a page in sections, the links to all of a section of which it shows the first rows
	Pages   []page.URL     `json:"pages"`             // other pages of the same answer that the pager links to by number, or as the first and the last
	Inner   []page.URL     `json:"inner,omitempty"`   // further pages of single records: numbered links inside records, as of long threads
	Sizes   []SizeChoice   `json:"sizes,omitempty"`   // the page's own knob for how many records it shows, the smallest first
	Total   int            `json:"total"`             // matches the page claims; -1 where it shows none
	Capped  bool           `json:"capped"`            // the total is a lower bound ("1000+")
	Empty   bool           `json:"empty"`             // the page says, or its likeness to Background shows, that nothing matched
	Blocked string         `json:"blocked,omitempty"` // why this is no answer at all: captcha, bot wall, login wall, soft error
	Says    string         `json:"says,omitempty"`    // of an empty answer: the words that say so
	Cut     bool           `json:"-"`                 // a part of a JSON answer, or of the data in a script, was left out: it would take too much memory
	Instead []Record       `json:"-"`                 // what a page lists that found nothing
	Sure    bool           `json:"-"`                 // the records look like a list of results, whatever else the page says
	Misfit  string         `json:"misfit,omitempty"`  // why the wrapper of Options does not fit the page, which was then read by itself
	Without map[string]int `json:"-"`                 // rows that are no records for lack of a column that a person requires, by its name
	Reasons []string       `json:"reasons"`
	Outline Outline        `json:"-"` // of the page, where Options asks for it
}

// Background is what a site's answer to a nonsense word shows: whatever stands
// there is template, not result. The zero Background knows nothing. It is
// stored as JSON in the site profile.
type Background struct {
	Links  []string `json:"links,omitempty"`  // canonical URLs linked from the answers
	Lines  []string `json:"lines,omitempty"`  // hashes of its text blocks, without digits and query words
	Counts []string `json:"counts,omitempty"` // numbers of things that they claim, with hashes of the wording: sizes of the collection
	Labels []string `json:"labels,omitempty"` // of the form's controls: what an answer repeats of the question, beside what was asked for
	Denies []string `json:"denies,omitempty"` // of Lines, those that stand on no other page of the site: one of them says that there is nothing
	Pages  int      `json:"pages"`            // answers learned from
}

// Options of Read.
type Options struct {
	Query      []string          // words or option labels that were asked for
	Background Background        // what an empty answer of this interface looks like
	Wrapper    *Wrapper          // where its pages have their records, as far as is known; may be nil
	Learning   Learning          // what the pages so far tell of that, before a wrapper is learned
	Keys       KeyScheme         // how records with an address are told apart
	Unsteady   []string          // parts of addresses that change each time a record is shown, see Strayed
	Former     map[string]string // the keys that records had when less was known of what tells them apart, by those that they would have now
	Next       string            // the user's selector of the link to the next page; "": it is found, and learned
	Section    bool              // the page shows one of the sections of an answer, whose first page has several
	Nothing    string            // what the pages are known to say where nothing was found; "" where that is not known
	Objects    *Objects          // how the records stand in a JSON answer, as far as is known; may be nil
	Idle       []uint64          // lines of the form's page before anything was asked, as an Outline has them: where no Background is known, they are the template
	Outline    bool              // Result.Outline is wanted
}

// Restless returns the places of rows at which what is otherwise the same row says something
// else from answer to answer; meet reports whether two answers may show the same records.
func Restless(rows []Shown, meet func(a, b int) bool) []string { return record.Restless(rows, meet) }

// IsAttribute reports whether a piece's place is an attribute.
func IsAttribute(place string) bool { return record.IsAttribute(place) }

// OwnAttribute returns the scheme by which an attribute tells rows apart that say the same;
// ok is false where none does.
func OwnAttribute(rows []Shown) (by KeyScheme, ok bool) {
	place := record.Own(rows)
	return table.ByAttribute(place), place != ""
}

// Strayed returns the parts of addresses that differ where two records say the same, and
// without which all others are told apart as well; nil where there are none.
func Strayed(pairs [][2]page.URL, others []page.URL, dropped []string) []string {
	return record.Strayed(pairs, others, dropped)
}

// SameTitle reports whether two titles may be of the same record: the other has all words of
// one, which may stand behind a note that comes and goes.
func SameTitle(a, b string) bool { return a == b || record.Within(a, b) || record.Within(b, a) }
