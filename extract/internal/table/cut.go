package table

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// A cell may hold several fields: "Gießen | 3 km", "Germany <small>Hamburg</small>",
// "12 files - 662 parts". It is taken apart where the records say so: most of those that have
// the place have as many pieces between the same separators, and one of the pieces is of one
// type in all of them, or stands in an element of its own. Commas and brackets part nothing:
// what stands in them belongs to the words before more often than not.

// Bounds of what is taken apart.
const (
	cutRows     = 4  // records that must show the pattern, and four of five of those that have the place
	cutPieces   = 5  // at most
	cutLetters  = 90 // of the longest cell
	fewDiffer   = 3  // different texts that an element of its own must have: highlighting has fewer
	sameOfFive  = 4  // of five pieces at one place are of its type
	longestUnit = 20
)

// separators part the pieces of a cell.
var separators = regexp.MustCompile(`\s+[-–—·|•/@]\s+|\s*[·•|]\s*`)

// piece is a part of a cell's text.
type piece struct {
	text  string
	apart bool // an element of its own holds it
}

// cutUp takes a cell apart, and says by which separators.
func cutUp(f *Fragment) (out []piece, by string) {
	text := f.Text
	if len(text) > cutLetters {
		return nil, ""
	}
	type edge struct {
		at, end int
		by      string
	}
	var edges []edge
	for _, m := range separators.FindAllStringIndex(text, -1) {
		edges = append(edges, edge{m[0], m[1], strings.TrimSpace(text[m[0]:m[1]])})
	}
	for _, b := range f.bounds {
		edges = append(edges, edge{b, b, "<"})
	}
	slices.SortFunc(edges, func(a, b edge) int { return a.at - b.at })
	from, apart := 0, false
	var signs strings.Builder
	add := func(to int, next string) {
		if t := strings.Trim(text[min(from, to):to], " \u00a0,/›»<>"); wording.Letters(t) > 0 {
			if b := strings.TrimRight(t, "."); b != t && unicode.IsDigit(rune(b[len(b)-1])) {
				t = b
			}
			out = append(out, piece{t, apart || next == "<" && from > 0})
			apart = false
		}
	}
	for _, e := range edges {
		if e.at < from {
			apart = apart || e.by == "<"
			continue
		}
		add(e.at, e.by)
		signs.WriteString(e.by)
		from, apart = e.end, e.by == "<"
	}
	add(len(text), "")
	return out, signs.String()
}

// cuts are the places whose cells are taken apart, each with the names of its pieces.
type cuts map[Place][]string

// findCuts finds them in rows.
func findCuts(rows [][]Fragment, title uint64) cuts {
	type shape struct {
		by string
		n  int
	}
	type tally struct {
		rows   int
		shapes map[shape][][]piece
	}
	places := map[Place]*tally{}
	for _, row := range rows {
		for i := range row {
			f := &row[i]
			if f.path == title || f.Image != "" || f.raw != "" || f.tells != 0 || f.Labels {
				continue
			}
			p := Place{css: f.Spot.CSS, part: f.Spot.Part, nth: f.Spot.Nth}
			t := places[p]
			if t == nil {
				t = &tally{shapes: map[shape][][]piece{}}
				places[p] = t
			}
			t.rows++
			if kind, _ := record.KindOf(f.Text); kind != "" {
				continue // it is one thing
			}
			if out, by := cutUp(f); len(out) >= 2 && len(out) <= cutPieces {
				k := shape{by, len(out)}
				t.shapes[k] = append(t.shapes[k], out)
			}
		}
	}
	out := cuts{}
	for p, t := range places {
		for k, found := range t.shapes {
			if len(found) < cutRows || len(found)*5 < t.rows*sameOfFive {
				continue
			}
			if strings.Trim(k.by, "-–—/") == "" && isRange(found) {
				continue
			}
			if names, ok := namePieces(found); ok {
				out[p] = names
			}
		}
	}
	return out
}

// namePieces names the pieces of a place, each by its type, and the first of no type as the
// place is; ok is false where no piece has a type or an element of its own.
func namePieces(found [][]piece) (names []string, ok bool) {
	names = make([]string, len(found[0]))
	texts := make([]string, len(found))
	for k := range names {
		apart, differ := 0, map[string]bool{}
		for i, pieces := range found {
			texts[i] = pieces[k].text
			differ[texts[i]] = true
			if pieces[k].apart {
				apart++
			}
		}
		if names[k] = nameOfKind(texts); names[k] == "" && len(differ) == 1 {
			return nil, false // words of the template around one field
		}
		ok = ok || names[k] != "" || apart*5 >= len(found)*sameOfFive && len(differ) >= fewDiffer
	}
	if !ok {
		return nil, false
	}
	for i := range names {
		if j := slices.Index(names[i+1:], names[i]); j >= 0 && (names[i] == "date" || names[i] == "time") {
			names[i], names[i+1+j] = "start", "end"
		}
	}
	return names, true
}

