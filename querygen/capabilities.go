package querygen

// Verdict is what is known about something that an interface may be able to do.
type Verdict string

// The verdicts.
const (
	Unknown Verdict = ""
	Yes     Verdict = "yes"
	No      Verdict = "no"
)

// Capability is one thing that an interface can or cannot do, as the ledger
// shows it.
type Capability struct {
	Name     string  `json:"name"` // one of the Can constants
	Verdict  Verdict `json:"verdict,omitempty"`
	Value    string  `json:"value,omitempty"`    // how or how much: "*", "1000", "-word"
	Evidence string  `json:"evidence,omitempty"` // for people: "11 + 32 = 43 matches of |a b|, |a -b|, |a|"
}

// Capabilities are what an interface can do, in the order of the Can constants,
// what is not known yet left out.
type Capabilities []Capability

// The names of capabilities.
const (
	CanListAll   = "list-all"     // a question that lists everything; Value is what is bound, in words
	CanPageSize  = "page-size"    // Value is the largest number of rows that a page was made to show
	CanLimit     = "top-k"        // Value is k; Evidence says how the limit shows (stops, refuses, hides the total, shows nothing)
	CanTotal     = "total"        // Value is exact, capped or estimated
	CanAnd       = "and"          // several words narrow; Value is how they are written
	CanOr        = "or"           // several words widen
	CanNot       = "not"          // Value is how an exclusion is written: "-word"
	CanPhrase    = "phrase"       // quoted words must follow each other
	CanPrefix    = "prefix"       // Value is how a prefix is written: "wor*"
	CanSubstring = "substring"    // parts of words find records; Value is where in the words: beginning, anywhere
	CanShort     = "min-length"   // Value is the length of the shortest word that is searched for
	CanStopWords = "stop-words"   // very frequent words are not searched for
	CanStem      = "stemming"     // inflected forms find each other
	CanSort      = "sort"         // Value lists the orders that change what is reached
	CanStay      = "stable-order" // rows keep their place between pages
	CanDivide    = "partition"    // Value lists the menus whose values share the records out
	CanRange     = "range"        // Value lists the pairs of bounds that select
	CanServe     = "empty-submit" // the form as served answers with records
)

// CapabilityNames returns the names of all capabilities.
func CapabilityNames() []string {
	return []string{
		CanListAll, CanPageSize, CanLimit, CanTotal, CanAnd, CanOr, CanNot, CanPhrase, CanPrefix, CanSubstring, CanShort, CanStopWords, CanStem,
		CanSort, CanStay, CanDivide, CanRange, CanServe,
	}
}

// Get returns the capability of a name; its Verdict is Unknown where nothing is known.
func (c Capabilities) Get(name string) Capability {
	for _, x := range c {
		if x.Name == name {
			return x
		}
	}
	return Capability{Name: name}
}
