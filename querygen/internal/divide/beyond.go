package divide

import (
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Beyond is what parts hold that match more than can be read, and that no control divides
// further.
type Beyond struct {
	Records int    // that no question can bring, as far as totals tell; at least, where parts overlap
	Overlap bool   // records are in several of the parts
	Unknown int    // parts of which no total tells
	Cut     int    // rows of those, where it is no chance that they end where they do
	Why     string // for people; "" where there are no such parts
}

// Beyond returns what cannot be had. It is for when nothing is left to ask.
//
// An answer that is the longest of all, with no total, may be cut: one of them always
// is the longest, so that alone tells nothing. It is cut where its length is known for the
// limit, where the form as served ended there, though more is held, or where as many
// different answers ended there as chance does not bring.
func (t *tree) Beyond() (b Beyond) {
	parts, rows := 0, 0
	doubted, bare := 0, 0 // longest answers, and of them those without a total
	type answer struct {
		first       text.Digest
		rows, total int
	}
	seen := map[answer]bool{}
	// Parts that show the same records overlap, as those of ticks do: their totals have no sum.
	most, summed, shown := 0, 0, map[uint32]int{}
	for _, n := range t.nodes {
		q := n.Question
		if q == nil || t.controls.vain(n.Region) || q.Status == querygen.Empty && n.doubt < 1 || n.Split != nil || len(n.used) > 0 && !t.controls.combined(n) || !t.reach.overflows(n) || len(t.controls.Choices(n)) > 0 {
			continue
		}
		if same := (answer{q.First, len(q.Rows), q.Total}); len(q.Rows) > 0 {
			if seen[same] {
				continue // a control that divides nothing shows it once more
			}
			seen[same] = true
		}
		m := t.f.Matches(q)
		switch {
		case m > len(q.Rows):
			beyond := m - len(q.Rows) - t.beside(n)
			if beyond <= 0 {
				continue // closer bounds brought the rest
			}
			b.Records += beyond
			most = max(most, beyond)
			summed++
			for _, r := range q.Rows {
				shown[r]++
			}
		case t.reach.suspect(n):
			doubted, rows = doubted+1, len(q.Rows)
			if q.Total < 0 {
				bare++
			}
		default:
			b.Unknown++
			if q.Total < 0 || q.Capped {
				b.Cut += len(q.Rows)
			}
		}
		parts++
	}
	once, several := 0, 0
	for _, parts := range shown {
		if 2*parts > summed {
			continue // it stands over whatever is asked
		}
		if once++; parts > 1 {
			several += parts - 1
		}
	}
	if float64(several) > overlapping*float64(once) {
		b.Overlap, b.Records = true, most
	}
	b.Unknown += doubted
	if bare >= alikeAtOnce && t.hides(rows, bare) || bare > 0 && (t.f.Regime().Limit == rows || t.reach.alike.listingCut(rows)) {
		b.Cut += bare * rows
	} else if parts -= doubted; parts == 0 && doubted > 0 {
		b.Why = doubt(doubted, rows)
	}
	if parts > 0 {
		b.Why = fmt.Sprintf("%d parts match more than can be read and cannot be divided further", parts)
		if b.Overlap {
			b.Why += "; records are in several of them, so that it may be more"
		}
		if b.Unknown > 0 {
			b.Why += fmt.Sprintf("; of %d of them the number of matches is not known", b.Unknown)
		}
	}
	return b
}

// hides reports whether a limit of so many rows, at which so many parts ended, may hide more than
// few records. Limits heap up at one length what would go on beyond it. Where as many parts ended
// at each shorter length as at this one, it hides few, if it is one: as if numbers of parts went on
// to fall as fast as from the lengths up to there to all from there on.
func (t *tree) hides(rows, parts int) bool {
	from, shorter := (rows+1)/2, 0
	for _, n := range t.nodes {
		if q := n.Question; n.Parent != nil && n.Split == nil && untold(q) && from <= len(q.Rows) && len(q.Rows) < rows {
			shorter++
		}
	}
	each := float64(shorter) / float64(rows-from)
	return float64(parts*parts) > hiddenFew*each*float64(t.f.Records.Held())
}

// hiddenFew is the share of the records held that a limit may hide which nothing speaks for. Of
// made-up sites whose limit it was, one in a hundred at most hid more than twice as much.
const hiddenFew = 0.025

// overlapping is how many times more than once, on average, parts show a record that are not apart.
const overlapping = 0.1

// Undivided is for when asking ends though parts are left to ask: it returns how many
// answers end at the site's limit of which no record is held that they do not show, and the
// rows of these. What they match beyond the limit is in none of the parts that were asked.
func (t *tree) Undivided() (parts, rows int) {
	k, known := t.reach.rows()
	if !known {
		return 0, 0
	}
	for _, n := range t.nodes {
		q := n.Question
		if q == nil || q.Status != querygen.Answered || q.More || float64(len(q.Rows)) < k || len(n.Region) == 0 || t.controls.vain(n.Region) || t.f.Matches(q) == len(q.Rows) || t.beside(n) > 0 {
			continue
		}
		parts, rows = parts+1, rows+len(q.Rows)
	}
	return parts, rows
}

// Doubtful tells of parts that ended alike, though others had fewer rows, and were never divided;
// "" where there are none. It is for when asking ends though parts are left to ask.
func (d *Drilldown) Doubtful() string {
	a := d.alike
	if len(a.parts) < alikeAtOnce || !a.doubts(a.parts[0].Question) {
		return ""
	}
	n := 0
	for _, p := range a.parts {
		if p.Parent != nil && p.Split == nil && len(p.used) == 0 {
			n++
		}
	}
	if n < alikeAtOnce {
		return ""
	}
	return doubt(n, a.rows)
}

// TooMuch returns how many parts are left to ask of those that the site said match too much:
// records are there. One of them is said for people.
func (t *tree) TooMuch() (parts int, say string) {
	var first space.Region
	for _, n := range t.nodes {
		q, s, r := n.Question, n.Split, n.Region
		switch {
		case q == nil || !q.TooMuch || len(r) == 0 || t.controls.vain(r):
			continue
		case s == nil && (len(n.used) > 0 || len(t.controls.Choices(n)) == 0):
			continue
		case s != nil && s.waiting != nil && s.waiting.Question == nil:
			r = s.waiting.Region
		case s != nil && t.controls.Dims[s.Dim].Menu == nil && !s.ended:
			r = n.Region.With(s.Rest)
		case s != nil && len(s.Values) == 0:
			continue
		}
		if t.held(r) != nil {
			continue
		}
		if parts++; parts == 1 || pairsBefore(r, first) {
			first = r
		}
	}
	if parts == 0 {
		return 0, ""
	}
	return parts, t.controls.Spoken(first)
}

// beside returns how many records are held that lie in n's region and that its answer does
// not show.
func (t *tree) beside(n *Node) (records int) {
	if t.controls.ticked(n.Region) {
		return len(t.narrower(n))
	}
	for r := range uint32(t.f.Records.Held()) {
		if _, shown := slices.BinarySearch(n.Question.Rows, r); !shown && !slices.ContainsFunc(n.Region, func(b space.Bounds) bool { return !t.f.Traits.In(r, b) }) {
			records++
		}
	}
	return records
}