// valueWords name values by their units.
var valueWords = map[string]string{"km": "distance", "m": "distance", "mi": "distance", "miles": "distance", "m²": "area", "m2": "area", "qm": "area", "sqm": "area", "sqft": "area", "ha": "area",
	"b": "size", "kb": "size", "mb": "size", "gb": "size", "tb": "size", "kib": "size", "mib": "size", "gib": "size", "bytes": "size", "%": "percentage",
	"min": "duration", "mins": "duration", "minutes": "duration", "h": "duration", "hours": "duration", "kg": "weight", "g": "weight", "kg/m³": "density", "km/h": "speed", "mph": "speed"}

// isRange reports whether the pieces are the two ends of a range of numbers, which is one field.
func isRange(found [][]piece) bool {
	n := 0
	for _, pieces := range found {
		_, first := record.OnlyNumber(pieces[0].text)
		_, last := record.OnlyNumber(pieces[1].text)
		if first && last && len(pieces) == 2 {
			n++
		}
	}
	return n*2 > len(found)
}

// unitName names a column after the unit of its numbers; "" where that says nothing.
func unitName(unit string) string {
	if name := valueWords[strings.ToLower(unit)]; name != "" {
		return name
	}
	if name := wording.Snake(unit); len(name) > 3 {
		return name
	}
	return ""
}

// nameOfKind names a column after what four of five of its texts are; "" where these have no
// type in common.
func nameOfKind(texts []string) string {
	kinds, units, years := map[string]int{}, map[string]int{}, 0
	for _, t := range texts {
		kind, n := record.KindOf(t)
		kinds[kind]++
		if _, unit, ok := numberAndUnit(t); ok && kind == "" {
			units[unit]++
		}
		if kind == "number" && n >= 1500 && n < 2100 && len(t) == 4 {
			years++
		}
	}
	most := func(n int) bool { return n*5 >= len(texts)*sameOfFive }
	for unit, n := range units {
		if most(n) {
			return cmp.Or(unitName(unit), "count")
		}
	}
	switch {
	case most(years):
		return "year"
	case most(kinds["money"]):
		return "price"
	case most(kinds["number"]):
		return "count"
	case most(kinds["date"]), most(kinds["time"]), most(kinds["duration"]), most(kinds["url"]), most(kinds["image"]):
		for kind, n := range kinds {
			if most(n) {
				return kind
			}
		}
	}
	return ""
}

// unitText is a number with a word behind it.
var unitText = regexp.MustCompile(`^[-+−]?\d[\d.,'  ]*\s*(?:%|[\p{L}°][\p{L}°/²³.]*)$`)

// numberAndUnit parts "14,000 km".
func numberAndUnit(text string) (number, unit string, ok bool) {
	if len(text) > cutLetters || !unitText.MatchString(text) {
		return "", "", false
	}
	at := strings.LastIndexFunc(text, wording.IsDigit)
	_, size := utf8.DecodeRuneInString(text[at:])
	number, unit = text[:at+size], strings.Trim(text[at+size:], " .,")
	return number, unit, unit != "" && len(unit) <= longestUnit
}

// apply takes the cells of a row apart. One that does not follow its place's pattern goes
// whole to the piece of no type.
func (c cuts) apply(row []Fragment) []Fragment {
	if len(c) == 0 {
		return row
	}
	out := make([]Fragment, 0, len(row)+4)
	for _, f := range row {
		names, ok := c[Place{css: f.Spot.CSS, part: f.Spot.Part, nth: f.Spot.Nth}]
		if !ok || f.Image != "" || f.tells != 0 {
			out = append(out, f)
			continue
		}
		pieces, _ := cutUp(&f)
		whole := max(0, slices.Index(names, ""))
		if len(pieces) != len(names) {
			pieces = make([]piece, whole+1)
			pieces[whole].text = f.Text
		}
		for k, p := range pieces {
			if p.text == "" {
				continue
			}
			g := f
			g.Text, g.Spot.Piece, g.called, g.bounds, g.pieces = p.text, k+1, names[k], nil, len(names)
			g.path = wording.HashStep(f.path, "piece", names[k])
			out = append(out, g)
		}
	}
	return out
}

// cutsOf are those that columns have.
func cutsOf(columns []Column) cuts {
	out := cuts{}
	for _, c := range columns {
		if c.Piece == 0 || c.Label != "" || c.Rows == 0 {
			continue
		}
		p := Place{css: c.Select, part: c.Part, nth: c.Nth}
		for len(out[p]) < max(c.Piece, c.Pieces) {
			out[p] = append(out[p], "")
		}
		if c.Kind != "" {
			out[p][c.Piece-1] = c.Name
		}
	}
	return out
}
