package extract

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// total is the number of matches that a page claims.
type total struct {
	n      int // -1 where there is none
	capped bool
	text   string // where it was read
	rank   int    // how sure the wording is
	at     int32  // the node where it was read
}

// weakTotal is the rank of a count that may be about something else.
const weakTotal = 3

// A count as written: digits of any script with separators between.
const num = `(\p{Nd}{1,3}(?:[.,'’٬\x{00a0}\x{202f} ]\p{Nd}{3})+|\p{Nd}{1,3}(?:,\p{Nd}{2})*,\p{Nd}{3}|\p{Nd}+)`

// thing is what result pages count, in the languages we know.
const thing = `(?:results?|matches|match|hits?|records?|documents?|docs|items?|entries|entry|rows?|titles?|pages? found|listings?|products?|articles?|books?|jobs?|properties|files?|messages?|sites?|opinions?|cases|cites?|companies|people|names?|persons?|topics?|posts?|papers?|publications?|applications?|packages?` +
	`|treffer|ergebnisse?n?|einträge|dokumente?|datensätze|produkte|artikel|anzeigen|fundstellen` +
	`|r[ée]sultats?|documents?|notices?|réponses?|annonces?|enregistrements?|articles?` +
	`|resultados?|registros?|documentos?|coincidencias|entradas|elementos|anuncios|productos|artículos|acórdãos?|processos?|decisões|itens|ocorrências` +
	`|risultat[io]|documenti|elementi|annunci|resultaten|resultaat|treffers|gevonden|documenten|resultat|träffar|poster|treff|resultater|poster|tulosta|osumaa|wyników|wyniki|wynik[aói]?|rekordów|výsledků|výsledky|záznamů|találat|eredmény|rezultate|rezultata|rezultati` +
	`|результат\p{L}*|запис\p{L}*|документ\p{L}*|совпадени\p{L}*|найдено|закуп\p{L}*|αποτελέσματα|αποτελεσμάτων|sonuç|kayıt|نتيجة|نتائج|תוצאות|ผลลัพธ์|รายการ|kết quả|hasil)`

// counters follow a number without a space, in languages written without.
const counters = `(?:件|条|條|個|项|項|筆|笔|개|건|篇|本|冊|册|人|社)`

const about = `(?:about|approximately|approx\.?|around|roughly|nearly|over|more than|at least|ca\.?|circa|etwa|rund|ungefähr|über|mehr als|environ|plus de|aproximadamente|alrededor de|cerca de|más de|mais de|mas de|oltre|ongeveer|meer dan|noin|около|более|約|约|대략|약)?`

const to = `(?:-|–|—|to|through|thru|bis|à|au|a|al|até|ate|tot|до|по|~|～|\.\.\.?|…)`
const of = `(?:of|out of|from|von|aus|sur|de|di|van|av|af|z|ze|из|от|/|total of|of total|of a total of|matching|insgesamt|総数|全|\(of|\()`

// What the answer did, before and behind the number.
const (
	matchedVerb = `(?:matched|found|matches|returned|hits in)`
	foundVerb   = `(?:found|match|matched|matching|gefunden|trouvée?s?|encontrad[oa]s?|trovat[ie]|gevonden|hittades|funnet|fundet|найден\p{L}*|znalezion\p{L}*)`
)

