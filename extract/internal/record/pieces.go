package record

import (
	"cmp"
	"hash/fnv"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// Piece is a part of what a record says, by the place where it stands in its row: the words of
// a cell, each number among them, an attribute of one of its elements.
type Piece struct{ Place, Says string }

// attributePlace begins the places of attributes, cellPlace those of cells and their numbers.
const (
	attributePlace = "@"
	cellPlace      = "cell "
)

// AttributePlace is the place of an element's attribute; name tells elements of one kind apart.
func AttributePlace(tag, attribute, name string) string {
	return attributePlace + strings.TrimSpace(tag+" "+attribute+" "+name)
}

// IsAttribute reports whether a place, or a scheme of keys, is an attribute.
func IsAttribute(place string) bool { return strings.HasPrefix(place, attributePlace) }

// CellPlace is the place of the n-th text at a place of a row's n-th part.
func CellPlace(css string, part, nth int) string {
	return cellPlace + strings.TrimSpace(strings.Join([]string{css, strconv.Itoa(part), strconv.Itoa(nth)}, " "))
}

var numbers = regexp.MustCompile(`\p{Nd}+(?:[.,'’\x{a0}\x{202f}]\p{Nd}+)*`)

// CellPieces returns what a cell says without what stands at places left out, and its pieces.
func CellPieces(place, text string, without map[string]bool) (string, []Piece) {
	out := []Piece{{place, ""}}
	n := 0
	masked := numbers.ReplaceAllStringFunc(text, func(number string) string {
		n++
		out = append(out, Piece{place + " #" + strconv.Itoa(n), number})
		return " # "
	})
	out[0].Says = strings.Join(wording.Words(masked), " ")
	if without[place] {
		return "", out
	}
	n = 0
	return numbers.ReplaceAllStringFunc(text, func(number string) string {
		if n++; without[place+" #"+strconv.Itoa(n)] {
			return " "
		}
		return number
	}), out
}

// Shown is a record as an answer shows it. The pages of one question are one answer.
type Shown struct {
	Answer int
	Asked  string // in words
	Text   string // of the record
	Pieces []Piece
}

// says reports whether a record's text has all words of another's question: then that question
// finds it, too.
func (s Shown) says(asked string) bool {
	text := strings.ToLower(s.Text)
	return !slices.ContainsFunc(wording.Words(asked), func(w string) bool {
		return !strings.Contains(text, w) || len(w) < leastStem && !slices.Contains(wording.Words(text), w)
	})
}

// leastStem is how many bytes a part of a word has at least that hardly stands in a row by chance:
// four Latin letters, or two signs that are words themselves.
const leastStem = 4

// Of Restless and Own.
const (
	fewRows      = 3   // that come again
	manyChange   = 5   // rows that come again, of which one says something else
	someChanges  = 6   // that never go back
	severalWords = 3   // that are no chance
	mostAnchors  = 10  // places by which rows are held against each other
	mostShown    = 600 // rows, the latest ones
	mostDiffer   = 0.9 // of the rows of an answer, at a place that tells them apart
	rareShare    = 100 // of the rows, the part that may be an exception
)

// table is rows, with what each says at each place as a number; 0 is nothing.
type table struct {
	answers []int
	rows    []Shown
	places  []string
	says    [][]uint64
	long    [][]bool // it says several words
}

func tableOf(rows []Shown, wanted func(place string) bool) table {
	rows = rows[max(0, len(rows)-mostShown):]
	t := table{rows: rows}
	at, had := map[string]int{}, map[string]int{}
	for _, row := range rows {
		for _, p := range row.Pieces {
			if _, known := at[p.Place]; !known && wanted(p.Place) {
				at[p.Place] = len(t.places)
				t.places = append(t.places, p.Place)
			}
			had[p.Place]++
		}
	}
	for _, row := range rows {
		said, long := make([]uint64, len(t.places)), make([]bool, len(t.places))
		for _, p := range row.Pieces {
			if x, ok := at[p.Place]; ok {
				h := fnv.New64a()
				h.Write([]byte(p.Says))
				said[x], long[x] = h.Sum64()|1, strings.Count(p.Says, " ") >= severalWords-1
			}
		}
		t.answers, t.says, t.long = append(t.answers, row.Answer), append(t.says, said), append(t.long, long)
	}
	return t
}

// key is what a row says at the places that are in.
func (t table) key(row int, in func(place int) bool) uint64 {
	h := uint64(14695981039346656037)
	for x, said := range t.says[row] {
		if in(x) {
			h = (h ^ said) * wording.FnvPrime
			h ^= h >> 29
		}
	}
	return h
}

// again yields the rows that say at some places what one before them in another answer said,
// with the latest such one, where that is no chance: either question finds the other's row, too,
// as far as that shows, or they agree in several words that hardly two rows of an answer share.
func (t table) again(in func(place int) bool, telling []bool, meet func(a, b int) bool, yield func(before, row int)) {
	last := map[uint64]int{}
	for row := range t.says {
		k := t.key(row, in)
		if before, met := last[k]; met && t.answers[before] != t.answers[row] && meet(t.answers[before], t.answers[row]) && t.same(before, row, in, telling) {
			yield(before, row)
		}
		last[k] = row
	}
}

func (t table) same(before, row int, in func(place int) bool, telling []bool) bool {
	for x := range t.places {
		if in(x) && telling[x] && t.long[row][x] {
			return true
		}
	}
	return t.rows[before].says(t.rows[row].Asked) && t.rows[row].says(t.rows[before].Asked)
}

// different counts, over all answers, the rows of one that say something else at some places.
func (t table) different(in func(place int) bool) int {
	type of struct {
		answer int
		key    uint64
	}
	seen := map[of]bool{}
	for row := range t.says {
		seen[of{t.answers[row], t.key(row, in)}] = true
	}
	return len(seen)
}

// Restless returns the places where rows that are the same by all else say something else
// from answer to answer: places in the list, counts of views, how well a row fits, excerpts.
// They tell no records apart: within an answer the rest does. meet reports whether two answers
// may show the same records; what only one of two parts can hold says nothing of the other.
func Restless(rows []Shown, meet func(a, b int) bool) (places []string) {
	for {
		more := tableOf(rows, func(place string) bool { return !IsAttribute(place) && !slices.Contains(places, place) }).restless(meet)
		if len(more) == 0 {
			slices.Sort(places)
			return places
		}
		places = append(places, more...)
	}
}

// restless returns the fewest such places, and of as many those of the most rows that come again.
func (t table) restless(meet func(a, b int) bool) (places []string) {
	all := func(int) bool { return true }
	if len(t.says) < 2*len(t.rowsOf()) {
		return nil // hardly a row stands beside another
	}
	varied, telling := t.varied(), t.telling()
	var best []int
	most := 0
	for _, anchor := range t.anchors() {
		out, _ := t.changing(func(x int) bool { return slices.Contains(anchor, x) }, varied, telling, meet)
		if len(out) == 0 || len(out) == len(t.places) {
			continue
		}
		rest := func(x int) bool { return !slices.Contains(out, x) }
		steady, n := t.changing(rest, varied, telling, meet)
		if n < fewRows || len(steady) != len(out) || (t.different(all)-t.different(rest))*rareShare > len(t.says) {
			continue
		}
		if best == nil || len(out) < len(best) || len(out) == len(best) && n > most {
			best, most = out, n
		}
	}
	for _, x := range best {
		places = append(places, t.places[x])
	}
	return places
}

// anchors are the places, and pairs of them, by which a row may be known again.
func (t table) anchors() (out [][]int) {
	var usual []int
	for x := range t.places {
		n := 0
		for row := range t.says {
			if t.says[row][x] != 0 {
				n++
			}
		}
		if 2*n >= len(t.says) && len(usual) < mostAnchors {
			usual = append(usual, x)
		}
	}
	for i, x := range usual {
		out = append(out, []int{x})
		for _, y := range usual[:i] {
			out = append(out, []int{x, y})
		}
	}
	return out
}

// varied tells the places at which the rows of most answers say several things. What all rows
// of an answer say was asked for.
func (t table) varied() []bool {
	answers := t.rowsOf()
	out := make([]bool, len(t.places))
	for x := range out {
		some, several := 0, 0
		for _, rows := range answers {
			if len(rows) < fewRows {
				continue
			}
			some++
			if slices.ContainsFunc(rows, func(row int) bool { return t.says[row][x] != t.says[rows[0]][x] }) {
				several++
			}
		}
		out[x] = 2*several > some
	}
	return out
}

// telling tells the places at which hardly two rows of an answer say the same.
func (t table) telling() []bool {
	most := 0
	answers := t.rowsOf()
	for _, rows := range answers {
		most += len(rows) - 1
	}
	out := make([]bool, len(t.places))
	for x := range out {
		out[x] = float64(t.different(func(y int) bool { return x == y })-len(answers)) > mostDiffer*float64(most)
	}
	return out
}

// rowsOf returns the rows of each answer.
func (t table) rowsOf() map[int][]int {
	out := map[int][]int{}
	for row, a := range t.answers {
		out[a] = append(out[a], row)
	}
	return out
}

// changing returns the places that say something else in many rows that come again by others,
// or in some and never again what they said before, and how many rows come again.
func (t table) changing(anchor func(int) bool, varied, telling []bool, meet func(a, b int) bool) (out []int, n int) {
	differ, back := make([]int, len(t.places)), make([]int, len(t.places))
	type of struct {
		key, says uint64
		place     int
	}
	said := map[of]bool{}
	t.again(anchor, telling, meet, func(before, row int) {
		n++
		k := t.key(row, anchor)
		for x := range differ {
			was, now := t.says[before][x], t.says[row][x]
			said[of{k, was, x}] = true
			if was != now {
				differ[x]++
				if said[of{k, now, x}] {
					back[x]++
				}
			}
		}
	})
	if n < fewRows {
		return nil, n
	}
	for x, d := range differ {
		if varied[x] && (d >= fewRows && manyChange*d > n || d >= someChanges && back[x] == 0) {
			out = append(out, x)
		}
	}
	return out, n
}

// keeps reports whether rows that come again by what they say at a place have what another
// table says at one of its own: those of which no answer shows two.
func (t table) keeps(place int, held table, at int) bool {
	type of struct {
		answer int
		says   uint64
	}
	twice, met := map[uint64]bool{}, map[of]bool{}
	for row := range t.says {
		says := t.says[row][place]
		twice[says] = twice[says] || met[of{t.answers[row], says}]
		met[of{t.answers[row], says}] = true
	}
	n, strays := 0, 0
	every := func(_, _ int) bool { return true }
	t.again(func(x int) bool { return x == place }, t.telling(), every, func(before, row int) {
		if twice[t.says[row][place]] {
			return
		}
		if n++; held.says[before][at] != held.says[row][at] {
			strays++
		}
	})
	return n >= fewRows && float64(strays) <= (1-mostDiffer)*float64(n)
}

// Own returns the place of the attribute that tells records apart which say the same, or says
// that one is the same of which something changes: it differs between the rows of an answer,
// stays with what a row says, and is needed. "" where there is none.
func Own(rows []Shown) string {
	said := tableOf(rows, func(place string) bool { return !IsAttribute(place) })
	held := tableOf(rows, IsAttribute)
	all := func(int) bool { return true }
	every := func(_, _ int) bool { return true }
	varied := said.varied()
	found := ""
	for x, place := range held.places {
		this := func(y int) bool { return x == y }
		missing := slices.ContainsFunc(held.says, func(row []uint64) bool { return row[x] == 0 })
		if missing || (len(held.says)-held.different(this))*rareShare > len(held.says) {
			continue
		}
		again, changed := 0, 0
		stays := make([]int, len(said.places))
		held.again(this, held.telling(), every, func(before, row int) {
			again++
			for y := range stays {
				if said.says[before][y] == said.says[row][y] {
					stays[y]++
				}
			}
			if !slices.Equal(said.says[before], said.says[row]) {
				changed++
			}
		})
		named := false // by what tells rows apart, too, and stays with it
		for y, n := range stays {
			named = named || varied[y] && float64(n) >= mostDiffer*float64(again) && said.keeps(y, held, x)
		}
		twins := len(said.says) - said.different(all)
		if again < fewRows || !named || twins == 0 && changed < fewRows {
			continue
		}
		if found = cmp.Or(found, place); found == place && strings.Contains(place, "id") {
			break
		}
	}
	return found
}
