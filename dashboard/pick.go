package dashboard

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/dashboard/internal/correct"
	"github.com/hadal-crawler/hadal/dashboard/internal/inert"
	"github.com/hadal-crawler/hadal/dashboard/internal/text"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// picking is the page on which a column is chosen, and the kept page in its frame.
type picking struct {
	steps
	*beliefs
}

// pickPage is where a person chooses an element of a record as a column, and sees what that
// gives on the kept pages before anything is saved.
type pickPage struct {
	Site       string          `json:"site"`
	Harvest    int64           `json:"harvest"`
	Step       int64           `json:"step"`
	Detail     bool            `json:"detail"`  // the page is a record's own
	Records    int             `json:"records"` // on the page
	Record     int             `json:"record"`  // whose pieces are listed, from 0
	Pieces     []extract.Piece `json:"pieces"`
	Piece      int             `json:"piece"`  // that was chosen; -1: none
	Column     *extract.Column `json:"column"` // made of it; null before
	Attributes []page.Pair     `json:"-"`
	Wrong      string          `json:"wrong,omitempty"`
	Effect     *effect         `json:"effect"`
	Kinds      []string        `json:"-"`
	Print      string          `json:"-"`
	Editable   bool            `json:"-"`
}

// effect is what a column gives on the kept pages of a harvest.
type effect struct {
	extract.Filled
	Pages int     `json:"pages"`
	Of    int     `json:"of"`   // records on them
	More  bool    `json:"more"` // there are more pages than were read
	Here  []value `json:"here"` // on the page at hand
}

// value is what a record has in a column.
type value struct {
	Title string `json:"title"`
	Value string `json:"value"`
	Kind  string `json:"kind,omitempty"`
}

// How much is read to show what a column gives.
const (
	effectPages = 200
	effectTime  = time.Second
	effectGap   = 100 // steps in a row without a page
	pickedShown = 8
)

// show shows the pieces of a kept page's records, and what the chosen one gives as a column.
func (c picking) show(r *http.Request, of storage.SiteStatus) (view, error) {
	ctx, site, q := r.Context(), of.Name, r.URL.Query()
	h, n, err := c.at(r)
	if err != nil {
		return view{}, err
	}
	is, err := c.basis(ctx, of)
	if err != nil {
		return view{}, err
	}
	kept, err := c.kept(ctx, h, n)
	if err != nil {
		return view{}, err
	}
	doc, err := kept.Document()
	if err != nil {
		return view{}, notFound("this page is no document: no column can be chosen on it")
	}
	detail, err := c.detail(ctx, site, h, n)
	if err != nil {
		return view{}, err
	}
	p := is.profile
	pieces, columns := piecesOf(doc, p, detail), correct.Columns(&p, detail)
	d := pickPage{Detail: detail, Site: site, Harvest: h, Step: n, Records: pieces.Records(), Pieces: []extract.Piece{}, Piece: -1, Kinds: extract.Kinds, Print: is.print(), Editable: c.editable()}
	if d.Records > 0 {
		d.Record = whole(q, "record", 0, d.Records-1)
		d.Pieces = pieces.Of(d.Record)
		if q.Has("piece") {
			d.Piece = whole(q, "piece", -1, len(d.Pieces)-1)
		}
	}
	if d.Piece >= 0 {
		d.Attributes = d.Pieces[d.Piece].Attributes
		made := pieces.Column(d.Pieces[d.Piece])
		made.Name = unlike(made.Name, *columns)
		d.Column = &made
	}
	if q.Has("new.name") {
		given := correct.New(q)
		d.Column = &given
	}
	return view{name: "pick", title: "Choose a column", site: site, find: func() (any, error) {
		if d.Column == nil {
			return d, nil
		}
		*columns = append(slices.Clip(*columns), *d.Column)
		if err := cmp.Or(p.Wrapper.Check(), p.Details.Check()); err != nil {
			d.Wrong = err.Error()
			return d, nil
		}
		d.Effect, err = c.effect(ctx, site, h, n, p, detail, d.Column.Name)
		return d, err
	}}, nil
}

func piecesOf(doc *page.Document, p harvest.Profile, detail bool) *extract.Pieces {
	if detail {
		return extract.PiecesOfDetail(doc)
	}
	return extract.PiecesOf(doc, p.Reading(nil))
}