var (
	// "1-10 of about 1,234"; "Results 1 to 10 of 1,234".
	rangeOf = regexp.MustCompile(`` + num + `\s*` + to + `\s*` + num + `\s*(?:` + thing + `\s*)?,?\s*\(?` + of + `\s*(?:a\s+)?(?:total\s+(?:of\s+)?)?(?:the\s+)?` + about + `\s*(?:total\s+)?` + num + `(\+)?`)
	// "about 1 230 Treffer"; "1000+ results".
	countThing = regexp.MustCompile(`(?:^|[^\p{L}\p{Nd}.,#/-]|[约約全共])` + about + `\s*` + num + `(\+)?\s*(?:(?:total|matching|search|relevant|unique|different|hit|job|web|site|product|related|web site|found)\s+)?(?:` + thing + `(?:[^\p{L}\p{Nd}]|$)|` + counters + `)`)
	// "Found 12"; "Total: 1,234"; "Treffer: 12"; "Ergebnisse (12)".
	foundCount = regexp.MustCompile(`(?:found|total(?: (?:results|records|number of (?:results|records|matches|hits|documents|items)|matches|hits|count|items))?|matches found|number of (?:results|records|matches|hits|documents|items)|results found|returned|` +
		`gefunden|insgesamt|anzahl(?: treffer)?|treffer(?:anzahl)?|ergebnisse|résultats?(?: trouvés)?|nombre de résultats|encontrad[oa]s|se encontraron|se han encontrado|resultados|foram encontrad[oa]s|total de (?:registros|resultados|documentos)|trovati|risultati|gevonden|resultaten|` +
		`найдено|всего|результатов|znaleziono|nalezeno|共|全|検索結果|검색결과|총|documents?|records?|matches|hits|results)\s*(?:is|are|was|were|:|：|=|\()?\s*` + about + `\s*` + num + `(\+)?`)
	// "78 Orte gefunden"; "44 patents found"; "12 lights match".
	foundThings = regexp.MustCompile(`(?:^|[^\p{L}\p{Nd}.,#/-])` + num + `(\+)?\s+\p{L}+\s+(?:\p{L}+\s+)?(?:were\s+|was\s+)?` + foundVerb + `(?:[^\p{L}]|$)`)
	// "84 cars", as a heading.
	headCount = regexp.MustCompile(`^` + num + `(\+)?\s+\p{L}+$`)
	// "matched 19 of 501 documents": the second is the size of the collection.
	ofAll    = regexp.MustCompile(matchedVerb + `\s+` + num + `\s+(?:of|out of|from|in)\s+(?:the\s+)?` + num + `\s+(?:\p{L}+\s+)?` + thing)
	whole    = regexp.MustCompile(`\b(?:contains|containing|index of|indexed|indexes|indexing|database of|collection of|searching|search over|searches|archive of|catalogue of|choose from)\b`)
	moreThan = regexp.MustCompile(`(?:over|more than|at least|mehr als|über|plus de|más de|mais de|oltre|meer dan|более|only the first|first)\s*$`)
)

// The words that each pattern needs in a line, in countThing's case right
// behind the number.
var (
	ofAllWords       = stemsOf(matchedVerb)
	countThingWords  = stemsOf(countThing.String())
	foundCountWords  = stemsOf(foundCount.String())
	foundThingsWords = stemsOf(foundVerb)
)

// findRange returns where text says "1-10 of 1,234"; nil where it does not.
func findRange(text string) []int {
	if numbersIn(text, 3) < 3 {
		return nil
	}
	return rangeOf.FindStringSubmatchIndex(text)
}

// findTotal reads the number of matches that the page claims, and believes it
// only if it is not less than the rows that the page shows.
func (v *view) findTotal(best region, rows int, b Background) total {
	known := map[string]bool{}
	for _, c := range b.Counts {
		known[c] = true
	}
	found := total{n: -1}
	for _, line := range v.lines(func(l line) bool { return isNumbered(l) && !(rows > 0 && best.holds(l.at)) }) {
		t := readTotal(line.text, rows)
		if m := headCount.FindStringSubmatch(strings.ToLower(line.text)); m != nil && t.n < 0 && v.heads(line.at) {
			if n, ok := parseCount(m[1]); ok && n >= rows && (n > 0 || rows == 0) {
				t = total{n: n, capped: m[2] != "", text: line.text, rank: weakTotal + 1}
			}
		}
		if t.n < 0 || t.n > 0 && known[t.id()] {
			continue // a nonsense word has the same count: it is the size of the collection
		}
		if line.zone&zoneNav != 0 {
			t.rank -= 3
		}
		if t.rank > found.rank {
			t.at = line.at
			found = t
		}
	}
	return found
}

// id identifies a count with its wording, for Background.Counts.
func (t total) id() string { return fmt.Sprintf("%016x %d", lineHash(t.text, nil), t.n) }

// heads reports whether node i stands in a heading.
func (v *view) heads(i int32) bool {
	for range 3 {
		if i = v.nodes[i].parent; i < 0 {
			return false
		}
		switch v.nodes[i].tag {
		case "h1", "h2", "h3", "h4", "caption":
			return true
		}
	}
	return false
}

