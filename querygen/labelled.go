package querygen

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/internal/nearest"
)

// TrustedValue is a value and how sure it is that it belongs to its label, 0 to 1.
type TrustedValue struct {
	Value string  `json:"value"`
	Trust float64 `json:"trust"`
}

// LabelledValues is a fuzzy set of values that go with a label: a row of the
// table in S. Raghavan, H. Garcia-Molina: Crawling the hidden web. VLDB 2001.
type LabelledValues struct {
	Label  string         `json:"label"`
	Values []TrustedValue `json:"values"`
}

// How labels and sets of values are matched, as HiWE does.
const (
	SameLabel  = 0.75 // similarity from which two labels are one
	sameValues = 0.5  // mean trust of a domain's values in a set from which the domain is the set's
	ownTrust   = 0.9  // in what stands under a new label on the site itself
)

// Learn merges the values of a control or column into the rows. Where a row's
// label matches, new values inherit the mean trust of those that the row knew
// already, and at least half of what is trusted on sight; else they join the
// row that knows most of them, where it knows enough; else they begin a row.
func Learn(rows []LabelledValues, label string, values []string) []LabelledValues {
	if len(values) == 0 {
		return rows
	}
	if i := MatchLabel(rows, label); i >= 0 {
		rows[i].merge(values, max(rows[i].meanTrust(values, true), ownTrust/2))
		return rows
	}
	best, most := -1, 0.0
	for i := range rows {
		if s := rows[i].meanTrust(values, false); s > most {
			best, most = i, s
		}
	}
	switch {
	case best >= 0 && most >= sameValues:
		rows[best].merge(values, most)
	case strings.TrimSpace(label) != "":
		row := LabelledValues{Label: label}
		row.merge(values, ownTrust)
		rows = append(rows, row)
	}
	return rows
}

// KnownKept bounds the values that KnownFor keeps of one row.
const KnownKept = 2000

// meanTrust returns the mean trust of values in l: of those that l knows, or of all.
func (l *LabelledValues) meanTrust(values []string, known bool) float64 {
	trust := make(map[string]float64, len(l.Values))
	for _, v := range l.Values {
		trust[FoldText(v.Value)] = v.Trust
	}
	sum, n := 0.0, 0
	for _, v := range values {
		t, ok := trust[FoldText(v)]
		if sum += t; ok || !known {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// merge adds values; one that is there keeps the greater trust.
func (l *LabelledValues) merge(values []string, trust float64) {
	at := make(map[string]int, len(l.Values))
	for i, v := range l.Values {
		at[FoldText(v.Value)] = i
	}
	for _, v := range values {
		key := FoldText(v)
		if key == "" {
			continue
		}
		if i, ok := at[key]; ok {
			l.Values[i].Trust = max(l.Values[i].Trust, trust)
			continue
		}
		at[key] = len(l.Values)
		l.Values = append(l.Values, TrustedValue{v, trust})
	}
}

// MatchLabel returns the row whose label is most like one of labels, -1 where none is.
func MatchLabel(rows []LabelledValues, labels ...string) int {
	best, most := -1, SameLabel
	for i, r := range rows {
		for _, l := range labels {
			if s := Similarity(r.Label, l); s > most || s == most && best < 0 {
				best, most = i, s
			}
		}
	}
	return best
}

// labelNoise are words of labels that do not say what is wanted.
var labelNoise = []string{"the", "s", "a", "an", "of", "in", "for", "by", "to", "any", "all", "your", "please", "enter", "select", "choose", "search", "name", "field", "input", "txt", "value"}

// sameWords are words of labels that mean the same, the one that stands for
// all of them first.
var sameWords = []string{
	"author autor auteur autore verfasser writer creator författare forfatter автор 著者 作者",
	"title titel titre título titulo titolo título название タイトル 書名",
	"publisher verlag editeur éditeur editorial editora editore uitgever förlag издательство 出版社",
	"subject topic theme thema sujet tema materia onderwerp schlagwort ämne тема 主題",
	"city town ort stadt ville ciudad cidade citta città stad gemeente miasto город 市",
	"country land pays pais país paese kraj страна 国",
	"price preis prix precio prezzo prijs preço preco pris cena цена 価格",
	"date datum fecha дата 日付",
	"year jahr année annee año ano anno jaar år год 年",
	"language sprache langue idioma lingua taal språk язык 言語",
}

var sameWord = func() map[string]string {
	out := map[string]string{}
	for _, group := range sameWords {
		words := strings.Fields(group)
		for _, w := range words {
			out[w] = words[0]
		}
	}
	return out
}()

// LabelWords returns the words of a label or a control's name: folded, in the
// singular and in English where they are common, without noise, each once and in order.
func LabelWords(label string) []string {
	var b strings.Builder
	lower := false
	for _, r := range label {
		if unicode.IsUpper(r) && lower {
			b.WriteByte(' ') // authorName
		}
		lower = unicode.IsLower(r)
		if !unicode.In(r, unicode.L, unicode.M, unicode.N) {
			r = ' '
		}
		b.WriteRune(unicode.ToLower(r))
	}
	all := strings.Fields(b.String())
	for i, w := range all {
		if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
			w = strings.TrimSuffix(w, "s")
		}
		if same, ok := sameWord[w]; ok {
			w = same
		}
		all[i] = w
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if kept := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return slices.Contains(labelNoise, w) }); len(kept) > 0 {
		return kept
	}
	return all
}

// Similarity of two labels, 0 to 1: the share of words that they have in
// common. Words may differ by a letter in five. Blocks may stand in any order,
// as in the edit distance of D. Lopresti and A. Tomkins that HiWE uses.
func Similarity(a, b string) float64 {
	x, y := LabelWords(a), LabelWords(b)
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	sum := 0.0
	for _, w := range x {
		most := 0.0
		for _, v := range y {
			n := max(len([]rune(w)), len([]rune(v)))
			if s := 1 - float64(nearest.Distance(w, v))/float64(n); s >= 0.8 {
				most = max(most, s)
			}
		}
		sum += most
	}
	return 2 * sum / float64(len(x)+len(y))
}

// FoldText makes values comparable: lower case, single blanks.
func FoldText(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
