package extract

import (
	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/table"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
)

// Piece is an element of a record that a person may choose as a column.
type Piece = table.Piece

// Pieces are the records of a page, taken apart for a person to choose columns from.
type Pieces struct {
	v    *view.Page
	recs []view.Span
}

// PiecesOf finds the records of a page, where the wrapper says or else as the page itself shows.
func PiecesOf(doc *page.Document, o Options) *Pieces {
	p := &Pieces{v: view.New(doc, o.Query, o.Background.known())}
	if len(p.v.Nodes) == 0 {
		return p
	}
	if w := o.Wrapper; w != nil && !w.Unplaced() {
		// Whether its columns fit does not count: they may be what is wrong.
		if p.recs = region.Tidy(p.v, region.Region{Recs: picked(p.v, w)}).Recs; len(p.recs) > 0 {
			return p
		}
	}
	best, _ := region.Best(p.v, tally.ClaimOf(p.v, p.v.Known.Counts))
	p.recs = best.Recs
	return p
}

// PiecesOfDetail takes a record's own page apart.
func PiecesOfDetail(doc *page.Document) *Pieces {
	p := &Pieces{v: view.New(doc, nil, Background{}.known())}
	if len(p.v.Nodes) > 0 {
		p.recs = []view.Span{p.v.Subtree(0)}
	}
	return p
}

// Records is how many there are.
func (p *Pieces) Records() int { return len(p.recs) }

// Of returns the pieces of a record, in document order.
func (p *Pieces) Of(record int) []Piece { return table.Pieces(p.v, p.recs[record], record) }

// Column returns a column that selects a piece, and what is like it in other records.
func (p *Pieces) Column(piece Piece) Column { return table.ColumnFor(p.v, p.recs, piece) }
