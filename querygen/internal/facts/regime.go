package facts

import "github.com/hadal-crawler/hadal/querygen"

// Regime is what kind of site the outcomes so far have shown it to be. It decides what can
// be told of an answer, and which ways to divide one are worth it.
type Regime struct {
	Totals   bool // an answer to a word shows how many match
	Limit    int  // no question brings more rows: top-k; 0 while nothing speaks for a limit
	Numbered bool // a page can be asked for by its number
	EndsTell bool // so the page that an answer ends on tells how many match
	Moves    bool // rows change places while an answer is read
	Excludes bool // words can be left out, and should
}

// endsFrom is after how many pages a limit may cut where ends tell: shorter answers are cut, or
// end with what is in hand.
const endsFrom = 50

// Regime returns that of now.
func (f *Extent) Regime() Regime {
	r := Regime{Totals: f.Totals, Limit: f.limit(), Numbered: f.Numbered, Moves: f.Signs.moves()}
	r.EndsTell = !r.Totals && r.Numbered && (r.Limit == 0 || r.Limit >= endsFrom*f.RowsAPage()) && !r.Moves
	// Where answers are cut they must tell how many matches they have, or nobody knows what
	// a part leaves; and rows that change places are missed by the one answer that has them.
	r.Excludes = f.Operators.Not == querygen.Yes && !r.Moves && f.Signs.Capped == 0 && !f.Broad.Refuses && (r.Totals || r.Limit == 0)
	return r
}

// Tells reports whether the number of matches of an answer is shown, or can be had
// for a few requests.
func (r Regime) Tells() bool { return r.Totals || r.EndsTell }

// Gauging reports whether marked records must tell the lengths of answers: where
// some are cut and none tells.
func (r Regime) Gauging() bool { return !r.Totals && r.Limit > 0 }

// Gauges reports whether that decides what an answer is worth.
func (r Regime) Gauges() bool { return r.Gauging() && !r.Excludes }

// FromEnds reports whether answers are read from their ends: where they are cut, and their
// pages have numbers.
func (r Regime) FromEnds() bool { return r.Numbered && !r.Excludes && r.Limit > 0 }

// InOrder reports whether answers are gauged, and read from their first page on.
func (r Regime) InOrder() bool { return r.Gauges() && !r.FromEnds() }

// FirstTells reports whether the first page of an answer tells what its others bring.
func (r Regime) FirstTells() bool { return r.Tells() && !r.Excludes }