type line struct {
	text string
	zone zone
	at   int32
}

// Bounds of the search for counts and phrases. Longer lines are contents;
// what a page says about its answer stands near its beginning or its end.
const (
	maxLine    = 300
	maxLines   = 400 // at either end
	lineBuffer = 4 * maxLines
)

// lines returns the distinct lines of the page's text, as a reader sees it,
// that want accepts: the first and the last of them.
func (v *view) lines(want func(line) bool) []line {
	var out []line
	seen := map[string]bool{}
	var b strings.Builder
	var cur line
	flush := func() {
		if b.Len() > 0 && b.Len() <= maxLine {
			cur.text = strings.TrimSpace(collapse(b.String()))
			if !seen[cur.text] && want(cur) {
				seen[cur.text] = true
				out = append(out, cur)
				if len(out) == lineBuffer { // keep both ends, make room
					out = append(out[:maxLines], out[lineBuffer-maxLines:]...)
				}
			}
		}
		b.Reset()
	}
	for i := range v.nodes {
		n := &v.nodes[i]
		if n.tag != "#text" {
			continue
		}
		if n.brk {
			flush()
		}
		if b.Len() == 0 {
			cur = line{zone: n.zone | v.nodes[max(0, n.parent)].zone, at: int32(i)}
		}
		if b.Len() <= maxLine {
			b.WriteString(n.text)
		}
	}
	flush()
	if len(out) > 2*maxLines {
		out = append(out[:maxLines], out[len(out)-maxLines:]...)
	}
	return out
}

// isNumbered reports whether a line has a digit, of any script.
func isNumbered(l line) bool { return strings.ContainsFunc(l.text, unicode.IsDigit) }

// readTotal reads a count out of a line, for a page that shows rows records.
func readTotal(shown string, rows int) total {
	best := total{n: -1}
	text := strings.ToLower(shown)
	take := func(rank int, digits string, capped bool) {
		n, ok := parseCount(digits)
		if !ok || n < rows && n != 0 || n == 0 && rows > 0 || n > 1e10 || rank <= best.rank {
			return
		}
		best = total{n: n, capped: capped, text: shown, rank: rank}
	}
	if m := findRange(text); m != nil {
		lo, ok1 := parseCount(text[m[2]:m[3]])
		hi, ok2 := parseCount(text[m[4]:m[5]])
		if ok1 && ok2 && lo <= hi && (rows == 0 || hi-lo+1 <= rows*3+2) {
			all, ok := parseCount(text[m[6]:m[7]])
			if ok && all >= hi {
				take(10, text[m[6]:m[7]], m[8] >= 0 || moreThan.MatchString(text[:m[6]]))
			}
		}
	}
	find := func(p *regexp.Regexp, may bool) []int {
		if !may {
			return nil
		}
		return p.FindStringSubmatchIndex(text)
	}
	if m := find(ofAll, ofAllWords.in(text)); m != nil {
		take(9, text[m[2]:m[3]], false)
	}
	if m := find(countThing, countThingWords.behindNumber(text)); m != nil {
		rank := 6
		if len(text) > 120 || whole.MatchString(text) {
			rank = weakTotal
		}
		take(rank, text[m[2]:m[3]], m[4] >= 0 || moreThan.MatchString(text[:m[2]]))
	}
	if m := find(foundCount, foundCountWords.in(text)); m != nil {
		rank := 5
		if len(text) > 120 {
			rank = weakTotal - 1
		}
		take(rank, text[m[2]:m[3]], m[4] >= 0 || moreThan.MatchString(text[:m[2]]))
	}
	if m := find(foundThings, foundThingsWords.in(text)); m != nil && len(text) <= 120 && !whole.MatchString(text) {
		take(5, text[m[2]:m[3]], m[4] >= 0 || moreThan.MatchString(text[:m[2]]))
	}
	return best
}

// parseCount reads a whole number with separators of thousands.
func parseCount(s string) (int, bool) {
	n := 0
	digits := 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			n = n*10 + int(r-'0')
		case r > utf8.RuneSelf && isDigit(r):
			n = n*10 + digit(r)
		default:
			continue
		}
		if digits++; digits > 12 {
			return 0, false
		}
	}
	return n, digits > 0
}