// recordsOf reads the records of a page, or the one that it is of.
func recordsOf(doc *page.Document, p harvest.Profile, detail bool) []extract.Record {
	if !detail {
		return extract.Read(doc, p.Reading(nil)).Records
	}
	fields, _ := extract.ReadDetail(doc, p.Background, p.Details)
	return []extract.Record{{Key: doc.URL.Canonical().String(), Title: doc.Title, Fields: fields}}
}

// unlike returns a name that no column has.
func unlike(name string, columns []extract.Column) string {
	base := name
	for i := 2; slices.ContainsFunc(columns, func(c extract.Column) bool { return c.Name == name }); i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	return name
}

// effect reads the kept pages of a harvest again and tells what a column gives there. Nothing
// is stored, and no request sent.
func (c picking) effect(ctx context.Context, site string, h, here int64, p harvest.Profile, detail bool, name string) (*effect, error) {
	columns := slices.Clone(*correct.Columns(&p, detail))
	for i := range columns {
		columns[i].Required = columns[i].Required && columns[i].Name != name // else all records had it
	}
	*correct.Columns(&p, detail) = columns
	e := &effect{Here: []value{}}
	var held []extract.Record
	seen := map[string]bool{} // keys: pages show records again
	end := time.Now().Add(effectTime)
	for seq, gap := int64(1), 0; gap < effectGap; seq++ {
		kept, err := c.steps.store.Page(ctx, h, seq)
		if err != nil {
			return nil, err
		}
		if kept == nil {
			gap++
			continue
		}
		gap = 0
		rows, _, err := c.steps.store.ShownAt(ctx, site, h, seq)
		if err != nil {
			return nil, err
		}
		if (len(rows) == 0 || detail != (rows[0].Place == 0)) && seq != here {
			continue // no answer with records, or no record's own page
		}
		if (e.Pages >= effectPages || time.Now().After(end)) && seq != here {
			if e.More = true; seq > here {
				break
			}
			continue
		}
		doc, err := kept.Document()
		if err != nil {
			continue
		}
		e.Pages++
		for _, rec := range recordsOf(doc, p, detail) {
			of := extract.Record{Title: rec.Title}
			for _, f := range rec.Fields {
				if f.Name == name {
					of.Fields = append(of.Fields, f)
				}
			}
			if !seen[rec.Key] {
				seen[rec.Key] = true
				e.Of++
				held = append(held, of)
			}
			if seq == here && len(e.Here) < pickedShown {
				v := value{Title: rec.Title}
				if len(of.Fields) > 0 {
					v.Value, v.Kind = of.Fields[0].Value, of.Fields[0].Kind
				}
				e.Here = append(e.Here, v)
			}
		}
	}
	e.Filled = extract.FilledBy([]extract.Column{{Name: name}}, held)[0]
	return e, nil
}

// frame is a kept page for a frame, with boxes around the records that are read there; with
// links around their pieces where one is to be chosen.
func (c picking) frame(w http.ResponseWriter, r *http.Request, of storage.SiteStatus) error {
	ctx, site := r.Context(), of.Name
	h, n, err := c.at(r)
	if err != nil {
		return err
	}
	kept, err := c.kept(ctx, h, n)
	if err != nil {
		return err
	}
	profile, err := c.beliefs.store.Profile(ctx, site)
	if err != nil {
		return err
	}
	policy, style := inert.Policy, inert.Boxes(profile.Wrapper)
	var links map[*html.Node]string
	doc, broken := kept.Document()
	if r.URL.Query().Has("pick") && broken == nil {
		is, err := c.basis(ctx, of)
		if err != nil {
			return err
		}
		detail, err := c.detail(ctx, site, h, n)
		if err != nil {
			return err
		}
		policy, style = inert.PickPolicy, inert.Boxes(is.profile.Wrapper)+inert.PickStyle
		links = pickable(doc, is.profile, detail, text.At(site, "steps", h, n, "pick"))
	}
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(inert.Document(kept, doc, broken, style, links)) // who has left needs none
	return nil
}

// pickable returns where each piece of a page leads that can be clicked on.
func pickable(doc *page.Document, p harvest.Profile, detail bool, at string) map[*html.Node]string {
	out := map[*html.Node]string{}
	pieces := piecesOf(doc, p, detail)
	for record := range min(pieces.Records(), 200) {
		for i, piece := range pieces.Of(record) {
			out[piece.Node] = fmt.Sprintf("%s?record=%d&piece=%d#chosen", at, record, i)
		}
	}
	return out
}
